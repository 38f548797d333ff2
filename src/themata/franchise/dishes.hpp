#pragma once

#include "themata/franchise/model.hpp"

namespace themata::franchise {

// The topic of each table in turn, document after document, by first token (Wang & Blei 2012, section 3.1). With the
// table taken out, x its words,
//   p(topic k)    prop. to  (l_k - a) f_k(x),      f_k(x) = prod_i (n_kv + beta_v + same_i) / (n_k + sum beta + i),
//   p(new topic)  prop. to  (gamma + a K) f_new(x),
// same_i being the earlier tokens of the table with the word of the i-th.

/// @throws ResourceError where more than `max_topics` topics are needed
void draw_dishes(State& state, const Context& context, std::size_t max_topics);

}  // namespace themata::franchise
