#pragma once

#include "themata/sampling/scans/phi_parts.hpp"
#include "themata/sampling/state/document_topics.hpp"
#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

// Parts of the sparse scan of a token's topics, shared with the automatic scan (partially_collapsed.hpp).

/// A part of Phi, and for each of its rows the running sums over slots of phi_kv prior_k, sigma_a of PCLDA
/// section 3.2.
struct TabulatedPhi {
  PhiPart phi;
  const Matrix<float>& tables;
};
Matrix<float> tabulate_words(const State& state, const PhiPart& phi, Pool& pool);

/// Draws every topic of document d in the blocks of a part of Phi, block by block: the document's topics are
/// counted for each, so that blocks may come at any time. Leaves the words' counts stale.
/// @param document  scratch
void draw_document(State& state, const Context& context, const TabulatedPhi& words, std::size_t d,
                   DocumentTopics& document);

}  // namespace themata::sampling
