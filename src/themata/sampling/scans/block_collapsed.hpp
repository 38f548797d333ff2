#pragma once

#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

// The block-collapsed step for z, exact and parallel (docs/theory/lda.md, "Block-collapsed").
//
// The vocabulary is cut into P blocks. Only the mass M_kb that topic k gives to block b is instantiated,
//   M_k. | z ~ Dir(n_k1 + B_k1, ..., n_kP + B_kP),
// where B_kb is the sum of beta_kv over the block: |b| beta if all are equal.
// The word proportions within a block stay integrated out. Then, given everything else, a token of word v in
// block b and document d has
//   p(z = k | rest)  proportional to  (prior_k + m_dk) M_kb (n_kv + beta_kv) / (n_kb + B_kb),
// with the token itself removed from the three counts. Two cells (group of documents, block) that differ in
// both share no factor, so P of them are drawn at once with live counts. P = 1 is the collapsed Gibbs sampler
// (Griffiths & Steyvers 2004, eq. 5).

/// How a token scans the topics. `dense`: all of them. `lists`: its word's own topics, weighted by n_kv, and
/// all topics together, weighted by beta, whose sum is maintained. The distribution is the same. `automatic`
/// takes the cheaper one for each sweep, judged by the counts at its start; topics with seeds are always
/// scanned densely.
enum class BlockScan { automatic, dense, lists };
inline constexpr std::size_t least_slots_of_lists = 288;  ///< with fewer slots, lists never cost less

/// Draws M and then every topic once, and keeps the counts in step.
void draw_topics_block_collapsed(State& state, const Context& context, BlockScan scan = BlockScan::automatic);

}  // namespace themata::sampling
