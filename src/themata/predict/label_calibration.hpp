#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "themata/predict/fit_draws.hpp"
#include "themata/predict/label_map.hpp"
#include "themata/predict/labels.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// What labels' probabilities are worth, and from which one on labels are predicted.
struct LabelCalibration {
  LabelMap map = {};
  double threshold = 0.5;
  std::optional<LabelCalibrated> found = {};  ///< nothing: not calibrated
  std::string missing = {};                   ///< why not, where it was to be done
};

/// The map by documents with labels, the identity if there are fewer than 500 pairs of a document and a label
/// or fewer than 50 right ones, and the threshold with the largest micro F1 on them.
/// @param folds  for the record
LabelCalibration calibration_by(std::vector<LabeledRows> rows, std::uint64_t folds, std::size_t at_least);

/// All that a calibration by folds depends on, besides the corpus and the model of the fit.
using CalibrationKey = nlohmann::ordered_json;
CalibrationKey key_of(const FitFolder& fit, const LabelOptions& options, LabelMethod method,
                      const FitDraws& draws);

/// What an earlier call with the same key left in the fit's folder (label-calibration.json); nothing if there
/// is none, or none that can be read.
std::optional<LabelCalibration> kept_calibration(const FitFolder& fit, const CalibrationKey& key);
/// Leaves it there if the folder can be written.
void keep_calibration(const FitFolder& fit, const CalibrationKey& key, const LabelCalibration& calibration);

}  // namespace themata
