#pragma once

#include <cstdint>
#include <span>

namespace themata {

inline double sum_of_squares(std::span<const std::int64_t> counts) {
  double sum = 0;
  for (const std::int64_t n : counts) sum += static_cast<double>(n) * static_cast<double>(n);
  return sum;
}

}  // namespace themata
