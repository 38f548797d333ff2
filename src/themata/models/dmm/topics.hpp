#pragma once

#include <functional>
#include <span>

#include "themata/models/dmm/model.hpp"

namespace themata::dmm {

// The topic of each document given those of all others, document by document in the corpus's order, with the
// topics' word probabilities and weights integrated out (Yin & Wang 2014, eq. 4; Neal 2000, algorithm 3, for
// the infinite form). The conditional is in scores.hpp. If a document takes a topic without documents, it
// gets the first empty slot in the infinite form. In the finite form it gets each of the empty topics with
// equal probability, since all have the same conditional.

/// Draws the topic of every document with tokens once.
/// @throws ResourceError if the infinite form needs more topics than allowed
void draw_topics(State& state, const Context& context, const TopicSpace& space);

/// A start: documents in random order, each drawn given only those before it.
void assign_in_sequence(State& state, const Context& context, const TopicSpace& space);

/// Calls visit(d, p) for every document with tokens, on several threads. p has p(z_d = k | rest) of every
/// slot and, last, of a new topic in the infinite form; that is 0 if the document's own topic has no other
/// document, since its slot then has this probability. p sums to 1. Averaged over draws it estimates p(z_d =
/// k | w) better than the drawn topics do (Rao-Blackwell).
void visit_topic_probabilities(const State& state, const Context& context, const TopicSpace& space,
                               const std::function<void(std::size_t, std::span<const double>)>& visit);

}  // namespace themata::dmm
