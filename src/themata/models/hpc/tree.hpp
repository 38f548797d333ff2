#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace themata::hpc {

/// A tree of topics below the corpus. Nodes are numbered: topics 0 to K - 1, any of which may be a label, and
/// the corpus, K.
class Tree {
 public:
  Tree() = default;
  /// @param parents  by topic: another topic, or K for the corpus. No cycles.
  /// @throws std::logic_error if a topic is above itself, or a parent is not a node
  explicit Tree(std::vector<std::uint32_t> parents);
  /// K topics, all directly below the corpus.
  static Tree flat(std::uint32_t topics);

  std::uint32_t topics() const { return static_cast<std::uint32_t>(parents_.size()); }
  std::uint32_t corpus() const { return topics(); }  ///< the node above all others
  std::uint32_t nodes() const { return topics() + 1; }
  std::uint32_t parent(std::uint32_t topic) const { return parents_[topic]; }
  std::span<const std::uint32_t> children(std::uint32_t node) const {
    return std::span(children_).subspan(begin_[node], begin_[node + 1] - begin_[node]);
  }
  /// Every node, each after its parent; the corpus first, and each node directly followed by all nodes below
  /// it.
  std::span<const std::uint32_t> order() const { return order_; }
  /// Number of nodes in the subtree of a node, including itself.
  std::uint32_t below(std::uint32_t node) const { return below_[node]; }
  /// Branches: nodes with children, numbered from 0 in the order of `order`; branch_nodes()[b] is the node.
  std::span<const std::uint32_t> branch_nodes() const { return branch_nodes_; }
  /// The branch of a node with children.
  std::uint32_t branch(std::uint32_t node) const { return branch_[node]; }

 private:
  std::vector<std::uint32_t> parents_, begin_, children_, order_, below_, branch_nodes_, branch_;
};

}  // namespace themata::hpc
