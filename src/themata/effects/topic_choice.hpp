#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "themata/align/aligned_draws.hpp"
#include "themata/effects/effect_result.hpp"

namespace themata {

/// The topics that are asked for; all if none are, or the 100 largest.
/// @throws UsageError if there is no such topic, or one is named twice
std::vector<std::size_t> choose_topics(const ShownFit& pivot, const std::vector<std::size_t>& asked);

/// Their numbers, names and words, and in how many draws they are found; no proportions.
std::vector<EffectTopic> describe_topics(const ShownFit& pivot, const std::vector<std::size_t>& topics,
                                         const FoundTopics& found);

/// @throws UsageError if no topic is found in all chains
void require_common_topics(const std::vector<EffectTopic>& topics, const std::vector<std::uint32_t>& chains);

}  // namespace themata
