#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "themata/evaluate/label_row.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// Reads "siblings", "children", "all".
std::optional<Against> against_named(std::string_view name);
std::string_view name_of(Against against);

/// The tree of a fit's labels. Nodes are the topics, and K for the corpus, which is the root.
class LabelTree {
 public:
  /// @param parents  GivenPriors::parents: by topic, another topic or K
  explicit LabelTree(std::vector<std::uint32_t> parents);

  std::size_t n_topics() const { return parents_.size(); }
  std::uint32_t parent(std::size_t k) const { return parents_[k]; }
  std::size_t depth(std::size_t k) const { return depth_[k]; }  ///< 0 directly below the corpus
  const std::vector<std::uint32_t>& children(std::size_t node) const { return children_[node]; }
  /// Every topic, each before those below it, children by number.
  const std::vector<std::uint32_t>& order() const { return order_; }
  /// The nodes that topic k is compared with, including itself.
  std::vector<std::uint32_t> rivals(std::size_t k, Against against) const;

 private:
  std::vector<std::uint32_t> parents_;
  std::vector<std::size_t> depth_;
  std::vector<std::vector<std::uint32_t>> children_;  ///< K + 1
  std::vector<std::uint32_t> order_;
};

/// For each topic, the number of documents that have it as a label, and that have it or a topic below it.
struct LabelCounts {
  std::vector<std::size_t> documents, with_below;
};
LabelCounts count_labels(const TopicRates& rates, const LabelTree& tree);

/// Columns topic, label, parent, depth, documents, documents_below, tokens, share. One line per label, each
/// before those below it.
std::string label_table_tsv(const Draw& shown, const GivenPriors& given);

}  // namespace themata
