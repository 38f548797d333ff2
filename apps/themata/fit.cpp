#include "themata/fit/fit.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <memory>

#include "fit_watch.hpp"
#include "verbs.hpp"

namespace themata::cli {

namespace {

struct FitCommand {
  std::string corpus, output, log = "auto";
  FitOptions options;
};

/// MALLET's spellings whose meaning is the same. Its --alpha and --optimize-interval mean something else, so they are
/// not among them.
std::string spellings(std::string_view name) {
  if (name == "topics") return "--topics,--num-topics";
  if (name == "sweeps") return "--sweeps,--num-iterations";
  if (name == "threads") return "--threads,--num-threads";
  if (name == "seed") return "--seed,--random-seed";
  return "--" + std::string(name);
}

/// A minus sign would otherwise wrap a whole number around to one beyond every range.
CLI::Validator not_negative() {
  return {[](const std::string& text) {
            return text.starts_with('-') ? fmt::format("is {}; expected a number from 0 up", text) : "";
          },
          ""};
}

void add_field(CLI::App& app, FitOptions& options, const FitField& field) {
  std::string help(field.help);
  if (!field.choices.empty()) help += fmt::format(" [{}]", fmt::join(field.choices, "|"));
  std::visit(
      [&](auto place) {
        using Value = std::decay_t<decltype(options.*place)>;
        CLI::Option* option = app.add_option(spellings(field.name), options.*place, help);
        if constexpr (std::is_same_v<Value, std::uint64_t>) {
          option->check(not_negative());
          if (options.*place != FitOptions::automatic) option->default_str(std::to_string(options.*place));
        } else if constexpr (std::is_same_v<Value, double>) {
          option->default_str(fmt::format("{:g}", options.*place));
        } else {
          option->default_str(options.*place);
        }
      },
      field.place);
}

void run(FitCommand& command, const CLI::App& app) {
  const bool partially = !(command.options.z.empty() && command.options.phi.empty());
  if (partially && app.count("--sampler") == 0) command.options.sampler = "partially-collapsed";
  const LogStyle style = log_style(command.log);
  const FitEnd end = start_fit(command.corpus, command.options, command.output, make_watch(style));
  conclude(end, command.output, style);
}

}  // namespace

void add_fit(CLI::App& app) {
  CLI::App* verb = app.add_subcommand("fit", "Find the topics of a corpus");
  auto command = std::make_shared<FitCommand>();
  verb->add_option("CORPUS", command->corpus, "corpus folder, from themata import")->required();
  verb->add_option("--output", command->output, "folder to write the fit to")->required();
  for (const FitField& field : fit_fields()) add_field(*verb, command->options, field);
  verb->add_option("--log", command->log,
                   "auto: a line on a terminal, else nothing; json: a line an event; quiet")
      ->default_str("auto");
  verb->callback([command, verb] { run(*command, *verb); });
}

}  // namespace themata::cli
