#pragma once

#include "themata/models/icdp/model.hpp"

namespace themata::icdp {

// Topics of tokens, given both masks: eq. 35 in cells of documents x word blocks, as for LDA
// (sampling/scans/block_collapsed.hpp). Only the mass M_kb that topic k gives to block b is instantiated,
//   M_k. ~ Dir(n_k1 + V_k1 beta, ..., n_kP + V_kP beta, latent_k beta),
// where V_kb is the number of the block's words in k's mask, and latent_k the number of its latent words.
// Then a token of word v in block b and document d has
//   p(z = k | rest)  proportional to  (alpha + m_dk) M_kb (n_kv + beta) / (n_kb + V_kb beta)
// if both masks are 1, else 0, with the token itself removed from the counts. With one block there is no mass
// to draw, and this is eq. 35: the collapsed sampler.

/// Draws M and then every topic once, and keeps the counts in step.
void draw_topics(State& state, const Context& context);

}  // namespace themata::icdp
