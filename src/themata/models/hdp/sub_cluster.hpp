#pragma once

#include "themata/models/hdp/model.hpp"

namespace themata::hdp {

// Splits and merges of whole topics, by sub-topics (in the spirit of Chang & Fisher 2014;
// docs/theory/hdp.md).
//
// Two tokens are drawn at random. Where they are of one topic, it may be split; where of two, these may be
// merged. Either way the tokens of the one or both topics, S, are first split into a left and a right
// sub-topic around the two, and the allocation is improved by Gibbs scans within S; a last scan proposes the
// split, or gives the probability with which it would have proposed the two topics that there are. With q the
// product over that last scan, u the left one's share of the weight and h its proposal density, a split is
// accepted with probability min(1, r), a merge with min(1, 1 / r),
//   r = gamma / (u (1 - u) h(u) q)  p(w, z', Psi') / p(w, z, Psi)  over the factors of (1) that S enters.

/// A number of proposals, one after the other.
void split_and_merge(State& state, const Context& context, std::size_t proposals);

}  // namespace themata::hdp
