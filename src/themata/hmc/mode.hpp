#pragma once

#include <functional>

#include "themata/hmc/hmc.hpp"

namespace themata::hmc {

/// Where a log density is largest, near `start`, by NLopt's limited-memory BFGS. It need not be exact: what
/// is found is the same for the same start and density, and where the search fails, the best point that it
/// saw is returned.
Vector find_mode(const Vector& start, const std::function<double(const Vector&, Vector&)>& density);

}  // namespace themata::hmc
