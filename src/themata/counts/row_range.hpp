#pragma once

#include <cstddef>

namespace themata {

/// Consecutive rows of a matrix, the last of them left out.
struct RowRange {
  std::size_t first, last;
};

}  // namespace themata
