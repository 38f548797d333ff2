#pragma once

#include "themata/models/hdp/model.hpp"

namespace themata::hdp {

// Moves of whole tables, in an HDP whose Psi is drawn (docs/theory/hdp.md, "Moves of tables"). Given z and Psi, the m_dk
// tokens of a document and topic sit at tables by a Chinese restaurant of concentration alpha Psi_k: the next at a table of
// n with weight n, at a new one with weight alpha Psi_k. With Psi integrated out, the tables of all documents have topics by
// a Chinese restaurant of concentration gamma, in which the topic of a table can be drawn (seating/dishes.hpp) and topics
// can be split and merged (seating/split_merge.hpp). Psi is drawn anew from the tables that are left (weights.hpp), as it
// must be: nothing in between may use the old one.

/// Seats the tokens. @return  tables; the state is not changed
seating::Tables draw_seats(const State& state, const Context& context);

/// Seats the tokens, makes the moves that are due at this sweep, and leaves the tables of every topic in `state.tables`.
/// Where none is due, draws the tables alone.
/// @throws ResourceError where more than `max_topics` topics would be needed
void move_tables(State& state, const Context& context, const TableMoves& moves, std::size_t max_topics);

}  // namespace themata::hdp
