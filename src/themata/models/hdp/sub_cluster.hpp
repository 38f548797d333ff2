#pragma once

#include "themata/models/hdp/model.hpp"

namespace themata::hdp {

// Splits and merges of whole topics, by sub-topics (in the spirit of Chang & Fisher 2014;
// docs/theory/hdp.md).
//
// Two tokens are drawn at random. If they have the same topic, a split of it is proposed; otherwise a merge
// of their topics. In both cases the tokens of these topics, S, are first allocated to a left and a right
// sub-topic around the two tokens, and the allocation is improved by Gibbs scans within S. A last scan
// proposes the split, or gives the probability with which it would have proposed the present two topics. With
// q the product of the probabilities in that last scan, u the left sub-topic's proportion of the weight and h
// its proposal density, a split is accepted with probability min(1, r), and a merge with min(1, 1 / r), where
//   r = gamma / (u (1 - u) h(u) q)  p(w, z', Psi') / p(w, z, Psi),
// with the densities restricted to the factors of (1) that involve S.

/// Makes a number of proposals, one after the other.
void split_and_merge(State& state, const Context& context, std::size_t proposals);

}  // namespace themata::hdp
