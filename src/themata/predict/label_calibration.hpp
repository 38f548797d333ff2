#pragma once

#include <optional>
#include <vector>

#include "themata/predict/label_map.hpp"
#include "themata/predict/labels.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// What labels' probabilities are worth, and from which one on labels are predicted.
struct LabelCalibration {
  LabelMap map = {};
  double threshold = 0.5;
  std::optional<LabelCalibrated> found = {};  ///< nothing: not calibrated
};

/// The map by documents with labels, and the threshold with the largest micro F1 on them.
/// @param folds  for the record
LabelCalibration calibration_by(std::vector<LabeledRows> rows, std::uint64_t folds, std::size_t at_least);

/// What an earlier call with the same options left in the fit's folder (label-calibration.json); nothing if
/// there is none, or none that can be read.
std::optional<LabelCalibration> kept_calibration(const FitFolder& fit, const LabelOptions& options,
                                                 LabelMethod method);
/// Leaves it there if the folder can be written.
void keep_calibration(const FitFolder& fit, const LabelOptions& options, LabelMethod method,
                      const LabelCalibration& calibration);

}  // namespace themata
