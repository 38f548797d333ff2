#pragma once

#include "themata/admixture/state.hpp"

namespace themata::admixture {

// Partially collapsed sampling (Magnusson et al. 2018): Phi is drawn, and given it the documents are
// independent.
//   phi_k | z                    ~  Dir(n_k + beta_k)
//   p(z = k | m_d, Phi)  proportional to  phi_kv (prior_k + m_dk), the token itself taken out of m.

/// Draws Phi for every lane that may be chosen (prior > 0); other lanes get 0. Exact, in parallel over words.
/// An entry below 10^-30 of its topic's largest becomes 0.
void draw_phi(State& state, const Context& context);

/// Draws every topic given Phi by scanning all lanes.
void draw_topics_dense(State& state, const Context& context);

/// The same law by the split of PCLDA section 3.2: phi_kv prior_k from a table of the word, cumulative over
/// lanes, phi_kv m_dk from the document's own topics.
void draw_topics_sparse(State& state, const Context& context);

}  // namespace themata::admixture
