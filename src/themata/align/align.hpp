#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "themata/align/distance.hpp"

namespace themata {

/// A topic of one set, and how far it is from the one that it is matched with.
struct Partner {
  std::size_t topic = 0;
  double distance = 0;
};

/// For each topic of `a` its partner in `b`: the pairs, as many as the smaller set has topics, whose distances have the least
/// sum. Nothing for those that are left over.
std::vector<std::optional<Partner>> align(const TopicSet& a, const TopicSet& b, TopicDistance distance,
                                          Pool& pool);

/// The distance from which on a matched pair is no match: as far apart as a token's topic usually is from the topic nearest to
/// it in its own set (the median over the tokens of all sets of nearest_others). 1/2 where no set has two topics.
double partner_limit(const std::vector<TopicSet>& sets, TopicDistance distance, Pool& pool);

}  // namespace themata
