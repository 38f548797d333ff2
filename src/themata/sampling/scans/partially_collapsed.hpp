#pragma once

#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

// Partially collapsed sampling (Magnusson et al. 2018): Phi is drawn, and given it the documents are
// independent.
//   phi_k | z                    ~  Dir(n_k + beta_k)
//   p(z = k | m_d, Phi)  proportional to  phi_kv (prior_k + m_dk),  with the token itself removed from m.

// The draws of Phi are in sampling/phi/draw_phi.hpp.

/// Draws every topic given Phi by scanning all slots.
void draw_topics_dense(State& state, const Context& context);

/// The same distribution by the split of PCLDA section 3.2: phi_kv prior_k from a cumulative table of the
/// word over slots, and phi_kv m_dk from the document's own topics.
void draw_topics_sparse(State& state, const Context& context);

/// The same distribution with Phi in lists by word: a token scans the shorter of its word's list and its
/// document's topics, min(K_v, K_d). A word's masses outside its list are below a bound and are drawn by
/// rejection: a topic is proposed with the bound in place of its mass and accepted with probability mass /
/// bound; otherwise the whole draw is repeated.
void draw_topics_doubly_sparse(State& state, const Context& context);

/// The same distribution again: each document by the cheaper of the dense and the sparse scan for its number
/// of topics.
void draw_topics_auto(State& state, const Context& context);

/// By Metropolis-Hastings, at a cost that does not grow with the number of topics (PCLDA section 3.3;
/// LightLDA, Yuan et al. 2015). Proposals come in turn from the word's phi_kv (an alias table) and from the
/// document, prior_k + m_dk. With the token removed from m, a word proposal is accepted with probability
/// min(1, (prior_t + m_dt) / (prior_s + m_ds)), and a document proposal with min(1, phi_tv / phi_sv). Each of
/// them leaves the token's conditional invariant, so any number of them does.
/// @param steps  proposals per token, at least 1; the first is the word's
void draw_topics_light(State& state, const Context& context, std::uint32_t steps);

}  // namespace themata::sampling
