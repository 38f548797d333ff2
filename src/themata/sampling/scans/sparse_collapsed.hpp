#pragma once

#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

// The collapsed sampler's law (collapsed.hpp) in three buckets (Yao, Mimno & McCallum 2009): with
// B = V beta and the token itself taken out of every count,
//   p(z = k | rest)  proportional to  prior_k beta / (n_k + B)  +  m_dk beta / (n_k + B)
//                                     +  (prior_k + m_dk) n_kv / (n_k + B).
// The first two sums over k are beta times S = sum prior_k / (n_k + B) and R = sum m_dk / (n_k + B), which a
// token changes in two topics only; the third has the word's own topics alone, and takes most of the mass.
// Exact and sequential. S and R are summed anew for each document, so that rounding does not pile up.

/// Draws every topic once, document after document, and keeps the counts in step.
void draw_topics_sparse_collapsed(State& state, const Context& context);

/// Consecutive documents.
struct DocumentRange {
  std::size_t first, last;
};

/// Draws the topics of some documents with counts of words that it is given, which stay in step with what is
/// drawn; of the state it changes the topics alone, and needs every count to match them at the start.
/// @param word_topic  V x slots, equal to the state's or that itself
void draw_documents_sparse_collapsed(State& state, const Context& context, DocumentRange documents,
                                     Matrix<std::int32_t>& word_topic);

}  // namespace themata::sampling
