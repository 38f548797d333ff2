#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "support/statistics.hpp"
#include "themata/random/stream.hpp"

// Drawing a slot in proportion to its weight.
namespace themata::testing {

/// Draws a slot of `weight` (a multiple of 16 of them) for one uniform in [0, 1).
using DrawSlot = std::function<std::size_t(const std::vector<float>& weight, float u)>;

/// Weights as samplers have them: most slots small, some large, every fifth and the whole last group empty.
inline std::vector<float> uneven_weights(std::size_t slots) {
  Stream stream({61}, Purpose::data, 0, slots);
  std::vector<float> weight(slots);
  for (std::size_t k = 0; k < slots; ++k) {
    const auto u = static_cast<float>(stream.uniform());
    const bool empty = k % 5 == 2 || (slots > 16 && k >= slots - 16);
    weight[k] = empty ? 0.0F : u * u * u + 1e-4F;
  }
  return weight;
}

struct SlotsFound {
  double p;                    ///< of the chi-square test of the frequencies
  std::uint64_t empty_chosen;  ///< draws of a slot without weight
};

/// @param n  draws with random u; u = 0 and the largest float below 1 are tried too
inline SlotsFound compare_slots(const DrawSlot& draw, const std::vector<float>& weight, std::size_t n) {
  Stream stream({62}, Purpose::data, 0, weight.size());
  double total = 0;
  for (const float w : weight) total += w;
  std::vector<double> probability(weight.begin(), weight.end());
  for (double& p : probability) p /= total;
  SlotsFound found{0, 0};
  std::vector<std::uint64_t> counts(weight.size());
  for (std::size_t i = 0; i < n; ++i) ++counts.at(draw(weight, stream.uniform_float()));
  for (std::size_t k = 0; k < weight.size(); ++k) found.empty_chosen += weight[k] > 0 ? 0 : counts[k];
  for (const float u : {0.0F, 1 - 0x1p-24F, 0.5F}) found.empty_chosen += weight[draw(weight, u)] > 0 ? 0 : 1;
  found.p = chi_square_p(counts, probability);
  return found;
}

}  // namespace themata::testing
