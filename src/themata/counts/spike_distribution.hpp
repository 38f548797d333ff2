#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "themata/random/stream.hpp"

namespace themata {

// Spike and slab (PCLDA section 2.5, corrected): a topic has a set of active word types, each type active
// with probability pi, conditioned on at least one being active. phi_k ~ Dir(beta) over the active types, 0
// elsewhere. Here beta has no weights or seeds. Integrate phi_k out. The a types with tokens in topic k are
// certainly active, and the number s of further active types has the distribution
//   p(s | z)  proportional to  C(V - a, s) pi^s (1 - pi)^(V - a - s) G((a + s) beta) / G(n_k + (a + s) beta),
// with s > 0 if a = 0. Given s, every set of s types is equally likely.

/// The counts of one topic.
struct SpikeTopic {
  std::uint32_t n_types;      ///< V
  std::uint32_t with_tokens;  ///< a
  std::int64_t tokens;        ///< n_k
};

/// The distribution of s by its logarithms, where it is not negligible: from `first` to below first +
/// log_weights.size().
struct SpikeDistribution {
  std::uint32_t first = 0;
  std::vector<double> log_weights;
  double log_sum = 0;  ///< logarithm of the sum over all s of the terms above
};

SpikeDistribution spike_distribution(const SpikeTopic& topic, double beta, double pi);
std::uint32_t draw_spike(Stream& stream, const SpikeDistribution& distribution);

/// sum over s of p(s | z) value(s)
double expectation(const SpikeDistribution& distribution, const std::function<double(double)>& value);

/// Posterior means of a topic's word probabilities given z, with phi and the active types summed out: (n +
/// beta) / normalizer for a type with n tokens, absent / normalizer for a type without.
struct SpikeMeans {
  double normalizer, absent;
};
SpikeMeans spike_means(const SpikeTopic& topic, const SpikeDistribution& distribution, double beta);

}  // namespace themata
