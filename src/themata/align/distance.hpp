#pragma once

#include "themata/align/comparison.hpp"
#include "themata/align/topic_set.hpp"
#include "themata/chain/pool.hpp"
#include "themata/counts/assignment.hpp"

namespace themata {

/// The distances of every topic of `a` from every topic of `b`; both sets must have the same word types.
/// Nothing of size K x V is allocated, except for Jensen-Shannon with different prior weights of word types.
/// Squares below 1e-12 are rounding errors, and become 0. The same bits for any number of threads.
CostMatrix topic_distances(const TopicSet& a, const TopicSet& b, TopicDistance distance, Pool& pool);

/// For each topic, the distance to the nearest other topic of its own set; 1 if there is no other.
std::vector<double> nearest_others(const TopicSet& set, TopicDistance distance, Pool& pool);

}  // namespace themata
