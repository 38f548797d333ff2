#pragma once

#include "themata/models/icdp/topics.hpp"

namespace themata::icdp {

// Topics of documents, given every token's topic (docs/theory/icdp.md, "Masks in parallel").
//
// A topic that a document has tokens of is on. Of another, that c other documents use, eq. 29 gives the odds
//   (c - sigma) / (D - 1 - c + delta + sigma)  Gamma((s + 1) alpha) Gamma(s alpha + N_d) /
//                                              (Gamma(s alpha) Gamma((s + 1) alpha + N_d)),
// s the number of the document's other topics. All documents can be drawn at once where each topic's probability pi_k ~
// Beta(c_k - sigma, D - c_k + delta + sigma) is drawn first, which takes the place of the first factor: pi_k / (1 - pi_k).
// A topic must not lose its last document, so one without tokens keeps the first document that uses it in an order drawn
// anew every time, and is not switched on in those before it. What a document alone uses without a token, and new
// topics, are drawn at last, by draw_own_dishes.

/// Draws all at once, then the topics that begin and end.
void draw_document_masks(State& state, const Context& context, bool finite_vocabulary);

/// The same one after the other, with all probabilities integrated out: the reference (Algorithm 1, corrected).
void draw_document_masks_in_turn(State& state, const Context& context, bool finite_vocabulary);

}  // namespace themata::icdp
