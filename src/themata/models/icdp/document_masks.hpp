#pragma once

#include "themata/models/icdp/topics.hpp"

namespace themata::icdp {

// Topics of documents, given every token's topic (docs/theory/icdp.md, "Masks in parallel").
//
// A topic of which a document has tokens is on. For another topic, which c other documents use, eq. 29 gives
// the odds
//   (c - sigma) / (D - 1 - c + delta + sigma)  Gamma((s + 1) alpha) Gamma(s alpha + N_d) /
//                                              (Gamma(s alpha) Gamma((s + 1) alpha + N_d)),
// with s the number of the document's other topics. All documents can be drawn at once if each topic's
// probability pi_k ~ Beta(c_k - sigma, D - c_k + delta + sigma) is drawn first; pi_k / (1 - pi_k) then
// replaces the first factor. A topic must not lose its last document. Therefore a topic without tokens keeps
// the first document that uses it, in an order that is redrawn every time, and is not switched on in the
// documents before it. Topics without tokens that only one document uses, and new topics, are drawn last, by
// draw_own_dishes.

/// Draws all documents at once, then removes and adds the topics of single documents.
void draw_document_masks(State& state, const Context& context, Vocabulary vocabulary);

/// The same sequentially, with all probabilities integrated out: the reference (Algorithm 1, corrected).
void draw_document_masks_in_turn(State& state, const Context& context, Vocabulary vocabulary);

}  // namespace themata::icdp
