#pragma once

#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

// APPROXIMATE: AD-LDA (Newman, Asuncion, Smyth & Welling 2009). The documents are cut into partitions. Each
// draws its tokens from the collapsed sampler's law, with the counts n_kv and n_k as they were when the sweep
// began plus its own changes since; the other partitions' changes are seen after the sweep. Tokens of
// different partitions depend on each other through these counts, so the law that the chain settles at is not
// the posterior, and drifts from it as partitions are added (Magnusson et al. 2018, section 4.2). With one
// partition it is the sparse collapsed sampler, which is exact.
//
// The law depends on the number of partitions, which is therefore an option and never the number of threads.

/// @param partitions  at least 1
void draw_topics_ad_lda(State& state, const Context& context, std::uint32_t partitions);

}  // namespace themata::sampling
