#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "themata/random/stream.hpp"
#include "themata/simulation/options.hpp"

// Weights of topics by stick breaking.
namespace themata::simulate {

struct Sticks {
  double concentration;
  double discount = 0;
  std::uint64_t most = most_simulated_topics;  ///< topics; `automatic`: as many as possible
};

/// b_j ~ Beta(1 - discount, concentration + j discount) (Pitman & Yor 1997). If there are more than the
/// maximum, or than possible, the last topic gets the remaining weight.
std::vector<double> draw_sticks(const Sticks& sticks, Key key);

}  // namespace themata::simulate
