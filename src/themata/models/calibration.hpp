#pragma once

#include <cstdint>
#include <memory>

#include "themata/calibration/problem.hpp"
#include "themata/models/options.hpp"

namespace themata {

/// How a model is calibrated: simulation-based calibration of a sampler on small corpora, of which the
/// hyperparameters too are drawn from their priors and learned.
struct Calibration {
  std::uint64_t thin;  ///< sweeps after which draws are nearly independent on small corpora
  /// The options of a calibration's fits: what chooses a sampler as it was asked for, the rest for small
  /// corpora.
  FitOptions (*options)(FitOptions asked);
  /// @param options  as the above makes them, and checked
  std::unique_ptr<CalibrationProblem> (*problem)(const FitOptions& options);
};

}  // namespace themata
