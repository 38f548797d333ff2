#pragma once

#include <optional>
#include <string>

#include "themata/store/fit_folder.hpp"

namespace themata {

/// What a traced quantity is in nine of ten rows after burn-in, over all chains: its 5% and 95% quantiles.
struct TracedRange {
  double low = 0, high = 0;
};

/// Nothing if no trace has the column or they have fewer than 20 rows after burn-in.
/// @throws InputError if a trace is damaged
std::optional<TracedRange> traced_range(const FitFolder& fit, const std::string& column);

}  // namespace themata
