#pragma once

#include "themata/models/mixture_options.hpp"

namespace themata::lda {

/// Options of latent Dirichlet allocation, with K topics or with a topic per label.
struct Options : SamplerOptions, StartOptions {
  std::uint64_t topics = 100;           ///< with labels: labels and background topics
  std::uint64_t background_topics = 0;  ///< with labels: without one, which every document may use
  std::string start = "documents";
  double alpha = 0.1, beta = 0.01;
  GammaPrior alpha_prior, beta_prior;              ///< where learned
  std::string alpha_weights, beta_weights, seeds;  ///< files; "" for none
  double seed_weight = 1;
  std::string learn = "none";  ///< some of alpha, asymmetric-alpha, beta, pi
};

const FieldTable<Options>& option_table();
const FieldTable<Options>& labeled_option_table();

/// The options with a sampler where it was left to the program.
Options with_defaults(Options options);
/// What fields that are right by themselves rule out together.
/// @param options  with_defaults @throws UsageError
void check(const Options& options);

}  // namespace themata::lda
