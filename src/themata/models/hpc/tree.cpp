#include "themata/models/hpc/tree.hpp"

#include <stdexcept>
#include <utility>

namespace themata::hpc {

Tree::Tree(std::vector<std::uint32_t> parents)
    : parents_(std::move(parents)), below_(nodes()), branch_(nodes()) {
  begin_.resize(nodes() + 1);
  for (const std::uint32_t parent : parents_) {
    if (parent > corpus()) throw std::logic_error("a topic's parent is no node of the tree");
    ++begin_[parent + 1];
  }
  for (std::uint32_t node = 0; node < nodes(); ++node) begin_[node + 1] += begin_[node];
  children_.resize(topics());
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  for (std::uint32_t k = 0; k < topics(); ++k) children_[next[parents_[k]]++] = k;
  std::vector<std::uint32_t> waiting{corpus()};
  while (!waiting.empty()) {
    const std::uint32_t node = waiting.back();
    waiting.pop_back();
    order_.push_back(node);
    const auto own = children(node);
    waiting.insert(waiting.end(), own.rbegin(), own.rend());
    if (own.empty()) continue;
    branch_[node] = static_cast<std::uint32_t>(branch_nodes_.size());
    branch_nodes_.push_back(node);
  }
  if (order_.size() != nodes()) throw std::logic_error("a topic of the tree is above itself");
  for (std::size_t i = order_.size(); i-- > 0;) {
    below_[order_[i]] += 1;
    if (order_[i] != corpus()) below_[parents_[order_[i]]] += below_[order_[i]];
  }
}

Tree Tree::flat(std::uint32_t topics) { return Tree(std::vector<std::uint32_t>(topics, topics)); }

}  // namespace themata::hpc
