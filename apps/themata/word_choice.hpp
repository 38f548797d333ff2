#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "themata/evaluate/word_scores.hpp"

namespace themata::cli {

/// How the words of a topic are chosen, as it is asked for.
struct WordChoice {
  std::string by = "prob";
  WordRanking ranking;  ///< but for its `by`
};

/// Declares --by and --exclusivity-weight.
void add_word_choice(CLI::App& subcommand, WordChoice& choice);

/// The same where words may be ranked in several ways. @param by  names of scores, the default first
void add_word_choices(CLI::App& subcommand, std::vector<std::string>& by, WordRanking& ranking);

/// Declares --against siblings|children|all, with which the exclusivity of words to labels is measured.
void add_against(CLI::App& subcommand, std::optional<std::string>& against);

/// The ranking asked for, and what to call it in a sentence.
WordRanking ranking_of(const WordChoice& choice);
/// Refuses a weight that no ranking uses. @param given  how often; @param by  the names of the rankings
void refuse_unused_weight(std::uint64_t given, const std::vector<std::string>& by);
WordRanking ranking_by(const std::string& name, const WordRanking& ranking);
const char* name_of(WordScore by);

}  // namespace themata::cli
