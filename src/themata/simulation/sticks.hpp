#pragma once

#include <vector>

#include "themata/random/stream.hpp"
#include "themata/simulation/options.hpp"

// Weights of topics by sticks.
namespace themata::simulate {

/// @throws UsageError where --gamma breaks the stick into more topics than there can be
void check_sticks(const SimulateOptions& options);

/// b_j ~ Beta(1 - discount, gamma + j discount) (Pitman & Yor 1997). Of more than --topics, or than there can
/// be, the last takes what is left.
std::vector<double> draw_sticks(const SimulateOptions& options, Key key);

}  // namespace themata::simulate
