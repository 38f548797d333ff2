#include <memory>

#include "common_options.hpp"
#include "fit_watch.hpp"
#include "themata/fit/fit.hpp"
#include "verbs.hpp"

namespace themata::cli {

namespace {

struct ResumeCommand {
  std::string fit, log = "auto";
  ResumeChanges changes;
};

void run(const ResumeCommand& command) {
  const LogStyle style = log_style(command.log);
  conclude(resume_fit(command.fit, command.changes, make_watch(style)), command.fit, style);
}

}  // namespace

void add_resume(CLI::App& app) {
  CLI::App* verb =
      app.add_subcommand("resume", "Go on with a fit that was interrupted or killed, or is to be longer");
  auto command = std::make_shared<ResumeCommand>();
  verb->add_option("FIT", command->fit, "fit folder")->required();
  verb->add_option("--sweeps", command->changes.sweeps, "passes over the corpus in all; default: as before")
      ->transform(whole_number(1));
  verb->add_option("--threads", command->changes.threads, "threads; default: as before")
      ->transform(whole_number(1, 1024));
  verb->add_option("--time-limit", command->changes.time_limit,
                   "seconds of sampling in all; default: as before")
      ->check(CLI::NonNegativeNumber);
  verb->add_option("--max-topics", command->changes.max_topics,
                   "hdp, franchise, lida, ftm: topics at which it ends with exit code 4; default: as before")
      ->transform(whole_number(16, 65535));
  verb->add_option("--log", command->log,
                   "auto: a line on a terminal, else nothing; json: a line an event; quiet")
      ->default_str("auto");
  verb->callback([command] { run(*command); });
}

}  // namespace themata::cli
