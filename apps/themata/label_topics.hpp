#pragma once

#include <optional>
#include <string>

#include "themata/evaluate/label_words.hpp"

namespace themata::cli {

/// How the words of labels are shown.
struct LabelTopics {
  LabelWordsOptions words;
  std::size_t n_words = 10;
  std::string format = "table";  ///< table, tsv or json
};

/// Prints the tree of a fit's labels with the frequent, the exclusive and the FREX words of each, by the
/// means of the chain's kept
/// draws. @param fit  of hpc
void print_label_topics(const ShownFit& fit, const LabelTopics& options);

}  // namespace themata::cli
