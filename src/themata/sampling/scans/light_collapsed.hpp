#pragma once

#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

// APPROXIMATE: LightLDA's sampler (Yuan et al. 2015), sequential. A token, itself taken out of every count,
// moves by Metropolis-Hastings steps towards the collapsed sampler's law
//   p(k)  proportional to  (prior_k + m_dk) (n_kv + beta) / (n_k + V beta),
// from topic s to t proposed in turn by
//   its word      q_v(t)  proportional to  (n'_tv + beta) / (n'_t + V beta),  n' the counts when the sweep began,
//   its document  q_d(t)  proportional to  prior_t + m_dt,  without the token.
// It moves with probability min(1, p(t) q(s) / (p(s) q(t))): of the document's proposal the words' factors
// remain, of the word's all do, since n' has aged. Each step leaves the posterior invariant for any table n'
// that was made without looking at the topics; but n' was made from the topics, the token's own included, and
// so the whole is approximate (docs/theory/lda.md has figures).

/// The word proposals' running sums over slots, V x slots, from the counts as they are. Slots without prior
/// have none.
Matrix<float> tabulate_word_proposals(const State& state, Pool& pool);

/// Every topic once with word proposals from `tables`; the counts stay in step. Exact if the tables do not
/// depend on the topics.
void draw_topics_by_tables(State& state, const Context& context, const Matrix<float>& tables);

/// Both: tables of the counts as the sweep begins, then every topic.
void draw_topics_light_collapsed(State& state, const Context& context);

}  // namespace themata::sampling
