#pragma once

#include "themata/models/mixture_options.hpp"

namespace themata::dmr {

/// Options of Dirichlet-multinomial regression.
struct Options : SamplerOptions, StartOptions {
  std::uint64_t topics = 100;
  std::string covariates;  ///< names of metadata fields, separated by commas; "" for an intercept alone
  std::string factors;     ///< those of them whose numbers are codes
  /// In which coefficients and learned hyperparameters are held; half the burn-in, at most 100; 0 with
  /// `start_from`.
  std::uint64_t start_sweeps = automatic;
  std::string start = "tokens";
  double alpha = 0.1, beta = 0.01;
  double intercept_scale = 1.5, effect_scale = 1;
  GammaPrior beta_prior;     ///< where beta is learned
  std::string beta_weights;  ///< a file; "" for none
  std::string learn;         ///< beta or none; "": beta where it is not given
};

const FieldTable<Options>& option_table();

/// The options with a sampler, and with numbers where they were left to the program.
/// @param burn_in  of the fit, in sweeps
Options with_defaults(Options options, std::uint64_t burn_in);

}  // namespace themata::dmr
