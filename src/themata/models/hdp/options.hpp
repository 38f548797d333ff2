#pragma once

#include "themata/models/mixture_options.hpp"

namespace themata::hdp {

/// Options of the hierarchical Dirichlet process.
struct Options : SamplerOptions, SplitMergeOptions {
  std::uint64_t topics = 100;  ///< at the start
  std::string start = "documents";
  std::string weights = "sticks";
  std::uint64_t max_topics = automatic;  ///< 65535; with weights "gem", where it is the flag topic, 1000
  double alpha = 0.1, beta = 0.01, gamma = 1;
  GammaPrior alpha_prior, beta_prior, gamma_prior;  ///< where learned
  std::string beta_weights;                         ///< a file; "" for none
  std::string learn = "none";                       ///< some of alpha, beta, gamma, pi
  std::uint64_t table_topics = 0;  ///< sweeps from one draw of tables' topics to the next; 0: never
};

const FieldTable<Options>& option_table();

/// The options with a sampler and a number of topics where they were left to the program.
Options with_defaults(Options options);
/// What fields that are right by themselves rule out together.
/// @param options  with_defaults @throws UsageError
void check(const Options& options);

}  // namespace themata::hdp
