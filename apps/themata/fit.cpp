#include "themata/fit/fit.hpp"

#include <fmt/core.h>

#include <memory>

#include "fit_options.hpp"
#include "fit_watch.hpp"
#include "subcommands.hpp"

namespace themata::cli {

namespace {

struct FitCommand {
  std::string corpus, output, log = "auto";
  bool dry_run = false;
  TypedOptions options;
};

void print_options(const FitCommand& command) {
  const FitOptions asked = command.options.fit();
  check_new_options(asked);  // before a large corpus is read
  fmt::print("{}\n", to_json(check_fit(open_corpus(command.corpus), asked)).dump(2));
}

void run(const FitCommand& command) {
  if (command.dry_run) return print_options(command);
  if (command.output.empty()) throw CLI::RequiredError("--output");
  const LogStyle style = log_style(command.log);
  const FitEnd end = start_fit(command.corpus, command.options.fit(), command.output, make_watch(style));
  conclude(end, command.output, style);
}

}  // namespace

void add_fit(CLI::App& app) {
  CLI::App* subcommand = app.add_subcommand("fit", "Fit a topic model to a corpus");
  auto command = std::make_shared<FitCommand>();
  subcommand->add_option("CORPUS", command->corpus, "Corpus folder, from themata import")->required();
  subcommand->add_option("--output", command->output, "New folder for the fit (REQUIRED without --dry-run)");
  subcommand->add_flag("--dry-run", command->dry_run,
                       "Check the options and the corpus, print every option as JSON, fit nothing");
  add_model_option(*subcommand, command->options);
  add_fit_options(*subcommand, command->options, [](const AnyField&) { return true; });
  subcommand
      ->add_option("--log", command->log,
                   "auto: one line on a terminal, else nothing; json: one line per event; quiet")
      ->default_str("auto");
  subcommand->callback([command] { run(*command); });
}

}  // namespace themata::cli
