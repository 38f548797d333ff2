#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "themata/align/topic_set.hpp"
#include "themata/chain/pool.hpp"

namespace themata {

/// Topics of several fits that match: at most one of each fit, and at least one.
struct TopicBlock {
  explicit TopicBlock(std::size_t n_fits) : topics(n_fits) {}
  std::vector<std::optional<std::size_t>> topics;  ///< by fit
  bool has(std::size_t fit) const { return topics[fit].has_value(); }
  std::size_t n_topics() const;
};

/// Groups the topics of several fits. Each topic is in one block. The reference is the fit with the fewest
/// topics, the first of several; its topics are aligned with those of each other fit by Hellinger distance
/// (align), and pairs below match_limit are in one block. All other topics have blocks of their own, after
/// those of the reference.
std::vector<TopicBlock> match_topics(const std::vector<TopicSet>& sets, Pool& pool);

}  // namespace themata
