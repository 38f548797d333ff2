#pragma once

#include "themata/sampling/state/document_topics.hpp"
#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

// Parts of the sparse scan of a token's topics, shared with the automatic scan (partially_collapsed.hpp).

/// V x slots: the running sums over slots of phi_kv prior_k, sigma_a of PCLDA section 3.2.
Matrix<float> tabulate_words(const State& state, Pool& pool);

/// Draws every topic of document d given Phi. @param document  scratch
void draw_document(State& state, const Context& context, const Matrix<float>& tables, std::size_t d,
                   DocumentTopics& document);

}  // namespace themata::sampling
