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

/// What `themata selftest` runs: simulation-based calibration of a model with one of its samplers, on small
/// corpora. Their hyperparameters are drawn from their priors too, and learned.
struct SelfTestOptions {
  std::string model;  ///< one of calibrated_models()
  /// Options that choose its sampler; the rest is set by models/calibration.hpp.
  GivenOptions sampler;
  CalibrationRun run = {.thin = 0};  ///< thin 0: as the model needs it
  std::uint64_t threads = 0;         ///< 0: all cores
};

/// The outcome for one model.
struct SelfTest {
  FitOptions fit;
  CalibrationRun run;
  std::vector<RankTest> tests;
  double seconds = 0;

  /// Quantities whose ranks are as uneven as those of a correct sampler once in 1000 times.
  std::vector<std::string> uneven() const;
  bool passed() const { return uneven().empty(); }
  /// Whether an uneven quantity has much fewer effective draws than draws: autocorrelation alone can make its
  /// ranks uneven.
  bool autocorrelated() const;
};

/// p up to which the ranks of a quantity are called uneven.
constexpr double least_uniformity_p = 1e-3;

/// The models that a self-test can run, in the order that help lists them.
std::vector<const ModelPlugin*> calibrated_models();
/// Their names.
std::vector<std::string> calibrated_names();
/// Those that a self-test runs if no model is named.
std::vector<std::string> default_selftest_models();
/// The models of a list: names separated by commas, or `all`, or "" for the default.
/// @throws UsageError if one of them cannot be tested
std::vector<std::string> selftest_models(const std::string& list);

/// The fields of a fit that choose its sampler.
std::vector<const Field*> sampler_fields(const FitOptions& fit);

/// @throws UsageError naming the option and its range, or the combination that makes no sense
void check_selftest(const SelfTestOptions& options);
/// Checks, and runs.
/// @param go_on  asked now and then on the calling thread; false ends the work: Cancelled is
/// thrown. @throws UsageError as above
SelfTest run_selftest(const SelfTestOptions& options, const std::function<bool()>& go_on = {});

/// {"model", "sampler", ..., "data_sets", "draws", "passed", "quantities": [...]}, each quantity being
/// {"name", "p", "effective_draws", "bins"}
nlohmann::ordered_json to_json(const SelfTest& test);

/// Columns model, quantity, data_set (from 1), rank (0 to draws).
std::string ranks_tsv(const std::vector<SelfTest>& tests);

/// The ranks of every quantity in rank_bins bars, with the band of bin_band and the expected count, as one
/// SVG picture.
std::string ranks_svg(const std::vector<SelfTest>& tests);

/// Writes ranks.tsv, ranks.svg and selftest.json into a folder. @throws ResourceError
void write_selftest(const std::vector<SelfTest>& tests, const std::filesystem::path& folder);

}  // namespace themata
