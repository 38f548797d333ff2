#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "themata/sampling/state/cell_order.hpp"
#include "themata/sampling/state/unused_topics.hpp"

namespace themata::sampling {

/// The topics without slots in the cell that a sampler is drawing. Those that may have tokens in the cell's
/// block or in its documents are active: they have weights of their own. The others are idle: their weights
/// count as one sum.
class CellUnused {
 public:
  explicit CellUnused(UnusedTopics& topics) : topics_(topics), is_active_(topics.size()) {}

  const UnusedTopics& topics() const { return topics_; }
  std::span<const Topic> active() const { return active_; }
  /// The sum of the weights of idle topics.
  double idle() const { return idle_; }

  bool is_active(std::size_t topic) const { return is_active_[topic - topics_.first()] != 0; }

  /// Makes topics active that have tokens in the block, or in documents of the part.
  /// @param activate  is called with each topic and its tokens in the block
  template <class Activate>
  void enter(CellOrder::Place at, const Activate& activate) {
    at_ = at;
    idle_ = topics_.total(at.block);
    for (const auto& [topic, tokens] : topics_.in_block(at.block))
      if (start(topic)) activate(topic, tokens);
    for (const Topic topic : topics_.in_part(at.part))
      if (start(topic)) activate(topic, 0);
  }

  /// Makes all topics idle. @param tokens_of  gives the tokens of a topic in the block
  template <class Tokens>
  void leave(const Tokens& tokens_of) {
    auto& in_block = topics_.in_block(at_.block);
    in_block.clear();
    for (const Topic topic : active_) {
      // Also those that have lost all tokens: the lists of words may hold them.
      in_block.push_back({topic, tokens_of(topic)});
      is_active_[topic - topics_.first()] = 0;
    }
    // Documents of the part may have tokens of any of them now, and of no others.
    topics_.in_part(at_.part) = std::exchange(active_, {});
  }

  /// Makes the idle topic at `rest` of their running sum active.
  /// @returns topics().end() if rounding leads to none
  std::size_t choose_idle(double rest) {
    for (std::size_t k = topics_.first(); k < topics_.end(); ++k) {
      const double weight = is_active(k) ? 0 : topics_.weight(at_.block, k);
      if (rest < weight) {
        start(static_cast<Topic>(k));
        return k;
      }
      rest -= weight;
    }
    return topics_.end();
  }

 private:
  /// @returns whether the topic was idle
  bool start(Topic topic) {
    if (std::exchange(is_active_[topic - topics_.first()], 1) != 0) return false;
    active_.push_back(topic);
    idle_ = std::max(0.0, idle_ - static_cast<double>(topics_.weight(at_.block, topic)));
    return true;
  }

  UnusedTopics& topics_;
  CellOrder::Place at_{};
  std::vector<char> is_active_;  ///< by topic
  std::vector<Topic> active_;
  double idle_ = 0;
};

}  // namespace themata::sampling
