#pragma once

#include <cstdint>

#include "themata/random/elementary.hpp"

namespace themata {

/// log of the rising factorial: Gamma(x + n) / Gamma(x), x > 0.
inline double log_rising(double x, std::int64_t n) {
  return n == 0 ? 0 : portable_lgamma(x + static_cast<double>(n)) - portable_lgamma(x);
}

}  // namespace themata
