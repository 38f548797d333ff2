#include "document_draws.hpp"

#include "common_options.hpp"

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
  subcommand.add_option("--seed", draws.seed, "Seed of the random numbers (default: 1)")
      ->transform(whole_number());
}

}  // namespace themata::cli
