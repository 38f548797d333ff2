#pragma once

#include "themata/fit/fit.hpp"
#include "themata/models/options.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// @throws UsageError where nothing would be done, or a chain is longer already than it is to be
void check_changes(const FitFolder& fit, const ResumeChanges& changes);

/// The options of a fit that goes on, with `automatic` for what is left to the program.
FitOptions changed_options(const FitFolder& fit, const ResumeChanges& changes);

}  // namespace themata
