#pragma once

#include "themata/models/hdp/model.hpp"

namespace themata::hdp {

// Direct assignment (Teh et al. 2006, section 5.3): each token in turn, sequential, in double precision and
// with nothing clever. Psi is held for the topics that have tokens, and what is left of it stays whole, as
// the weight of one slot without tokens, the rest. With the token itself taken out,
//   p(z = k)    proportional to  (m_dk + alpha Psi_k) (n_kv + beta) / (n_k + V beta),
//   p(z = new)  proportional to  alpha Psi_rest  beta / (V beta),
// which is the first with the counts of the rest, none. A new topic breaks Psi_new = b Psi_rest, b ~ Beta(1,
// gamma), off the rest at once, and a topic that loses its last token gives its weight back to the rest at
// once (docs/theory/hdp.md).

/// @param max_topics  topics with tokens and the rest
/// @throws ResourceError where more would be needed
void draw_topics_directly(State& state, const Context& context, std::size_t max_topics);

/// Gives a slot its weight, and its tokens in every document theirs.
void set_weight(State& state, std::size_t k, double psi);

/// The first slot without tokens; a new one where there is none.
std::size_t empty_slot(State& state, const Corpus& corpus, Pool& pool);

/// Puts the weights of all topics without tokens together, into the first of their slots, and returns it.
/// Adds slots where every one has tokens.
std::size_t gather_rest(State& state, const Corpus& corpus, Pool& pool);

}  // namespace themata::hdp
