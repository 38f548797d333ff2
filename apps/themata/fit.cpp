#include "themata/fit/fit.hpp"

#include <memory>

#include "fit_options.hpp"
#include "fit_watch.hpp"
#include "verbs.hpp"

namespace themata::cli {

namespace {

struct FitCommand {
  std::string corpus, output, log = "auto";
  TypedOptions options;
};

void run(const FitCommand& command) {
  const LogStyle style = log_style(command.log);
  const FitEnd end = start_fit(command.corpus, command.options.fit(), command.output, make_watch(style));
  conclude(end, command.output, style);
}

}  // namespace

void add_fit(CLI::App& app) {
  CLI::App* verb = app.add_subcommand("fit", "Fit a topic model to a corpus");
  auto command = std::make_shared<FitCommand>();
  verb->add_option("CORPUS", command->corpus, "Corpus folder, from themata import")->required();
  verb->add_option("--output", command->output, "New folder for the fit")->required();
  add_model_option(*verb, command->options);
  add_fit_options(*verb, command->options, [](const AnyField&) { return true; });
  verb->add_option("--log", command->log,
                   "auto: one line on a terminal, else nothing; json: one line per event; quiet")
      ->default_str("auto");
  verb->callback([command] { run(*command); });
}

}  // namespace themata::cli
