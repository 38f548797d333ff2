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

/// The distance from which on a matched pair is no match, the smaller of two: sqrt(1/2), where two topics are as much apart as
/// they are alike (half of what 14 and 15 of docs/theory/diagnostics.md have under their roots); and the distance of a token's
/// topic from the topic nearest to it in its own set (the median over the tokens of all sets of nearest_others).
double partner_limit(const std::vector<TopicSet>& sets, TopicDistance distance, Pool& pool);

}  // namespace themata
