#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "themata/effects/covariate.hpp"

namespace themata {

/// Documents by period.
struct Periods {
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::string> names;  ///< in order, those that have documents
  std::vector<std::uint32_t> of;   ///< of each document; none where it is not used
};

/// @param used  which documents count
/// @param period  decade, year, quarter, month or day of dates; a width of numbers; "" for years of dates
/// that span three years or more, months of such that span three months, else days; for each value of whole
/// numbers if there are at most 60, else 20 of equal width; levels of factors
/// @throws UsageError if the field has no such periods
Periods make_periods(const Covariate& covariate, const std::vector<bool>& used, const std::string& period);

}  // namespace themata
