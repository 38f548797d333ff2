#pragma once

#include "themata/simulation/simulation.hpp"

namespace themata::dmr {

/// What a corpus is drawn from.
struct SimulationOptions : simulate::CorpusOptions {
  std::uint64_t types = automatic, topics = 20;
  std::uint64_t numbers = 1;  ///< metadata fields x1, x2, ... that are numbers
  std::uint64_t levels = 0;   ///< of the field "group", a factor; 0: without it
  double alpha = 0.1, beta = 0.01;
  double intercept_sd = 0.5, effect_sd = 1;
};

/// Numbers are standard normal, shifted and scaled to mean 0 and standard deviation 1; levels of the factor
/// are uniform. lambda_k0 ~ N(log alpha, intercept_sd^2), lambda_kj ~ N(0, effect_sd^2), theta_d ~
/// Dir(exp(x_d' lambda)), phi_k ~ Dir(beta).
const simulate::Simulation& simulation();

}  // namespace themata::dmr
