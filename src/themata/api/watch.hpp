#pragma once

#include "themata/api/fit.hpp"
#include "themata/fit/fit.hpp"

namespace themata {

/// An observer as the chain loop asks for it. A stop shows at the sweep that reported it.
/// @param observer, stopped  outlive the result
FitWatch watch_of(const Observer& observer, bool& stopped);

}  // namespace themata
