#pragma once

#include <vector>

#include "themata/chain/kernel.hpp"
#include "themata/seating/tables.hpp"

namespace themata::seating {

// Splits and merges of topics, table by table (Wang & Blei 2012, figure 2; docs/theory/franchise.md).
//
// Two tables are drawn. If they have the same topic, that topic is split in two: a new topic for one of them,
// and the old topic for the other. If they have two topics, a merge of these is proposed. The other tables
// are allocated in random order, each by the masses
//   (l_side - discount)  p(its words | words of the side so far),
// and q is the product of the choices' probabilities: of the choices made in a split, or, for a merge, of
// those that would lead to the present two topics. With c the concentration of the distribution of topics and
// K the number of topics when merged, a split is accepted with probability min(1, r), a merge with min(1, 1 /
// r),
//   r = (c + discount K) G(l_1) G(l_2) / G(l_1 + l_2)  f(n_1) f(n_2) / f(n_1 + n_2)  1 / q,
// where G(l) = Gamma(l - discount) / Gamma(1 - discount), and f is the Dirichlet-multinomial of a topic's
// words.
//
// In a parallel split, the sides do not change while the tables are allocated, each independently of the
// others. At first the sides hold the two tables alone; after each scan, they hold what it allocated. This
// does not depend on the present allocation, so split and merge have the same distribution of the last state
// before the final scan, and given that state q is a product.

struct SplitMerge {
  /// How the two tables are drawn: uniformly, in proportion to their tokens, or as a table and one of a topic
  /// that is similar to its topic (likeness.hpp).
  enum class Pick { uniform, by_size, by_likeness } pick = Pick::uniform;
  /// 0: as above, by one pass (Dahl 2003). Otherwise the tables are split by coin flips, followed by this
  /// many Gibbs scans, and q belongs to one additional scan (Jain & Neal 2004).
  int scans = 0;
  std::size_t proposals = 1;  ///< per sweep
  /// Whether tables are allocated one after the other or all at once.
  enum class Allocation { sequential, parallel } allocation = Allocation::sequential;
};

/// How often each move was proposed and accepted in a sweep.
struct SplitMergeTally {
  std::uint64_t splits = 0, splits_accepted = 0, merges = 0, merges_accepted = 0;
  std::vector<std::size_t> born;  ///< slots of new topics, in order; some may be empty again
};

/// Makes the proposals, one after the other. Leaves p(tables, topics of tables | words) invariant.
/// @throws ResourceError if more topics than allowed would be needed
SplitMergeTally split_and_merge(sampling::State& mix, Tables& tables, const TopicProcess& topics,
                                const Context& context, const SplitMerge& move);

}  // namespace themata::seating
