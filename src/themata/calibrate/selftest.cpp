#include "themata/calibrate/selftest.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <sstream>
#include <utility>

#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/json.hpp"
#include "themata/models/calibration.hpp"
#include "themata/models/registry.hpp"

namespace themata {

namespace {

const Calibration& calibration_of(const std::string& model) {
  const std::vector<std::string> names = calibrated_names();
  if (std::ranges::find(names, model) == names.end())
    throw UsageError(
        OptionFault{"model", fmt::format("'{}'", model),
                    fmt::format("all, or some of {}, separated by commas", listed(names, ", "))});
  return *find_model(model).calibration();
}

void check_run(const CalibrationRun& run) {
  const auto require = [](bool holds, std::string_view option, std::uint64_t value,
                          std::string_view expected) {
    if (!holds)
      throw UsageError(OptionFault{std::string(option), std::to_string(value), std::string(expected)});
  };
  constexpr std::uint64_t most = 1'000'000;
  require(run.data_sets >= 5 * rank_bins && run.data_sets <= most, "data-sets", run.data_sets,
          fmt::format("a number from {} to {}: {} bins need 5 each", 5 * rank_bins, most, rank_bins));
  require((run.draws + 1) % rank_bins == 0 && run.draws > 0 && run.draws < most, "draws", run.draws,
          fmt::format("one less than a multiple of {}, such as 19 or 99", rank_bins));
  require(run.burn_in <= most, "burn-in", run.burn_in, fmt::format("a number from 0 to {}", most));
  require(run.thin >= 1 && run.thin <= most, "thin", run.thin, fmt::format("a number from 1 to {}", most));
  require(run.burn_in + run.draws * run.thin <= UINT32_MAX, "thin", run.thin,
          "no more than 2^32 sweeps in all");
  require(run.seed <= UINT32_MAX, "seed", run.seed, fmt::format("a number from 0 to {}", UINT32_MAX));
}

}  // namespace

std::vector<const ModelPlugin*> calibrated_models() {
  std::vector<const ModelPlugin*> models;
  for (const ModelPlugin* model : all_models())
    if (model->calibration() != nullptr) models.push_back(model);
  return models;
}

std::vector<std::string> calibrated_names() {
  std::vector<std::string> names;
  for (const ModelPlugin* model : calibrated_models()) names.emplace_back(model->info().name);
  return names;
}

std::vector<std::string> default_selftest_models() {
  std::vector<std::string> names;
  for (const ModelPlugin* model : calibrated_models())
    if (model->calibration()->by_default) names.emplace_back(model->info().name);
  return names;
}

std::vector<std::string> selftest_models(const std::string& list) {
  if (list.empty()) return default_selftest_models();
  if (list == "all") return calibrated_names();
  std::vector<std::string> names;
  std::istringstream stream(list);
  for (std::string name; std::getline(stream, name, ',');) {
    calibration_of(name);
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

std::vector<const Field*> sampler_fields(const FitOptions& fit) {
  std::vector<const Field*> fields = fit.fields();
  std::erase_if(fields, [](const Field* field) { return !field->chooses_sampler; });
  return fields;
}

std::vector<std::string> SelfTest::uneven() const {
  std::vector<std::string> names;
  for (const RankTest& one : tests)
    if (uniformity_p(one) <= least_uniformity_p) names.push_back(one.name);
  return names;
}

bool SelfTest::autocorrelated() const {
  constexpr double least_effective = 0.7;  // of the draws
  return std::ranges::any_of(tests, [&](const RankTest& one) {
    return uniformity_p(one) <= least_uniformity_p &&
           one.effective_draws < least_effective * static_cast<double>(run.draws);
  });
}

namespace {

/// A calibration whose options are checked.
struct CheckedSelfTest {
  const Calibration& calibration;
  FitOptions fit;
  CalibrationRun run;
};

/// Everything else is drawn, or set by the test.
void check_chooses_sampler(const FitOptions& fit, const GivenOptions& given) {
  std::vector<std::string_view> names;
  for (const Field* field : sampler_fields(fit)) names.push_back(field->name);
  for (const auto& [name, text] : given)
    if (std::ranges::find(names, name) == names.end())
      throw UsageError(OptionFault{name, text,
                                   fmt::format("nothing, as a self-test draws it or sets it itself; it takes "
                                               "options that choose the sampler: {}",
                                               listed(names, ", "))});
}

CheckedSelfTest checked(const SelfTestOptions& options) {
  const Calibration& calibration = calibration_of(options.model);
  CalibrationRun run = options.run;
  if (run.thin == 0) run.thin = calibration.thin;
  check_run(run);
  const FitOptions asked = options_from(options.model, options.sampler);
  check_chooses_sampler(asked, options.sampler);
  FitOptions fit = calibration.options(asked);
  check_options(fit);
  return {calibration, std::move(fit), run};
}

}  // namespace

void check_selftest(const SelfTestOptions& options) { checked(options); }

SelfTest run_selftest(const SelfTestOptions& options, const std::function<bool()>& go_on) {
  const CheckedSelfTest asked = checked(options);
  Pool pool(threads_for(options.threads), go_on);
  const auto start = std::chrono::steady_clock::now();
  SelfTest test{asked.fit, asked.run, {}, 0};
  test.tests = calibrate(*asked.calibration.problem(asked.fit), asked.run, pool);
  test.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return test;
}

nlohmann::ordered_json to_json(const SelfTest& test) {
  nlohmann::ordered_json quantities = nlohmann::ordered_json::array();
  for (const RankTest& one : test.tests)
    quantities.push_back({{"name", one.name},
                          {"p", uniformity_p(one)},
                          {"effective_draws", one.effective_draws},
                          {"bins", binned(one)}});
  nlohmann::ordered_json out = {{"model", test.fit.model()}};
  for (const Field* field : sampler_fields(test.fit))
    out[std::string(field->name)] = to_json(test.fit).at(std::string(field->name));
  out["exact"] = model_of(test.fit).exact(test.fit);
  out.update({{"data_sets", test.run.data_sets},
              {"draws", test.run.draws},
              {"burn_in", test.run.burn_in},
              {"thin", test.run.thin},
              {"seed", test.run.seed},
              {"passed", test.passed()},
              {"quantities", std::move(quantities)}});
  return out;
}

std::string ranks_tsv(const std::vector<SelfTest>& tests) {
  std::string text = "model\tquantity\tdata_set\trank\n";
  for (const SelfTest& test : tests)
    for (const RankTest& one : test.tests)
      for (std::size_t i = 0; i < one.ranks.size(); ++i)
        text += fmt::format("{}\t{}\t{}\t{}\n", test.fit.model(), one.name, i + 1, one.ranks[i]);
  return text;
}

void write_selftest(const std::vector<SelfTest>& tests, const std::filesystem::path& folder) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const SelfTest& test : tests) all.push_back(to_json(test));
  write_file_atomically(folder / "selftest.json", dump_json(all, 2) + "\n");
  write_file_atomically(folder / "ranks.tsv", ranks_tsv(tests));
  write_file_atomically(folder / "ranks.svg", ranks_svg(tests));
}

}  // namespace themata
