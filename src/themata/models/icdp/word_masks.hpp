#pragma once

#include "themata/models/icdp/topics.hpp"

namespace themata::icdp {

// Words of topics, given every token's topic (docs/theory/icdp.md, "Masks in parallel"): eq. 32, and for a
// finite vocabulary eq. 34 without its superfluous factor. Like the topics of documents (document_masks.hpp),
// with topics in place of documents, words in place of topics, and latent words in place of topics without
// tokens.

/// Draws all topics' words at once, then the latent words of single topics.
void draw_word_masks(State& state, const Context& context, Vocabulary vocabulary);

/// The same sequentially, one topic after the other, with all probabilities integrated out: the reference.
void draw_word_masks_in_turn(State& state, const Context& context, Vocabulary vocabulary);

}  // namespace themata::icdp
