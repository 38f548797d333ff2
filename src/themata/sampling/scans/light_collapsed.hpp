#pragma once

#include "themata/sampling/state/document_range.hpp"
#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

// APPROXIMATE: LightLDA's sampler (Yuan et al. 2015), sequential. A token, removed from every count, moves by
// Metropolis-Hastings steps towards the collapsed sampler's conditional
//   p(k)  proportional to  (prior_k + m_dk) (n_kv + beta) / (n_k + V beta).
// The moves from topic s to t are proposed in turn by
//   its word      q_v(t)  proportional to  (n'_tv + beta) / (n'_t + V beta),
//   its document  q_d(t)  proportional to  prior_t + m_dt,  without the token,
// where n' are the counts when the sweep began. A move is accepted with probability min(1, p(t) q(s) / (p(s)
// q(t))). For a document proposal only the word factors remain in the ratio; for a word proposal all factors
// remain, since n' is out of date. Each step leaves the posterior invariant for any table n' that does not
// depend on the topics. But n' was computed from the topics, including the token's own, so the sampler as a
// whole is approximate (docs/theory/lda.md has figures).

/// The word proposals' running sums over slots, V x slots, from the current counts. Slots without prior have
/// no mass.
Matrix<float> tabulate_word_proposals(const State& state, Pool& pool);

/// What tokens are moved by.
struct LightProposals {
  const Matrix<float>& words;  ///< V x slots: the word proposals' running sums
  std::uint32_t steps;         ///< proposals per token, at least 1; the first is the word's
};

/// Draws every topic once with these proposals; keeps the counts in step. Exact if the running sums do not
/// depend on the topics, for any number of steps.
void draw_topics_by_tables(State& state, const Context& context, const LightProposals& proposals);

/// The same for some documents with the given word counts, which it keeps in step. It changes nothing of the
/// state but the topics, and requires all counts to match them at the start.
/// @param word_topic  V x slots, equal to the state's or the state's own
void draw_documents_by_tables(State& state, const Context& context, const LightProposals& proposals,
                              DocumentRange documents, WordTopicTable& word_topic);

/// Does both: computes tables from the counts at the start of the sweep, then draws every topic.
/// @param steps  proposals per token, at least 1
void draw_topics_light_collapsed(State& state, const Context& context, std::uint32_t steps);

}  // namespace themata::sampling
