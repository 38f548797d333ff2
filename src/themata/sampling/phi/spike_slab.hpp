#pragma once

#include "themata/random/beta_prior.hpp"
#include "themata/sampling/state/hyper.hpp"
#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

// The kernels of spike and slab (counts/spike_distribution.hpp has the distribution of the active word
// types).

/// Draws the active types of every slot that may be chosen, and then Phi over them.
void draw_phi_spike_slab(State& state, const Context& context);

/// pi | z, one for all topics. Draws the active types of the topics that have tokens, then pi given them. The
/// proposal ignores the condition that no set is empty; a Metropolis-Hastings step corrects for it.
void draw_pi(State& state, const Context& context, BetaPrior prior);

/// pi_k | z of each topic (topic_pi), by the same two steps; that of a topic without tokens from its prior.
void draw_topic_pi(State& state, const Context& context, BetaPrior prior);

/// Draws a probability from its prior, above 0 and below 1 in double precision.
double draw_probability(Stream& stream, BetaPrior prior);

/// log p(w | z) with phi and the active sets summed out.
double log_word_part_spike_slab(const State& state);

}  // namespace themata::sampling
