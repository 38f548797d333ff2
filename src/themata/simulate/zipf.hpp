#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "themata/simulation/simulation.hpp"

namespace themata::simulate {

struct ZipfOptions : CorpusOptions {
  ZipfOptions() { lengths = "log-normal"; }
  std::uint64_t types = automatic;
  std::uint64_t tokens = automatic;  ///< about so many in all; they give the mean length
  std::uint64_t topics = 500;
  double alpha = 1;                      ///< concentration of a document's topics
  double zipf = 1.07, topic_zipf = 0.7;  ///< exponents of the sizes of words and of topics
  double concentration = 500;
};

/// A corpus with the statistics of text. With p_v proportional to (v + 1)^-s and b_k to (k + 1)^-t, each word
/// type divides its mass among the topics: q_v ~ Dir(c K p_v b), weights_k = sum_v p_v q_vk, phi_kv = p_v
/// q_vk / weights_k. So sum_k weights_k phi_kv = p_v: the corpus as a whole follows Zipf's law exactly,
/// whatever its topics.
const Simulation& zipf_simulation();

/// Proportions of n items, proportional to 1, 2^-exponent, 3^-exponent, ...
std::vector<double> zipf_probabilities(std::size_t n, double exponent);

}  // namespace themata::simulate
