#pragma once

#include <cstdint>
#include <span>

#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

// Draws of Phi given the counts: phi_k | z ~ Dir(n_k + beta_k).

/// Draws Phi for every slot that may be chosen (prior > 0); other slots get 0. Exact, in parallel over words.
/// An entry below about 10^-27 of its topic's sum becomes 0.
void draw_phi(State& state, const Context& context);

/// Approximate, as published: phi_kv ~ Pois(beta_kv) + Pois(n_kv), divided by their sum, so that most entries
/// are 0 (Terenin et al. 2019). The distribution of a row has the right mean and a wrong variance; the error
/// shrinks as topics grow. The papers leave two cases open. Here, a topic whose draws are all 0 is redrawn
/// until one is not, and a token whose word has no mass in any topic keeps its topic.
void draw_phi_polya_urn(State& state, const Context& context);

/// Multiplies the masses of each slot. @param scale  slots
void scale_phi(State& state, std::span<const float> scale, Pool& pool);

/// Phi with the distribution of draw_phi or draw_phi_polya_urn, stored by word for draw_topics_doubly_sparse.
void draw_sparse_phi(State& state, const Context& context, std::uint32_t groups_without_row = short_list);
void draw_sparse_phi_polya_urn(State& state, const Context& context,
                               std::uint32_t groups_without_row = short_list);

}  // namespace themata::sampling
