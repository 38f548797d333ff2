#pragma once

#include "themata/models/icdp/model.hpp"
#include "themata/models/mixture_options.hpp"

namespace themata::icdp {

/// Options of the models with masks. Each offers those of its own masks.
struct Options : SamplerOptions, StartOptions {
  std::uint64_t topics = 100;        ///< of SSTM all of them; else at the start
  std::uint64_t max_topics = 65535;  ///< with topic masks
  double alpha = 0.1, beta = 0.01;
  double eta = 10, delta = 1, sigma = 0;  ///< of the topics of documents
  double gamma = 1, xi = 1, zeta = 0;     ///< of the words of topics
  std::string vocabulary = "unbounded";
  double most_discount = 0.5;             ///< of a learned sigma or zeta
  std::uint64_t topic_moves = automatic;  ///< 1; with sampler "collapsed" 0
  std::string learn;                      ///< or none; "": usually_learned, as far as no value is given
  GammaPrior alpha_prior, beta_prior, eta_prior, delta_prior, gamma_prior, xi_prior;  ///< where learned
};

/// The table of a model with these masks, and what a person gets who asks for nothing.
const FieldTable<Options>& option_table(WhichMasks masks);
Options defaults();
/// The hyperparameters that are learned where nothing is said of it, as far as no value is given.
std::vector<std::string_view> usually_learned(WhichMasks masks);

/// Sets what was left to the program.
void complete(Options& options);

/// What fields that are right by themselves rule out together. @throws UsageError
void check(const Options& options, WhichMasks masks);

}  // namespace themata::icdp
