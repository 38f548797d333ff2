#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "themata/align/distance.hpp"

namespace themata {

/// The topic that a topic is matched with, and their distance.
struct Match {
  std::size_t topic = 0;
  double distance = 0;
};

/// For each topic of `a` its match in `b`: as many pairs as the smaller set has topics, with the minimal
/// sum of distances. Nothing for topics that are left over.
std::vector<std::optional<Match>> align(const TopicSet& a, const TopicSet& b, TopicDistance distance,
                                        Pool& pool);

/// The same from the distances of every topic of `a` from every topic of `b`.
std::vector<std::optional<Match>> align(const CostMatrix& distances);

/// The distance from which on a matched pair does not count as a match: the smaller of two values. One is
/// sqrt(1/2), where two topics are as different as alike (in equations 14 and 15 of
/// docs/theory/diagnostics.md the terms under the roots are then one half). The other is the median of
/// nearest_others, weighted by tokens, over the topics of all sets.
double match_limit(const std::vector<TopicSet>& sets, TopicDistance distance, Pool& pool);

}  // namespace themata
