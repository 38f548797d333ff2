#pragma once

#include "themata/sampling/state/hyper.hpp"
#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

// The kernels of spike and slab (counts/spike_distribution.hpp has the distribution of the active word
// types).

/// Draws the active types of every slot that may be chosen, and then Phi over them.
void draw_phi_spike_slab(State& state, const Context& context);

/// pi | z with prior Beta(1, 1). Draws the active types of the topics that have tokens, then pi given them.
/// The proposal ignores the condition that no set is empty; a Metropolis-Hastings step corrects for it.
void draw_pi(State& state, const Context& context);

/// log p(w | z) with phi and the active sets summed out.
double log_word_part_spike_slab(const State& state);

}  // namespace themata::sampling
