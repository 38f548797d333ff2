#pragma once

#include <vector>

#include "themata/random/stream.hpp"

namespace themata {

/// Appends the weights of a GEM(gamma) draw, scaled by `rest`, to psi until less than 2^-53 is left.
void break_sticks(Stream& stream, double gamma, double rest, std::vector<double>& psi);

}  // namespace themata
