#pragma once

#include "themata/align/assignment.hpp"
#include "themata/align/topic_set.hpp"
#include "themata/chain/pool.hpp"

namespace themata {

/// How far apart two topics are, from 0 (the same words with the same probabilities) to 1 (no word in common).
enum class TopicDistance {
  hellinger,  ///< sqrt(1 - sum_v sqrt(p_v q_v))
  jensen_shannon  ///< sqrt(JS / log 2), JS = sum_v [ p_v log(p_v / m_v) + q_v log(q_v / m_v) ] / 2, m = (p + q) / 2
};

/// The distances of every topic of `a` from every topic of `b`, which have the same word types. Nothing of size K x V is
/// made, unless Jensen-Shannon meets word types whose prior weights differ. Squares below 1e-12 are rounding, and 0. The same
/// bits for any number of threads.
CostMatrix topic_distances(const TopicSet& a, const TopicSet& b, TopicDistance distance, Pool& pool);

/// Of each topic the distance to the nearest other one of its own set; 1 where there is no other.
std::vector<double> nearest_others(const TopicSet& set, TopicDistance distance, Pool& pool);

}  // namespace themata
