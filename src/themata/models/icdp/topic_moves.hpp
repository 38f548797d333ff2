#pragma once

#include "themata/models/icdp/model.hpp"

namespace themata::icdp {

// Moves all tokens x that a document d has of a topic to another topic at once, one that d does not use or a
// new one. The number of topics that d uses stays, so alpha cancels. With x taken out, c_k the other
// documents that use k, and F_k the words of x that k has no token of,
//   p(topic k)  prop. to  (c_k - sigma) / (D - 1 - c_k + delta + sigma)  f_k(x),
//   p(new)      prop. to  new_dishes(D - 1)  f_new(x),
//   f_k(x) = prod_i (n_kv + beta + same_i) / (n_k + beta (words of k) + i)
// if every topic may have every word (FTM). In LIDA the words of F_k are switched on in the topic that x
// comes to, and drawn anew in the one that it leaves:
//   f_k(x) = L_k / Z_k,  L_k  with all of F_k on,  Z_k  without x, summed over which of F_k are on
// (docs/theory/icdp.md, "Moves of whole topics"). Topics are in random groups that are drawn in parallel, as
// in seating/grouped_dishes.hpp, and new topics are taken from a random number of spare ones.

/// How topics of documents are moved.
struct TopicMoves {
  double spares = 2;           ///< mean number of spare topics of a group
  std::size_t most_kept = 16;  ///< sets of more tokens are drawn from weights computed for each of them
};

/// Number of groups of topics that are drawn at once.
std::size_t groups_of_moves(std::size_t n_blocks);

/// How many sets of tokens were to go to another topic, and how many did.
struct MovedTopics {
  std::uint64_t proposed = 0, accepted = 0;
};

/// Draws the topic of each document's tokens of each topic once.
MovedTopics move_topics(State& state, const Context& context, Vocabulary vocabulary,
                        const TopicMoves& moves = {});

}  // namespace themata::icdp
