#pragma once

#include "themata/models/mixture_options.hpp"

namespace themata::lda {

/// Options of latent Dirichlet allocation, with K topics or with a topic per label.
struct Options : SamplerOptions, StartOptions {
  std::uint64_t topics = 100;           ///< with labels: labels and background topics
  std::uint64_t background_topics = 0;  ///< with labels: without one, which every document may use
  /// In which learned hyperparameters are held; half the burn-in, at most 100; 0 with `start_from`, with
  /// labels and where nothing is learned.
  std::uint64_t start_sweeps = automatic;
  std::string start = "tokens";
  double alpha = 0.1, beta = 0.01;
  GammaPrior alpha_prior, beta_prior;              ///< where learned
  std::string alpha_weights, beta_weights, seeds;  ///< files; "" for none
  double seed_weight = 1;
  /// Some of alpha, asymmetric-alpha, beta, pi, topic-pi, or none; "": asymmetric-alpha and beta, as far as
  /// they are not given, and with labels none.
  std::string learn;
};

const FieldTable<Options>& option_table();
const FieldTable<Options>& labeled_option_table();

/// The options with a sampler, and with numbers where they were left to the program.
/// @param burn_in  of the fit, in sweeps
Options with_defaults(Options options, std::uint64_t burn_in);
/// What fields that are right by themselves rule out together.
/// @param options  with_defaults @throws UsageError
void check(const Options& options);

}  // namespace themata::lda
