#pragma once

#include <cstdint>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/random/stream.hpp"
#include "themata/simulation/options.hpp"

// Matrices of the prior alone.
namespace themata::simulate {

/// Weights of rows over the columns that each has, or ones alone.
struct SparseWeights {
  std::vector<std::vector<std::uint32_t>> columns_of;  ///< of each row, ascending
  std::uint32_t n_columns = 0;
  std::vector<std::vector<double>>
      weights;  ///< of each row's columns, of sum 1; none where there are ones alone
};

/// How a matrix is simulated.
struct MatrixSimulation {
  Simulated options;
  /// @param options  settled
  /// @throws UsageError where more columns are to be expected than a corpus can have topics; ResourceError
  SparseWeights (*draw)(const SimulateOptions& options, Key key, Pool& pool);
};

}  // namespace themata::simulate
