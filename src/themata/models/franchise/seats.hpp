#pragma once

#include "themata/models/franchise/model.hpp"

namespace themata::franchise {

// The table of each token in turn (Wang & Blei 2012, appendix; with discounts Teh 2006). With the token
// removed, m_dt tokens at a table, f_k(v) = (n_kv + beta_v) / (n_k + sum beta), and a and b the discounts of
// topics and documents,
//   p(table t)                 prop. to  (m_dt - b) f_{k_t}(v)
//   p(new table with topic k)  prop. to  c (l_k - a) f_k(v),           c = (alpha + b l_d) / (l. + gamma)
//   p(new table, new topic)    prop. to  c (gamma + a K) f_new(v).
// The tables of a topic are drawn together, by three sums. The first means a table of the document, the
// others a new one:
//   over the topics with tables in the document,     f_k(v) (m_dk - b l_dk);
//   over the topics that have the word,              c (l_k - a) n_kv / (n_k + sum beta);
//   over all topics, maintained as topics change,    c (l_k - a) beta_v / (n_k + sum beta).

/// Draws every token's seat. Adds slots when topics appear; renumbers the tables at the end of each document.
/// @throws ResourceError if more than `max_topics` topics are needed
void draw_seats(State& state, const Context& context, std::size_t max_topics);

/// The same from an empty state: the present topics and seats are ignored, and all counts must be 0. @param
/// start  number of the start, below 2^16
void seat_all(State& state, const Context& context, std::size_t max_topics, std::uint64_t start);

}  // namespace themata::franchise
