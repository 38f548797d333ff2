#pragma once

#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

// The block-collapsed step for z, exact and parallel (docs/theory/lda.md, "Block-collapsed").
//
// The vocabulary is cut into P blocks. Only the mass M_kb that topic k gives to block b is instantiated,
//   M_k. | z ~ Dir(n_k1 + B_k1, ..., n_kP + B_kP),    B_kb = sum of beta_kv over the block: |b| beta where all are equal,
// and the shares of the words within a block stay integrated out. Then, with everything else given, a token
// of word v in block b and document d has
//   p(z = k | rest)  proportional to  (prior_k + m_dk) M_kb (n_kv + beta_kv) / (n_kb + B_kb),
// the token itself taken out of the three counts. Cells (group of documents, block) that have neither in
// common share no factor, so P of them are drawn at once with live counts. P = 1 is the collapsed Gibbs
// sampler (Griffiths & Steyvers 2004, eq. 5).

/// How a token looks at the topics: all of them; or its word's own, n_kv times the rest of its law, and all others together
/// by beta times it, whose sum is kept. The same law. `automatic` takes what costs less in a sweep, as the counts at its start
/// say; topics with seeds are always scanned densely.
enum class BlockScan { automatic, dense, lists };
inline constexpr std::size_t least_slots_of_lists = 288;  ///< with fewer they never cost less

/// Draws M and then every topic once, and keeps the counts in step.
void draw_topics_block_collapsed(State& state, const Context& context, BlockScan scan = BlockScan::automatic);

}  // namespace themata::sampling
