#pragma once

#include <cstdint>

#include "themata/admixture/hyper.hpp"
#include "themata/admixture/state.hpp"

namespace themata::admixture {

// Spike and slab (PCLDA section 2.5, corrected): a topic has a set of active word types, each type active with
// probability pi and not all inactive, and phi_k ~ Dir(beta) over the active ones, 0 elsewhere. beta has no weights or
// seeds here. With phi_k integrated out, and topic k's a types that have tokens active for sure, the number s of further
// active types has
//   p(s | z)  proportional to  C(V - a, s) pi^s (1 - pi)^(V - a - s) G((a + s) beta) / G(n_k + (a + s) beta),
// s > 0 where a = 0; which they are is uniform.

/// What is known of one topic.
struct SpikeTopic {
  std::uint32_t n_types;      ///< V
  std::uint32_t with_tokens;  ///< a
  std::int64_t tokens;        ///< n_k
};

/// The law of s, by its logarithms: where it is not negligible, between `first` and first + log_weights.size().
struct SpikeLaw {
  std::uint32_t first = 0;
  std::vector<double> log_weights;
  double log_sum = 0;  ///< logarithm of the sum over all s of the terms above
};

SpikeLaw spike_law(const SpikeTopic& topic, double beta, double pi);
std::uint32_t draw_spike(Stream& stream, const SpikeLaw& law);

/// Draws the active types of every lane that may be chosen, and Phi over them.
void draw_phi_spike_slab(State& state, const Context& context);

/// pi | z with prior Beta(1, 1): the active types of the topics that have tokens are drawn, then pi given them, proposed
/// from its law without the condition that no set is empty, and accepted for it by Metropolis & Hastings.
void draw_pi(State& state, const Context& context);

/// log p(w | z) with phi and the active sets summed out.
double log_word_part_spike_slab(const State& state);

}  // namespace themata::admixture
