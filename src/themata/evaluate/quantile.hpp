#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace themata {

/// A quantile of ascending values, linear between the two nearest (R's type 7).
/// @param ascending  at least one number. @param p  from 0 to 1
template <class Values>
double quantile_of(const Values& ascending, double p) {
  const double place = p * static_cast<double>(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(place));
  const std::size_t above = std::min(below + 1, ascending.size() - 1);
  const auto low = static_cast<double>(ascending[below]), high = static_cast<double>(ascending[above]);
  return low + (high - low) * (place - std::floor(place));
}

}  // namespace themata
