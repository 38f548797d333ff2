#pragma once

#include "themata/sampling/state/hyper.hpp"
#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

// The kernels of spike and slab (counts/spike_law.hpp has the law of the active word types).

/// Draws the active types of every slot that may be chosen, and Phi over them.
void draw_phi_spike_slab(State& state, const Context& context);

/// pi | z with prior Beta(1, 1): the active types of the topics that have tokens are drawn, then pi given them, proposed
/// from its law without the condition that no set is empty, and accepted for it by Metropolis & Hastings.
void draw_pi(State& state, const Context& context);

/// log p(w | z) with phi and the active sets summed out.
double log_word_part_spike_slab(const State& state);

}  // namespace themata::sampling
