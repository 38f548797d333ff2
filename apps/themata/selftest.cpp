#include "themata/calibrate/selftest.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "common_options.hpp"
#include "fit_options.hpp"
#include "subcommands.hpp"
#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/json.hpp"
#include "themata/models/calibration.hpp"

namespace themata::cli {

namespace {

struct SelfTestCommand {
  SelfTestOptions options;
  TypedOptions typed;
  std::string models, output, format = "table";
};

void print_table(const SelfTest& test) {
  fmt::print("{}, {}: {} data sets, rank of the true value among {} draws, {:.1f} s\n", test.fit.model(),
             test.fit.text("sampler"), test.run.data_sets, test.run.draws, test.seconds);
  fmt::print("  {:<16} {:>10} {:>16}\n", "quantity", "p", "effective draws");
  for (const RankTest& one : test.tests)
    fmt::print("  {:<16} {:>10.3g} {:>16.1f}{}\n", one.name, uniformity_p(one), one.effective_draws,
               uniformity_p(one) > least_uniformity_p ? "" : "   UNEVEN");
}

void conclude(const std::vector<SelfTest>& tests) {
  std::vector<std::string> failed;
  for (const SelfTest& test : tests)
    if (!test.passed())
      failed.push_back(fmt::format(
          "{} ({}): {}{}", test.fit.model(), test.fit.text("sampler"), listed(test.uneven(), ", "),
          model_of(test.fit).exact(test.fit) ? "" : "; this sampler is an approximation by design"));
  if (!failed.empty())
    throw CheckError(fmt::format(
        "the ranks of true values are uneven (p <= {}) for {}{}", least_uniformity_p, listed(failed, "; "),
        std::ranges::any_of(tests, &SelfTest::autocorrelated)
            ? "; its draws are autocorrelated, which alone can make ranks uneven: try a larger --thin"
            : ""));
}

/// One test per model.
std::vector<SelfTestOptions> tests_of(const SelfTestCommand& command) {
  std::vector<SelfTestOptions> tests;
  for (const std::string& model : selftest_models(command.models)) {
    tests.push_back(command.options);
    tests.back().model = model;
    tests.back().sampler = command.typed.given;
  }
  return tests;
}

void run_selftest_verb(const SelfTestCommand& command) {
  const std::vector<SelfTestOptions> asked = tests_of(command);
  for (const SelfTestOptions& options : asked) check_selftest(options);  // before any of them runs
  std::optional<StagedFolder> staged;
  if (!command.output.empty()) staged.emplace(command.output);
  std::vector<SelfTest> tests;
  for (const SelfTestOptions& options : asked) {
    tests.push_back(run_selftest(options));
    if (command.format == "table") print_table(tests.back());
  }
  if (staged) {
    write_selftest(tests, staged->staging().path());
    staged->commit();
  }
  if (command.format == "json") {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const SelfTest& test : tests) all.push_back(to_json(test));
    fmt::print("{}\n", dump_json(all, 1));
  }
  conclude(tests);
  if (command.format == "table")
    fmt::print("Calibrated: the ranks of all quantities are consistent with a correct sampler (p > {})\n",
               least_uniformity_p);
}

/// "10 to 100", the defaults of the models.
std::string range_of_thinning() {
  std::uint64_t least = UINT64_MAX, most = 0;
  for (const ModelPlugin* model : calibrated_models()) {
    least = std::min(least, model->calibration()->thin);
    most = std::max(most, model->calibration()->thin);
  }
  return fmt::format("{} to {}", least, most);
}

}  // namespace

void add_selftest(CLI::App& app) {
  CLI::App* verb =
      app.add_subcommand("selftest", "Check by simulation that the samplers draw from the posterior");
  auto command = std::make_shared<SelfTestCommand>();
  CalibrationRun& run = command->options.run;
  verb->add_option("--model", command->models,
                   fmt::format("Some of {}; or all", listed(calibrated_names(), ", ")))
      ->default_str(listed(default_selftest_models(), ","))
      ->type_name("LIST");
  add_fit_options(*verb, command->typed, [](const AnyField& field) { return field.chooses_sampler; });
  verb->add_option("--data-sets", run.data_sets, "Number of data sets drawn from the model")
      ->transform(whole_number())
      ->capture_default_str();
  verb->add_option("--draws", run.draws, "Draws per data set, one less than a multiple of 20")
      ->transform(whole_number())
      ->capture_default_str();
  verb->add_option("--burn-in", run.burn_in, "Sweeps before the first draw")
      ->transform(whole_number())
      ->capture_default_str();
  verb->add_option(
          "--thin", run.thin,
          fmt::format("Sweeps between draws (default: {}, depending on the model)", range_of_thinning()))
      ->transform(whole_number(1));
  verb->add_option("--seed", run.seed, "Seed of the random numbers")
      ->transform(whole_number())
      ->capture_default_str();
  add_threads(*verb, command->options.threads);
  add_format(*verb, command->format, {"table", "json"});
  verb->add_option("--output", command->output,
                   "New folder for the ranks (ranks.tsv), their plot (ranks.svg) and selftest.json")
      ->type_name("FOLDER");
  verb->callback([command] { run_selftest_verb(*command); });
}

}  // namespace themata::cli
