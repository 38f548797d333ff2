#pragma once

#include <vector>

#include "themata/chain/kernel.hpp"
#include "themata/seating/tables.hpp"

namespace themata::seating {

// Splits and merges of topics, table by table (Wang & Blei 2012, figure 2; docs/theory/franchise.md).
//
// Two tables are drawn. Where they have one topic, its other tables are split between a new topic for the one and for
// the other; where they have two, these may become one. Tables are split in an order drawn at random, each by the masses
//   (l_side - discount)  p(its words | words of the side so far),
// and q is the product of the choices' probabilities: of those made for a split, of those that would have split the two
// topics as they are for a merge. With c the concentration of the law of topics and K the topics when merged, a split is
// accepted with probability min(1, r), a merge with min(1, 1 / r),
//   r = (c + discount K) G(l_1) G(l_2) / G(l_1 + l_2)  f(n_1) f(n_2) / f(n_1 + n_2)  1 / q,
// G(l) = Gamma(l - discount) / Gamma(1 - discount), f the Dirichlet-multinomial of a topic's words.
//
// Split in parallel, the sides stand still while the tables are split, each independently of the others: first what they
// hold are the two tables alone; after each scan, what that put there. Nothing of this looks at how the tables are split now,
// so split and merge have the same law of where it leads, and given that q is a product.

struct SplitMerge {
  /// How the two are drawn: alike, or in proportion to their tokens.
  enum class Pick { alike, by_size } pick = Pick::alike;
  /// 0: as above, by one pass (Dahl 2003). Otherwise the tables are split by the flip of a coin, then by so many Gibbs
  /// scans, and q is of one scan more (Jain & Neal 2004).
  int scans = 0;
  std::size_t proposals = 1;  ///< a sweep
  /// Whether tables are split one after the other or all at once.
  enum class Allocation { sequential, parallel } allocation = Allocation::sequential;
};

/// How often what was tried in a sweep.
struct SplitMergeTally {
  std::uint64_t splits = 0, splits_accepted = 0, merges = 0, merges_accepted = 0;
  std::vector<std::size_t> born;  ///< slots that new topics were put into, in turn; some may be empty again
};

/// Makes the proposals, one after the other. Leaves p(tables, topics of tables | words) invariant.
/// @throws ResourceError where more than the allowed topics would be needed
SplitMergeTally split_and_merge(sampling::State& mix, Tables& tables, const TopicLaw& topics,
                                const Context& context, const SplitMerge& move);

}  // namespace themata::seating
