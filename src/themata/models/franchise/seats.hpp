#pragma once

#include "themata/models/franchise/model.hpp"

namespace themata::franchise {

// The table of each token in turn (Wang & Blei 2012, appendix; with discounts Teh 2006). With the token taken out, m_dt
// tokens at a table, f_k(v) = (n_kv + beta_v) / (n_k + sum beta), a and b the discounts of topics and documents,
//   p(table t)                 prop. to  (m_dt - b) f_{k_t}(v)
//   p(new table with topic k)  prop. to  c (l_k - a) f_k(v),           c = (alpha + b l_d) / (l. + gamma)
//   p(new table, new topic)    prop. to  c (gamma + a K) f_new(v).
// The tables of one topic are drawn together, by three sums: over the topics that the document has tables of,
//   f_k(v) (m_dk - b l_dk);  over those that have the word,  c (l_k - a) n_kv / (n_k + sum beta);  over all, which is kept
// as topics change,  c (l_k - a) beta_v / (n_k + sum beta).  The first means a table of the document, the others a new one.

/// Draws every token's seat. Slots are added where topics appear; numbers of tables are settled at the end of a document.
/// @throws ResourceError where more than `max_topics` topics are needed
void draw_seats(State& state, const Context& context, std::size_t max_topics);

/// The same from nothing: the state's topics and seats are not looked at, its counts are 0. @param start  below 2^16: which
/// of several starts
void seat_all(State& state, const Context& context, std::size_t max_topics, std::uint64_t start);

}  // namespace themata::franchise
