#pragma once

#include <cstdint>
#include <memory>

#include "themata/calibration/problem.hpp"
#include "themata/models/options.hpp"

namespace themata {

/// How a model is calibrated: simulation-based calibration of a sampler on small corpora, whose
/// hyperparameters are drawn from their priors too, and learned.
struct Calibration {
  std::uint64_t thin;  ///< sweeps after which draws are nearly independent on small corpora
  /// The options of a calibration's fits: those that choose a sampler as given, the others for small
  /// corpora.
  FitOptions (*options)(FitOptions asked);
  /// @param options  as the above makes them, and checked
  std::unique_ptr<CalibrationProblem> (*problem)(const FitOptions& options);
  bool by_default = false;  ///< whether a self-test that names no model runs it
};

}  // namespace themata
