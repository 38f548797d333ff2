#include "themata/calibrate/selftest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>

#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/models/calibration.hpp"
#include "themata/models/registry.hpp"

namespace themata {

namespace {

/// "a, b or c", of the models that a self-test can run.
std::string names_of_models() {
  std::vector<std::string_view> names;
  for (const ModelPlugin* model : calibrated_models()) names.push_back(model->info().name);
  const std::string_view last = names.back();
  names.pop_back();
  return fmt::format("{} or {}", fmt::join(names, ", "), last);
}

const Calibration& calibration_of(const std::string& model) {
  if (const Calibration* calibration = find_model(model).calibration()) return *calibration;
  throw UsageError(OptionFault{"model", fmt::format("'{}'", model), names_of_models()});
}

void check_run(const CalibrationRun& run) {
  const auto require = [](bool holds, std::string_view option, std::uint64_t value,
                          std::string_view expected) {
    if (!holds) throw UsageError(fmt::format("`{}` is {}; expected {}", option, value, expected));
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

std::vector<const Field*> sampler_fields(const FitOptions& fit) {
  std::vector<const Field*> fields = fit.fields();
  std::erase_if(fields, [](const Field* field) { return !field->chooses_sampler; });
  return fields;
}

bool SelfTest::passed() const {
  return std::all_of(tests.begin(), tests.end(),
                     [](const RankTest& test) { return uniformity_p(test) > least_uniformity_p; });
}

SelfTest run_selftest(SelfTestOptions options) {
  const Calibration& calibration = calibration_of(options.model);
  if (options.run.thin == 0) options.run.thin = calibration.thin;
  check_run(options.run);
  const FitOptions fit = calibration.options(options_from(options.model, options.sampler));
  check_options(fit);
  Pool pool(threads_for(options.threads));
  const auto start = std::chrono::steady_clock::now();
  SelfTest test{fit, options.run, {}, 0};
  test.tests = calibrate(*calibration.problem(fit), options.run, pool);
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
  write_file_atomically(folder / "selftest.json", all.dump(2) + "\n");
  write_file_atomically(folder / "ranks.tsv", ranks_tsv(tests));
  write_file_atomically(folder / "ranks.svg", ranks_svg(tests));
}

}  // namespace themata
