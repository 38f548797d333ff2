#include "themata/fit/fit.hpp"

#include <fmt/core.h>

#include <memory>

#include "common_options.hpp"
#include "fit_options.hpp"
#include "fit_watch.hpp"
#include "subcommands.hpp"
#include "themata/io/json.hpp"
#include "themata/io/scratch.hpp"

namespace themata::cli {

namespace {

struct FitCommand {
  std::string corpus, output, scratch, log = "auto";
  bool dry_run = false;
  TypedOptions options;
  Leader* leader = nullptr;  ///< of several ranks
};

void print_options(const FitCommand& command) {
  const FitOptions asked = command.options.fit();
  check_new_options(asked);  // before a large corpus is read
  fmt::print("{}\n", dump_json(to_json(check_fit(open_corpus(command.corpus), asked)), 2));
}

void run(const FitCommand& command) {
  const Scratch scratch(command.scratch);
  if (command.dry_run) return print_options(command);
  if (command.output.empty()) throw CLI::RequiredError("--output");
  const LogStyle style = log_style(command.log);
  const FitOptions options = command.options.fit();
  if (command.leader != nullptr) answer_lost_ranks(command.output);
  const FitWatch watch = make_watch(style);
  const FitEnd end = command.leader == nullptr
                         ? start_fit(command.corpus, options, command.output, watch)
                         : start_fit(command.corpus, options, command.output, watch, *command.leader);
  conclude(end, command.output, style);
}

}  // namespace

void add_fit(CLI::App& app, Leader* leader) {
  CLI::App* subcommand = app.add_subcommand("fit", "Fit a topic model to a corpus");
  auto command = std::make_shared<FitCommand>();
  command->leader = leader;
  subcommand->add_option("CORPUS", command->corpus, "Corpus folder, from themata import")->required();
  subcommand->add_option("--output", command->output, "New folder for the fit (REQUIRED without --dry-run)");
  subcommand->add_flag("--dry-run", command->dry_run,
                       "Check the options and the corpus, print every option as JSON, fit nothing");
  add_model_option(*subcommand, command->options);
  add_fit_options(*subcommand, command->options, [](const AnyField&) { return true; });
  if (leader == nullptr) add_scratch(*subcommand, command->scratch);
  add_max_memory(*subcommand);
  subcommand
      ->add_option("--log", command->log,
                   "auto: one line on a terminal, else nothing; json: one line per event; quiet")
      ->default_str("auto");
  subcommand->callback([command] { run(*command); });
}

}  // namespace themata::cli
