#include "document_draws.hpp"

#include <fmt/core.h>

#include "common_options.hpp"
#include "themata/io/format.hpp"
#include "themata/io/plural.hpp"

namespace themata::cli {

void add_document_draws(CLI::App& subcommand, const DocumentDraws& draws, const std::string& but) {
  add_chain(subcommand, draws.chain, "Chain of the fit to use");
  add_burn_in(subcommand, draws.burn_in);
  subcommand
      .add_option("--sweeps", draws.length.sweeps,
                  "Sweeps per document and draw of the fit (" + but + "default: 400 in all, at least 20)")
      ->transform(whole_number(1));
  subcommand
      .add_option("--skip", draws.length.skip,
                  "How many of these sweeps to leave out, the first ones (default: half)")
      ->transform(whole_number());
  add_threads(subcommand, draws.threads);
  add_max_memory(subcommand);
  subcommand.add_option("--seed", draws.seed, "Seed of the random numbers (default: 1)")
      ->transform(whole_number());
}

void warn_of_seen(std::size_t seen, std::size_t all) {
  if (seen == 0) return;
  fmt::print(
      stderr,
      "themata: warning: {} of {} {} in the fit's own corpus too: scores of documents that a fit has seen "
      "are too good\n",
      digit_groups(seen), count_of(all, "document"), noun(seen, "is", "are"));
}

}  // namespace themata::cli
