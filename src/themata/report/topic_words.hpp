#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "themata/evaluate/label_tree.hpp"
#include "themata/report/report_source.hpp"

namespace themata::report_parts {

/// A word that may be shown for a topic.
struct Candidate {
  std::uint32_t type;
  std::int32_t tokens;
  WordRanks ranks;
};

/// The words that the page shows of each topic.
struct ChosenWords {
  std::vector<std::vector<Candidate>> words;  ///< by topic that is shown: ascending by type
  std::vector<std::string> names;             ///< of each: the three best words by FREX
  std::optional<LabelTree> tree;              ///< of labels
};

ChosenWords choose_words(const ReportSource& source);

}  // namespace themata::report_parts
