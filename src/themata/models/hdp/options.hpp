#pragma once

#include "themata/models/mixture_options.hpp"

namespace themata::hdp {

/// Options of the hierarchical Dirichlet process.
struct Options : SamplerOptions, SplitMergeOptions, StartOptions {
  std::uint64_t topics = automatic;        ///< at the start; from the corpus
  std::uint64_t start_sweeps = automatic;  ///< with equal weights of these topics; half the burn-in, at most
                                           ///< 100; 0 with `start_from`
  std::string start = "tokens";
  std::string weights = "sticks";
  std::uint64_t max_topics = automatic;  ///< 65535; with weights "gem", where it is the flag topic, 1000
  double alpha = 0.1, beta = 0.01, gamma = 1;
  GammaPrior alpha_prior, beta_prior;  ///< where learned
  GammaPrior gamma_prior{.shape = 1, .rate = 0.1};
  std::string beta_weights;  ///< a file; "" for none
  std::string learn;         ///< some of alpha, beta, gamma, pi, or none; "": all but pi that are not given
  /// Sweeps from one draw of tables' topics to the next; 0: never. 10, or 0 where tables cannot be drawn.
  std::uint64_t table_topics = automatic;
};

const FieldTable<Options>& option_table();

/// The options with a sampler and numbers where they were left to the program.
/// @param burn_in  of the fit, in sweeps
Options with_defaults(Options options, std::uint64_t burn_in);
/// The number of topics at the start where it was left to the program.
std::uint64_t topics_at_start(const Corpus& corpus);
/// About the number of topics that a chain comes to if gamma is learned and it begins with so many. Not more
/// than many_topics() of these, or of the topics that it would begin with if left to the program.
std::uint64_t topics_to_expect(const Corpus& corpus, std::uint64_t begun);
/// What fields that are right by themselves rule out together.
/// @param options  with_defaults @throws UsageError
void check(const Options& options);

}  // namespace themata::hdp
