#pragma once

#include <vector>

#include "themata/chain/kernel.hpp"
#include "themata/seating/tables.hpp"

namespace themata::seating {

// Draws the topic of each table in turn, document by document, by first token (Wang & Blei 2012, section
// 3.1). With the table removed, x its words, and c and a the concentration and discount of the distribution
// of topics,
//   p(topic k)    prop. to  (l_k - a) f_k(x),
//   p(new topic)  prop. to  (c + a K) f_new(x),
//   f_k(x) = prod_i (n_kv + beta_v + same_i) / (n_k + sum beta + i),
// where same_i is the number of earlier tokens of the table with the same word as the i-th. Only topics that
// have the word are visited for the numerators; for all others the factor is  beta_v + same_i.

/// @return  slots of new topics, in order of creation; some may be empty again
/// @throws ResourceError if more topics than allowed are needed
std::vector<std::size_t> draw_dishes(sampling::State& mix, Tables& tables, const TopicProcess& topics,
                                     const Context& context);

}  // namespace themata::seating
