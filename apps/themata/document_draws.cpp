#include "document_draws.hpp"

#include "common_options.hpp"

namespace themata::cli {

void add_document_draws(CLI::App& verb, const DocumentDraws& draws, const std::string& but) {
  add_chain(verb, draws.chain, "chain of the fit");
  verb.add_option("--sweeps", draws.length.sweeps,
                  "sweeps over each document under each draw of the fit (" + but +
                      "default: 400 in all, 20 at least)")
      ->transform(whole_number(1));
  verb.add_option("--burn-in", draws.length.burn_in, "sweeps of them that are left out (default: half)")
      ->transform(whole_number());
  add_threads(verb, draws.threads);
  verb.add_option("--seed", draws.seed, "seed of the random numbers (default: 1)")->transform(whole_number());
}

}  // namespace themata::cli
