#include <memory>

#include "common_options.hpp"
#include "fit_watch.hpp"
#include "opened_fits.hpp"
#include "subcommands.hpp"
#include "themata/fit/fit.hpp"
#include "themata/io/scratch.hpp"
#include "themata/models/registry.hpp"

namespace themata::cli {

namespace {

struct ResumeCommand {
  std::string fit, scratch, log = "auto";
  ResumeChanges changes;
  Leader* leader = nullptr;  ///< of several ranks
};

void run(const ResumeCommand& command) {
  const Scratch scratch(command.scratch);
  const LogStyle style = log_style(command.log);
  if (command.leader != nullptr) answer_lost_ranks(command.fit);
  conclude(resume_fit(command.fit, command.changes, make_watch(style), command.leader), command.fit, style);
}

}  // namespace

void add_resume(CLI::App& app, Leader* leader) {
  CLI::App* subcommand =
      app.add_subcommand("resume", "Resume an interrupted or killed fit, or extend a finished one");
  auto command = std::make_shared<ResumeCommand>();
  command->leader = leader;
  subcommand->add_option("FIT", command->fit, "Fit folder")->required();
  subcommand
      ->add_option("--sweeps", command->changes.sweeps,
                   "Total number of passes over the corpus (default: as before)")
      ->transform(whole_number(1));
  subcommand
      ->add_option("--until", command->changes.until,
                   "settled or sweeps (default: sweeps where --sweeps is given, else as before)")
      ->check(CLI::IsMember({"settled", "sweeps"}));
  subcommand
      ->add_option(
          "--burn-in", command->changes.burn_in,
          "Sweeps before the first draw that counts; draws up to there are removed (default: as before)")
      ->transform(whole_number(0));
  subcommand
      ->add_option("--threads", command->changes.threads,
                   "Number of threads; the result does not depend on it (default: as before)")
      ->transform(whole_number(1, 1024));
  subcommand
      ->add_option("--time-limit", command->changes.time_limit,
                   "Seconds of sampling in total (default: as before)")
      ->check(number_from(0));
  subcommand
      ->add_option("--max-topics", command->changes.max_topics,
                   models_with("max-topics") + ": exit code 4 above N topics (default: as before)")
      ->transform(whole_number(16, 65535));
  add_corpus(*subcommand, command->changes.corpus);
  if (leader == nullptr) add_scratch(*subcommand, command->scratch);
  add_max_memory(*subcommand);
  subcommand
      ->add_option("--log", command->log,
                   "auto: one line on a terminal, else nothing; json: one line per event; quiet")
      ->default_str("auto");
  subcommand->callback([command] { run(*command); });
}

}  // namespace themata::cli
