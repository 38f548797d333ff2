#pragma once

#include <vector>

#include "themata/chain/kernel.hpp"
#include "themata/seating/tables.hpp"

namespace themata::seating {

// The topic of each table in turn, document after document, by first token (Wang & Blei 2012, section 3.1). With the
// table taken out, x its words, and c and a the concentration and discount of the law of topics,
//   p(topic k)    prop. to  (l_k - a) f_k(x),      f_k(x) = prod_i (n_kv + beta_v + same_i) / (n_k + sum beta + i),
//   p(new topic)  prop. to  (c + a K) f_new(x),
// same_i being the earlier tokens of the table with the word of the i-th. The numerators are built from the topics that have
// the word, since that of all others is  beta_v + same_i.

/// @return  slots that new topics were put into, in turn; some may be empty again
/// @throws ResourceError where more than the allowed topics are needed
std::vector<std::size_t> draw_dishes(sampling::State& mix, Tables& tables, const TopicLaw& topics,
                                     const Context& context);

}  // namespace themata::seating
