#pragma once

#include "themata/hmc/hmc.hpp"

namespace themata::hpc {

/// Whether e to the power of each number is finite and above 0; a leapfrog step may go anywhere.
inline bool in_leap_range(const hmc::Vector& x) {
  constexpr double most = 600;
  return x.allFinite() && x.cwiseAbs().maxCoeff() < most;
}

}  // namespace themata::hpc
