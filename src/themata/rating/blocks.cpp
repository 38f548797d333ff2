#include "themata/rating/blocks.hpp"

#include <algorithm>

#include "themata/align/align.hpp"

namespace themata {

std::size_t TopicBlock::n_topics() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(topics, [](const auto& topic) { return topic.has_value(); }));
}

std::vector<TopicBlock> match_topics(const std::vector<TopicSet>& sets, Pool& pool) {
  const std::size_t reference =
      static_cast<std::size_t>(std::ranges::min_element(sets, {}, &TopicSet::n_topics) - sets.begin());
  const std::size_t n_matched = sets[reference].n_topics();
  std::vector<TopicBlock> blocks(n_matched, TopicBlock(sets.size()));
  for (std::size_t k = 0; k < n_matched; ++k) blocks[k].topics[reference] = k;
  const double limit = match_limit(sets, TopicDistance::hellinger, pool);
  for (std::size_t fit = 0; fit < sets.size(); ++fit) {
    if (fit == reference) continue;
    std::vector<bool> has_block(sets[fit].n_topics(), false);
    const auto matches = align(sets[reference], sets[fit], TopicDistance::hellinger, pool);
    for (std::size_t k = 0; k < n_matched; ++k) {
      if (!matches[k] || matches[k]->distance >= limit) continue;
      blocks[k].topics[fit] = matches[k]->topic;
      has_block[matches[k]->topic] = true;
    }
    for (std::size_t k = 0; k < has_block.size(); ++k) {
      if (has_block[k]) continue;
      blocks.emplace_back(sets.size());
      blocks.back().topics[fit] = k;
    }
  }
  return blocks;
}

}  // namespace themata
