#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "themata/evaluate/word_scores.hpp"

namespace themata::cli {

/// How the words of a topic are chosen, as it is asked for.
struct WordChoice {
  std::string by = "prob";
  WordRanking ranking;  ///< but for its `by`
};

/// Declares --by and --exclusivity-weight.
void add_word_choice(CLI::App& verb, WordChoice& choice);

/// The ranking asked for, and what to call it in a sentence.
WordRanking ranking_of(const WordChoice& choice);
const char* name_of(WordScore by);

}  // namespace themata::cli
