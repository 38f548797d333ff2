#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "themata/store/fit_folder.hpp"

namespace themata {

/// The first row of a trace near the best log posterior.
struct ModeRegion {
  std::uint64_t sweep = 0;
  double seconds = 0;        ///< of sampling, up to that row
  double log_posterior = 0;  ///< lp__ in that row
};

/// The time to the mode region of each chain of a fit (Magnusson et al. 2018, section 4.3 and Table 5): the
/// first row of its trace with lp__ at least best - .01 |best|, where best is the largest finite lp__ in the
/// traces of all chains. The resolution is --trace-every. Chains without a trace are left out; a chain that
/// has not reached the region has no value.
/// @throws InputError if a trace is damaged
std::map<std::uint32_t, std::optional<ModeRegion>> times_to_mode_region(const FitFolder& fit);

}  // namespace themata
