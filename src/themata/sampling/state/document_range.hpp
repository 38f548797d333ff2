#pragma once

#include <cstddef>

namespace themata::sampling {

/// Consecutive documents.
struct DocumentRange {
  std::size_t first, last;
};

}  // namespace themata::sampling
