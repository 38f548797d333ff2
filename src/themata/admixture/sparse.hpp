#pragma once

#include "themata/admixture/document_topics.hpp"
#include "themata/admixture/state.hpp"

namespace themata::admixture {

// What the sparse scan of a token's topics and those that mix it with another share (partially_collapsed.hpp).

/// V x lanes: the running sums over lanes of phi_kv prior_k, sigma_a of PCLDA section 3.2.
Matrix<float> tabulate_words(const State& state, Pool& pool);

/// Draws every topic of document d given Phi. @param document  scratch
void draw_document(State& state, const Context& context, const Matrix<float>& tables, std::size_t d,
                   DocumentTopics& document);

}  // namespace themata::admixture
