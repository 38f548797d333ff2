#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "themata/store/fit_folder.hpp"

namespace themata {

/// The row of a trace at which a chain first comes near the best log posterior.
struct ModeRegion {
  std::uint64_t sweep = 0;
  double seconds = 0;        ///< of sampling, up to there
  double log_posterior = 0;  ///< lp__ there
};

/// The time to the mode region of each chain of a fit (Magnusson et al. 2018, section 4.3 and Table 5): the first row of its
/// trace whose lp__ is at least best - .01 |best|, where best is the largest finite lp__ in the traces of all chains. As fine
/// as --trace-every. Chains without a trace yet are left out; nothing for a chain that has not come there.
/// @throws InputError where a trace is damaged
std::map<std::uint32_t, std::optional<ModeRegion>> times_to_mode_region(const FitFolder& fit);

}  // namespace themata
