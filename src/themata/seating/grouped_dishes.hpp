#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "themata/chain/kernel.hpp"
#include "themata/seating/group_topics.hpp"
#include "themata/seating/tables.hpp"

namespace themata::seating {

// Draws the topic of each table on all threads, where topics follow a Chinese restaurant process of
// concentration c. Every topic belongs to one of P groups, drawn at random for this sweep, and a table moves
// only within the group of its topic. Given the groups of all topics, the process is P independent ones of
// concentration c / P each (as in Williamson et al. 2013), so with the table removed, x its n words,
//   p(topic k of the group)  prop. to  l_k f_k(x),
//   p(new topic)             prop. to  (c / P) f_new(x),
//   f_k(x) = prod_i (n_kv + beta_v + same_i) / (n_k + sum beta + i)
// as in dishes.hpp. No other group has counts of these topics (group_choice.hpp).
// The documents are in groups too, and a group of topics goes from one to the next (group_ring.hpp), also
// over several ranks.

/// What tables' topics are drawn from.
struct GroupedProcess {
  double concentration;    ///< c
  std::size_t max_topics;  ///< allowed
  std::size_t n_groups;    ///< P
  /// Tables of more tokens are drawn from weights that are computed for each of them.
  std::size_t most_kept = GroupTopics::most_kept;
};

/// @return  slots of new topics; some may have been others' before
/// @throws ResourceError if more topics than allowed are needed
std::vector<std::size_t> draw_dishes_in_groups(sampling::State& mix, Tables& tables,
                                               const GroupedProcess& process, const Context& context);

}  // namespace themata::seating
