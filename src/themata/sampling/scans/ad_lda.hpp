#pragma once

#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

// APPROXIMATE: AD-LDA (Newman, Asuncion, Smyth & Welling 2009). The documents are cut into partitions. Each
// partition draws its tokens from the collapsed sampler's conditionals, with the counts n_kv and n_k from the
// start of the sweep plus its own changes since. It sees the other partitions' changes after the sweep.
// Tokens of different partitions depend on each other through these counts, so the chain's stationary
// distribution is not the posterior, and departs further from it as partitions are added (Magnusson et al.
// 2018, section 4.2). With one partition this is the sparse collapsed sampler, which is exact.
//
// The distribution depends on the number of partitions, which is therefore an option and never the number of
// threads.

/// @param partitions  at least 1
void draw_topics_ad_lda(State& state, const Context& context, std::uint32_t partitions);

/// Parallel LightLDA as Magnusson et al. 2018, section 4, ran it: each partition moves its tokens by the
/// steps of light_collapsed.hpp, towards the conditionals above. All partitions propose from one table, made
/// from the counts at the start of the sweep. With one partition this is the light collapsed sampler, bit for
/// bit, which is approximate as well.
/// @param steps  proposals per token, at least 1
void draw_topics_light_ad_lda(State& state, const Context& context, std::uint32_t partitions,
                              std::uint32_t steps);

}  // namespace themata::sampling
