#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "common_options.hpp"
#include "held_out.hpp"
#include "opened_fits.hpp"
#include "quality_table.hpp"
#include "subcommands.hpp"
#include "themata/chain/pool.hpp"
#include "themata/io/error.hpp"

namespace themata::cli {

namespace {

const char* const of_topics = "Quality of topics";
const char* const of_documents = "Held-out likelihood";

struct EvaluateCommand {
  FitToScore fit;
  QualityTable quality;
  HeldOutCommand held_out;
  std::string names;
};

/// An option of what was not asked for would change nothing, in silence.
void refuse_group(const CLI::App& subcommand, const std::string& group, const std::string& reason) {
  for (const CLI::Option* option : subcommand.get_options())
    if (option->count() > 0 && option->get_group() == group)
      throw UsageError(fmt::format("{} {}", option->get_name(), reason));
}

/// The same for options that only one method of scoring has a use for.
void refuse_other_method(const CLI::App& subcommand, const std::string& method) {
  const bool completes = method == "completion";
  const std::vector<std::string> others = completes
                                              ? std::vector<std::string>{"--particles", "--redraws"}
                                              : std::vector<std::string>{"--split", "--sweeps", "--skip"};
  for (const std::string& name : others)
    if (subcommand.count(name) > 0)
      throw UsageError(fmt::format("{} belongs to --method {}, not to {}", name,
                                   completes ? "left-to-right" : "completion", method));
}

void run_evaluate(const EvaluateCommand& command, const CLI::App& subcommand) {
  if (command.held_out.is_asked()) {
    refuse_group(subcommand, of_topics,
                 "belongs to the table of topics; leave out this option, or --held-out and --folds");
    refuse_other_method(subcommand, command.held_out.method);
    if (command.quality.format == "tsv")
      throw UsageError(
          "--format tsv is for the table of topics; with --held-out or --folds expected table or json");
    return run_held_out(command.held_out, command.fit, command.quality.format);
  }
  refuse_group(subcommand, of_documents, "needs --held-out CORPUS or --folds F");
  Pool pool(threads_for(command.held_out.threads));
  const FitToScore& scored = command.fit;
  const ShownFit fit =
      open_chosen({scored.folder, scored.corpus, command.names, scored.chain, scored.burn_in});
  warn_of_doubts(fit.fit);
  print_quality(fit, command.quality, pool);
}

}  // namespace

void add_evaluate(CLI::App& app) {
  auto command = std::make_shared<EvaluateCommand>();
  CLI::App* subcommand = app.add_subcommand(
      "evaluate", "Measure the quality of topics, or the likelihood of held-out documents");
  subcommand->add_option("fit", command->fit.folder, "Fit folder")->required()->type_name("FIT");
  add_chain(*subcommand, command->fit.chain, "Chain to evaluate");
  add_corpus(*subcommand, command->fit.corpus);
  add_burn_in(*subcommand, command->fit.burn_in);
  subcommand->option_defaults()->group(of_topics);
  add_quality_options(*subcommand, command->quality);
  add_names(*subcommand, command->names);
  subcommand->option_defaults()->group(of_documents);
  add_held_out_options(*subcommand, command->held_out);
  add_max_memory(*subcommand);
  for (const char* common : {"--format", "--threads", "--max-memory"})
    subcommand->get_option(common)->group("Options");
  subcommand->callback([command, subcommand] {
    refuse_unused_weight(subcommand->count("--exclusivity-weight"), {command->quality.words.by});
    run_evaluate(*command, *subcommand);
  });
}

}  // namespace themata::cli
