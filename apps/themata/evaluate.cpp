#include <algorithm>
#include <memory>
#include <optional>
#include <thread>

#include "quality_table.hpp"
#include "verbs.hpp"

namespace themata::cli {

namespace {

struct EvaluateOptions {
  std::string fit;
  std::optional<std::uint32_t> chain;
  QualityTable quality;
  int threads = 0;
};

void run_evaluate(const EvaluateOptions& options) {
  const int all = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  Pool pool(options.threads > 0 ? options.threads : all);
  print_quality(open_shown_fit(options.fit, options.chain), options.quality, pool);
}

}  // namespace

void add_evaluate(CLI::App& app) {
  auto options = std::make_shared<EvaluateOptions>();
  CLI::App* verb = app.add_subcommand(
      "evaluate", "Say how good the topics of a fit are: coherence, exclusivity, diversity");
  verb->add_option("fit", options->fit, "The fit folder")->required()->type_name("FIT");
  verb->add_option("--chain", options->chain, "The chain to evaluate (default: the first)")->type_name("C");
  add_quality_options(*verb, options->quality);
  verb->add_option("--threads", options->threads, "Threads (default: all); the result does not depend on it")
      ->check(CLI::Range(1, 4096).description(""))
      ->type_name("T");
  verb->callback([options] { run_evaluate(*options); });
}

}  // namespace themata::cli
