#pragma once

#include <cstdint>

#include "themata/options/run_options.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// Whether a fit that runs until it has settled may end at this point: it is settled (diagnose/verdict.hpp),
/// and its rows after burn-in are enough to tell, or its chains' halves are as close as matters.
bool may_end(const FitFolder& fit, std::uint64_t burn_in);

/// The first number of sweeps after `done` at which such a fit is judged: 200, 300, 400, 600, 800, 1200, ...,
/// as far as the trace has enough rows in the second half of it. They depend on nothing that changes while a
/// fit runs.
std::uint64_t next_judgement(const RunOptions& asked, std::uint64_t done);

}  // namespace themata
