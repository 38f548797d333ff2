#pragma once

#include <cstdint>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/random/stream.hpp"
#include "themata/simulation/simulated.hpp"

// Matrices drawn from a prior alone.
namespace themata::simulate {

/// Weights of the columns that each row has, or only ones.
struct SparseWeights {
  std::vector<std::vector<std::uint32_t>> columns_of;  ///< by row, ascending
  std::uint32_t n_columns = 0;
  std::vector<std::vector<double>>
      weights;  ///< of each row's columns, summing to 1; none if there are only ones
};

/// How to simulate a matrix.
class MatrixSimulation : public Simulated {
 public:
  using Result = SparseWeights;
  using Simulated::Simulated;

  /// @param options  completed
  /// @throws UsageError if more columns are expected than a corpus can have topics; ResourceError
  virtual SparseWeights draw(const AnyOptions& options, Key key, Pool& pool) const = 0;
};

}  // namespace themata::simulate
