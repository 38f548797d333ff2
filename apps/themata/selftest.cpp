#include "themata/calibrate/selftest.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "common_options.hpp"
#include "fit_options.hpp"
#include "subcommands.hpp"
#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/models/calibration.hpp"

namespace themata::cli {

namespace {

struct SelfTestCommand {
  SelfTestOptions options;
  TypedOptions typed;
  std::string model = "both", output, format = "table";
};

std::vector<std::string> model_names() {
  std::vector<std::string> names;
  for (const ModelPlugin* model : calibrated_models()) names.emplace_back(model->info().name);
  return names;
}

std::vector<std::string> models_of(const SelfTestCommand& command) {
  if (command.model != "both") return {command.model};
  const std::vector<std::string> names = model_names();
  return {names[0], names[1]};
}

/// Names of the quantities whose ranks are uneven.
std::vector<std::string> uneven(const SelfTest& test) {
  std::vector<std::string> names;
  for (const RankTest& one : test.tests)
    if (uniformity_p(one) <= least_uniformity_p) names.push_back(one.name);
  return names;
}

void print_table(const SelfTest& test) {
  fmt::print("{}, {}: {} data sets, the truth's rank among {} draws each, {:.1f} s\n", test.fit.model(),
             test.fit.text("sampler"), test.run.data_sets, test.run.draws, test.seconds);
  fmt::print("  {:<16} {:>10} {:>16}\n", "quantity", "p", "effective draws");
  for (const RankTest& one : test.tests)
    fmt::print("  {:<16} {:>10.3g} {:>16.1f}{}\n", one.name, uniformity_p(one), one.effective_draws,
               uniformity_p(one) > least_uniformity_p ? "" : "   UNEVEN");
}

/// Whether a quantity with uneven ranks has much fewer effective draws than draws.
bool hangs_together(const SelfTest& test) {
  return std::ranges::any_of(test.tests, [&](const RankTest& one) {
    return uniformity_p(one) <= least_uniformity_p &&
           one.effective_draws < 0.7 * static_cast<double>(test.run.draws);
  });
}

void conclude(const std::vector<SelfTest>& tests) {
  std::vector<std::string> failed;
  for (const SelfTest& test : tests)
    if (!test.passed())
      failed.push_back(fmt::format(
          "{} ({}): {}{}", test.fit.model(), test.fit.text("sampler"), fmt::join(uneven(test), ", "),
          model_of(test.fit).exact(test.fit) ? "" : "; this sampler is an approximation by design"));
  if (!failed.empty())
    throw CheckError(fmt::format(
        "the truth's ranks are uneven (p <= {}) for {}{}", least_uniformity_p, fmt::join(failed, "; "),
        std::ranges::any_of(tests, hangs_together)
            ? "; its draws hang together, which alone makes ranks uneven: try a larger --thin"
            : ""));
}

void run_selftest_verb(SelfTestCommand& command) {
  std::optional<StagedFolder> staged;
  if (!command.output.empty()) staged.emplace(command.output);
  std::vector<SelfTest> tests;
  for (const std::string& model : models_of(command)) {
    command.options.model = model;
    command.options.sampler = command.typed.given;
    tests.push_back(run_selftest(command.options));
    if (command.format == "table") print_table(tests.back());
  }
  if (staged) {
    write_selftest(tests, staged->staging().path());
    staged->commit();
  }
  if (command.format == "json") {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const SelfTest& test : tests) all.push_back(to_json(test));
    fmt::print("{}\n", all.dump(1));
  }
  conclude(tests);
  if (command.format == "table")
    fmt::print("Calibrated: every quantity's ranks are as even as a right sampler's (p > {})\n",
               least_uniformity_p);
}

/// "10; of x 40, of y and z 60": what the first model has goes without its name.
std::string thinning_by_model() {
  std::map<std::uint64_t, std::vector<std::string_view>> models;
  for (const ModelPlugin* model : calibrated_models())
    models[model->calibration()->thin].push_back(model->info().name);
  const std::uint64_t usual = calibrated_models().front()->calibration()->thin;
  models.erase(usual);
  std::vector<std::string> others;
  for (auto& [thin, names] : models) {
    const std::string_view last = names.back();
    names.pop_back();
    others.push_back(
        fmt::format("of {}{}{} {}", fmt::join(names, ", "), names.empty() ? "" : " and ", last, thin));
  }
  return fmt::format("{}; {}", usual, fmt::join(others, ", "));
}

}  // namespace

void add_selftest(CLI::App& app) {
  CLI::App* verb =
      app.add_subcommand("selftest", "Check by simulation that the samplers draw from the posterior");
  auto command = std::make_shared<SelfTestCommand>();
  CalibrationRun& run = command->options.run;
  std::vector<std::string> choices = model_names();
  choices.emplace_back("both");
  verb->add_option(
          "--model", command->model,
          fmt::format("{}, or both of the first two (default: both)", fmt::join(model_names(), ", ")))
      ->check(CLI::IsMember(choices).description(""))
      ->type_name("MODEL");
  add_fit_options(*verb, command->typed, [](const AnyField& field) { return field.chooses_sampler; });
  verb->add_option("--data-sets", run.data_sets, "Data sets drawn from the model")
      ->transform(whole_number())
      ->capture_default_str();
  verb->add_option("--draws", run.draws, "Draws a data set, one less than a multiple of 20")
      ->transform(whole_number())
      ->capture_default_str();
  verb->add_option("--burn-in", run.burn_in, "Sweeps before the first draw")
      ->transform(whole_number())
      ->capture_default_str();
  verb->add_option("--thin", run.thin, fmt::format("Sweeps between draws (default: {})", thinning_by_model()))
      ->transform(whole_number(1));
  verb->add_option("--seed", run.seed, "Seed of the random numbers")
      ->transform(whole_number())
      ->capture_default_str();
  add_threads(*verb, command->options.threads);
  add_format(*verb, command->format, {"table", "json"});
  verb->add_option("--output", command->output,
                   "Folder to make: the ranks (ranks.tsv), their plot (ranks.svg) and selftest.json")
      ->type_name("FOLDER");
  verb->callback([command] { run_selftest_verb(*command); });
}

}  // namespace themata::cli
