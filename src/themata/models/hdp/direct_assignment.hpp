#pragma once

#include "themata/models/hdp/model.hpp"

namespace themata::hdp {

// Direct assignment (Teh et al. 2006, section 5.3): each token in turn, sequential, in double precision and
// as simple as possible. Psi is stored for the topics that have tokens. The remaining weight is not broken:
// it is the weight of one slot without tokens, the rest. With the token itself removed,
//   p(z = k)    proportional to  (m_dk + alpha Psi_k) (n_kv + beta) / (n_k + V beta),
//   p(z = new)  proportional to  alpha Psi_rest  beta / (V beta),
// which is the first formula with the counts of the rest, 0. A new topic immediately breaks Psi_new = b
// Psi_rest, b ~ Beta(1, gamma), off the rest, and a topic that loses its last token immediately returns its
// weight to the rest (docs/theory/hdp.md).

/// @param max_topics  limit for the number of topics with tokens plus the rest
/// @throws ResourceError if more would be needed
void draw_topics_directly(State& state, const Context& context, std::size_t max_topics);

/// Sets a slot's global weight and its prior weight in documents.
void set_weight(State& state, std::size_t k, double psi);

/// The first slot without tokens; adds slots if there is none.
std::size_t empty_slot(State& state, const Corpus& corpus, Pool& pool);

/// Collects the weights of all topics without tokens in the first of their slots; adds slots if
/// every one has tokens. @returns the slot
std::size_t gather_rest(State& state, const Corpus& corpus, Pool& pool);

}  // namespace themata::hdp
