#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "themata/random/stream.hpp"

namespace themata {

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

/// sum over s of p(s | z) value(s)
double expectation(const SpikeLaw& law, const std::function<double(double)>& value);

/// Posterior means of a topic's word probabilities given z, phi and the active types summed out: of a type with n tokens
/// (n + beta) / normaliser, of a type without absent / normaliser.
struct SpikeMeans {
  double normaliser, absent;
};
SpikeMeans spike_means(const SpikeTopic& topic, const SpikeLaw& law, double beta);

}  // namespace themata
