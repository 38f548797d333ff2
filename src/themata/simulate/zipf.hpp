#pragma once

#include <vector>

#include "themata/simulation/simulation.hpp"

namespace themata::simulate {

/// A corpus with the statistics of text. With p_v proportional to (v + 1)^-s and b_k to (k + 1)^-t, each word
/// type divides its mass among the topics: q_v ~ Dir(c K p_v b), weights_k = sum_v p_v q_vk, phi_kv = p_v
/// q_vk / weights_k. So sum_k weights_k phi_kv = p_v: the corpus as a whole follows Zipf's law exactly,
/// whatever its topics.
const Simulation& zipf_simulation();

/// Proportions of n items, proportional to 1, 2^-exponent, 3^-exponent, ...
std::vector<double> zipf_shares(std::size_t n, double exponent);

}  // namespace themata::simulate
