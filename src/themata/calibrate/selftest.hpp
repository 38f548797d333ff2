#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "themata/calibrate/calibration.hpp"
#include "themata/models/model.hpp"

namespace themata {

/// What `themata selftest` runs: simulation-based calibration of a model with one of its samplers, on small corpora of
/// which the hyperparameters too are drawn from their priors and learned.
struct SelfTestOptions {
  std::string model;  ///< one of calibrated_models()
  /// What chooses its sampler, of the fields that say so; the rest is set by models/calibration.hpp.
  GivenOptions sampler;
  CalibrationRun run = {.thin = 0};  ///< thin 0: as the model needs it
  std::uint64_t threads = 0;         ///< 0: every core
};

/// The outcome for one model.
struct SelfTest {
  FitOptions fit;
  CalibrationRun run;
  std::vector<RankTest> tests;
  double seconds = 0;

  /// Whether no quantity's ranks are as uneven as a right sampler's are once in 1000 times.
  bool passed() const;
};

/// p below which a quantity's ranks are called uneven.
constexpr double least_uniformity_p = 1e-3;

/// The models that a self-test can run, in the order that help lists them.
std::vector<const ModelPlugin*> calibrated_models();

/// The fields of a fit that choose its sampler.
std::vector<const Field*> sampler_fields(const FitOptions& fit);

/// @throws UsageError naming the option and its range, or the combination that makes no sense
SelfTest run_selftest(SelfTestOptions options);

/// {"model", "sampler", ..., "data_sets", "draws", "passed", "quantities": [{"name", "p", "effective_draws", "bins"}]}
nlohmann::ordered_json to_json(const SelfTest& test);

/// Columns model, quantity, data_set (from 1), rank (0 to draws).
std::string ranks_tsv(const std::vector<SelfTest>& tests);

/// Every quantity's ranks in rank_bins bars, with the band of bin_band and the expected count, as one SVG picture.
std::string ranks_svg(const std::vector<SelfTest>& tests);

/// Writes ranks.tsv, ranks.svg and selftest.json into a folder. @throws ResourceError
void write_selftest(const std::vector<SelfTest>& tests, const std::filesystem::path& folder);

}  // namespace themata
