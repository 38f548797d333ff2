#pragma once

#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

// Collapsed Gibbs (Griffiths & Steyvers 2004, eq. 5): each token in turn from
//   p(z = k | rest)  proportional to  (prior_k + m_dk) (n_kv + beta_kv) / (n_k + sum_v beta_kv),
// with the token itself removed. Sequential, in double precision and as simple as possible: every other
// sampler of z must agree with it.

void draw_topics_collapsed(State& state, const Context& context);

}  // namespace themata::sampling
