#pragma once

#include <cstdint>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/random/stream.hpp"
#include "themata/simulation/options.hpp"

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
struct MatrixSimulation {
  Simulated options;
  /// @param options  with defaults set
  /// @throws UsageError if more columns are expected than a corpus can have topics; ResourceError
  SparseWeights (*draw)(const SimulateOptions& options, Key key, Pool& pool);
};

}  // namespace themata::simulate
