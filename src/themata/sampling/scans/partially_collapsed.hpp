#pragma once

#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

// Partially collapsed sampling (Magnusson et al. 2018): Phi is drawn, and given it the documents are
// independent.
//   phi_k | z                    ~  Dir(n_k + beta_k)
//   p(z = k | m_d, Phi)  proportional to  phi_kv (prior_k + m_dk), the token itself taken out of m.

/// Draws Phi for every slot that may be chosen (prior > 0); other slots get 0. Exact, in parallel over words.
/// An entry below some 10^-27 of its topic's sum becomes 0.
void draw_phi(State& state, const Context& context);

/// As published in the papers, approximate: phi_kv ~ Pois(beta_kv) + Pois(n_kv), divided by their sum, so that most
/// entries are 0 (Terenin et al. 2019). The law of a row has the right mean and a wrong spread, an error that shrinks as
/// topics grow. What the papers leave open: a topic whose draws are all 0 is drawn again until one is not, and a token
/// whose word has no mass in any topic keeps its own.
void draw_phi_polya_urn(State& state, const Context& context);

/// Multiplies the masses of each slot. @param scale  slots
void scale_phi(State& state, std::span<const float> scale, Pool& pool);

/// The laws of draw_phi and of draw_phi_polya_urn, laid out by word for draw_topics_doubly_sparse.
void draw_sparse_phi(State& state, const Context& context, std::uint32_t groups_without_row = short_list);
void draw_sparse_phi_polya_urn(State& state, const Context& context,
                               std::uint32_t groups_without_row = short_list);

/// Draws every topic given Phi by scanning all slots.
void draw_topics_dense(State& state, const Context& context);

/// The same law by the split of PCLDA section 3.2: phi_kv prior_k from a table of the word, cumulative over
/// slots, phi_kv m_dk from the document's own topics.
void draw_topics_sparse(State& state, const Context& context);

/// The same law where Phi lies in lists by word: a token scans the shorter of its word's list and its document's topics,
/// min(K_v, K_d). What mass a word has beside its list is below a bound, and is drawn by rejection: the bound stands in for
/// it, and a topic that is drawn by the bound is kept with probability mass / bound, else all is drawn again.
void draw_topics_doubly_sparse(State& state, const Context& context);

/// The same law again: each document by whichever of the two costs less for its number of topics.
void draw_topics_auto(State& state, const Context& context);

/// By Metropolis & Hastings, at a cost that does not grow with the topics (PCLDA section 3.3; LightLDA, Yuan et al. 2015):
/// proposals in turn from the word's phi_kv (an alias table) and from the document, prior_k + m_dk. With the token taken
/// out of m, a proposal by the word is accepted with probability min(1, (prior_t + m_dt) / (prior_s + m_ds)), one by the
/// document with min(1, phi_tv / phi_sv).
void draw_topics_light(State& state, const Context& context);

}  // namespace themata::sampling
