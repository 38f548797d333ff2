#pragma once

#include <vector>

#include "themata/random/stream.hpp"
#include "themata/simulation/options.hpp"

// Weights of topics by stick breaking.
namespace themata::simulate {

/// @throws UsageError if --gamma gives more topics than possible
void check_sticks(const SimulateOptions& options);

/// b_j ~ Beta(1 - discount, gamma + j discount) (Pitman & Yor 1997). If there are more than --topics, or than
/// possible, the last topic gets the rest.
std::vector<double> draw_sticks(const SimulateOptions& options, Key key);

}  // namespace themata::simulate
