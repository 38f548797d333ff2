#pragma once

#include "themata/models/icdp/topics.hpp"

namespace themata::icdp {

// Words of topics, given every token's topic (docs/theory/icdp.md, "Masks in parallel"): eq. 32, and for a finite vocabulary eq. 34
// without what it has too much. As the topics of documents (document_masks.hpp), with topics for documents, words for topics,
// and ghosts for the topics without a token.

/// Draws all topics' words at once, then the ghosts that begin and end.
void draw_word_masks(State& state, const Context& context, bool finite_vocabulary);

/// The same one topic after the other, with all probabilities integrated out: the reference.
void draw_word_masks_in_turn(State& state, const Context& context, bool finite_vocabulary);

}  // namespace themata::icdp
