#include "themata/simulate/simulate.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "common_options.hpp"
#include "verbs.hpp"

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
            verb.add_option("--" + std::string(field.name), options.*place, std::string(field.help));
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

void run_simulate(const SimulateCommand& command) {
  const auto start = std::chrono::steady_clock::now();
  const SimulateReport report = simulate_corpus(command.options, command.output);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (command.log == "text") return print_summary(report, seconds, command.output);
  nlohmann::ordered_json event = report.to_json();
  event["event"] = "simulated";
  event["seconds"] = seconds;
  event["output"] = command.output;
  fmt::print("{}\n", event.dump());
}

}  // namespace

void add_simulate(CLI::App& app) {
  CLI::App* verb = app.add_subcommand("simulate", "Draw a corpus from a model, with its truth beside it");
  auto command = std::make_shared<SimulateCommand>();
  SimulateOptions& options = command->options;
  verb->add_option("MODEL", options.model,
                   "lda, hdp; zipf: a corpus with the statistics of text, of any size; similar-topics: two "
                   "of five alike")
      ->required();
  for (const SimulateField& field : simulate_fields()) add_field(*verb, options, field);
  verb->add_option(
      "--lengths", options.lengths,
      "poisson, fixed or log-normal documents (default: poisson; zipf: log-normal; similar-topics: fixed)");
  verb->add_flag("--truth", options.truth, "zipf: write truth/ too, as the others always do");
  verb->add_option("--output", command->output, "The corpus folder to make")->required();
  verb->add_option("--log", command->log, "text, or json for a JSON line at the end")
      ->check(CLI::IsMember({"text", "json"}));
  verb->callback([command] { run_simulate(*command); });
}

}  // namespace themata::cli
