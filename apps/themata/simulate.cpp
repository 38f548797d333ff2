#include "themata/simulate/simulate.hpp"

#include <fmt/core.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <memory>

#include "common_options.hpp"
#include "subcommands.hpp"
#include "themata/io/error.hpp"
#include "themata/simulate/catalog.hpp"
#include "themata/store/output_path.hpp"

namespace themata::cli {

namespace {

struct SimulateCommand {
  SimulateOptions options;
  std::string output, log = "text";
};

void add_field(CLI::App& verb, SimulateOptions& options, const SimulateField& field) {
  std::visit(
      [&](auto place) {
        CLI::Option* option =
            verb.add_option("--" + std::string(field.name), options.*place, with_dashes(help_of(field)));
        if constexpr (std::is_same_v<decltype(place), std::optional<std::uint64_t> SimulateOptions::*>)
          option->transform(
              whole_number(static_cast<std::uint64_t>(field.least), static_cast<std::uint64_t>(field.most)));
      },
      field.place);
}

template <class... Args>
void print_count(std::uint64_t count, fmt::format_string<Args...> format, Args&&... args) {
  fmt::print("{:>14} {}\n", fmt::format("{}", fmt::group_digits(count)),
             fmt::format(format, std::forward<Args>(args)...));
}

void print_summary(const SimulateReport& report, double seconds, const std::string& output) {
  print_count(report.documents, "documents");
  if (report.empty_documents > 0) print_count(report.empty_documents, "of them empty");
  print_count(report.tokens, "words (tokens)");
  print_count(report.types, "different words (types), {} of them drawn",
              fmt::group_digits(report.types_drawn));
  print_count(report.topics, "topics");
  fmt::print("{:>14.1f} seconds\nCorpus: {}\n", seconds, output);
}

void print_summary(const MatrixReport& report, double seconds, const std::string& output) {
  print_count(report.rows, "rows");
  print_count(report.columns, "columns");
  print_count(report.entries, "entries");
  fmt::print("{:>14.1f} seconds\nMatrix: {}\n", seconds, output);
}

/// Draws, and says what it was.
void run_and_tell(const SimulateCommand& command, auto draw) {
  const auto start = std::chrono::steady_clock::now();
  const auto report = draw(command.options, command.output);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (command.log == "text") return print_summary(report, seconds, command.output);
  nlohmann::ordered_json event = report.to_json();
  event["event"] = "simulated";
  event["seconds"] = seconds;
  event["output"] = command.output;
  fmt::print("{}\n", event.dump());
}

void run_simulate(const SimulateCommand& command) {
  if (!is_matrix(command.options)) return run_and_tell(command, simulate_corpus);
  if (std::filesystem::path(command.output).extension() != ".npz")
    throw UsageError(fmt::format("--output {}: of {} a file; expected its name to end in .npz",
                                 command.output, command.options.model));
  run_and_tell(command, [](const SimulateOptions& options, const std::string& path) {
    return simulate_matrix(options, output_path(path));
  });
}

}  // namespace

void add_simulate(CLI::App& app) {
  CLI::App* verb = app.add_subcommand(
      "simulate", "Draw a corpus from a model, with its truth beside it, or a matrix of its prior");
  auto command = std::make_shared<SimulateCommand>();
  SimulateOptions& options = command->options;
  verb->add_option(
          "MODEL", options.model,
          fmt::format(
              "{}: a corpus as that model has it; zipf: one with the statistics of text, of any size; "
              "similar-topics: two of five alike; ibp, icdp: a matrix alone, a buffet's ones, or weights",
              fmt::join(simulate::simulated_models(), ", ")))
      ->required();
  for (const SimulateField& field : simulate_fields()) add_field(*verb, options, field);
  verb->add_option(
      "--lengths", options.lengths,
      "poisson, fixed or log-normal documents (default: poisson; zipf: log-normal; similar-topics: fixed)");
  verb->add_flag("--truth", options.truth, "zipf: write truth/ too, as the others always do");
  verb->add_option("--output", command->output, "The corpus folder to make; of ibp and icdp a .npz file")
      ->required();
  verb->add_option("--log", command->log, "text, or json for a JSON line at the end")
      ->check(CLI::IsMember({"text", "json"}));
  verb->callback([command] { run_simulate(*command); });
}

}  // namespace themata::cli
