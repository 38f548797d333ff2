#pragma once

#include "themata/models/hdp/model.hpp"

namespace themata::hdp {

// Moves of whole tables, in an HDP whose Psi is drawn (docs/theory/hdp.md, "Moves of tables"). Given z and
// Psi, the m_dk tokens of a document and topic sit at tables by a Chinese restaurant process of concentration
// alpha Psi_k: the next token sits at a table of n tokens with weight n, and at a new one with weight alpha
// Psi_k. With Psi integrated out, the topics of all documents' tables follow a Chinese restaurant process of
// concentration gamma. There the topic of a table can be redrawn (seating/dishes.hpp), and topics can be
// split and merged (seating/split_merge.hpp). Afterwards Psi must be redrawn from the tables (weights.hpp);
// nothing in between may use the old one.

/// Seats the tokens. @return  the tables; the state does not change
seating::Tables draw_seats(const State& state, const Context& context);

/// Seats the tokens, makes the moves that are due in this sweep, and leaves the number of tables of every
/// topic in `state.tables`. If no moves are due, only draws the numbers of tables.
/// @throws ResourceError if more than `max_topics` topics would be needed
void move_tables(State& state, const Context& context, const TableMoves& moves, std::size_t max_topics);

}  // namespace themata::hdp
