#pragma once

#include "themata/sampling/state/document_range.hpp"
#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

// The collapsed sampler's distribution (collapsed.hpp) in three buckets (Yao, Mimno & McCallum 2009). With B
// = V beta and the token itself removed from every count,
//   p(z = k | rest)  proportional to  prior_k beta / (n_k + B)  +  m_dk beta / (n_k + B)
//                                     +  (prior_k + m_dk) n_kv / (n_k + B).
// The first two sums over k are beta times S = sum prior_k / (n_k + B) and R = sum m_dk / (n_k + B). A token
// changes them in two topics only. The third sum runs over the word's own topics only, and has most of the
// mass. Exact and sequential. S and R are recomputed for each document, so that rounding errors do not
// accumulate.

/// Draws every topic once, document by document, and keeps the counts in step.
void draw_topics_sparse_collapsed(State& state, const Context& context);

/// Draws the topics of some documents with the given word counts, and keeps those in step. It changes nothing
/// of the state but the topics, and requires all counts to match them at the start.
/// @param word_topic  V x slots, equal to the state's or the state's own
void draw_documents_sparse_collapsed(State& state, const Context& context, DocumentRange documents,
                                     WordTopicTable& word_topic);

}  // namespace themata::sampling
