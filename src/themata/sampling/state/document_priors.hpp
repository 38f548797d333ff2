#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "themata/counts/matrix.hpp"

namespace themata::sampling {

/// Pseudo-counts of topics by document, for models whose documents differ in them. Documents of one kind
/// share a row. Single precision: it is what the scans add counts to.
struct DocumentPriors {
  Matrix<float> rows;                 ///< kinds x slots; 0 for slots without a topic
  std::vector<std::uint32_t> row_of;  ///< D; empty where all documents have the same pseudo-counts

  bool empty() const { return row_of.empty(); }
  const float* of(std::size_t d) const { return rows.row(row_of[d]); }
};

}  // namespace themata::sampling
