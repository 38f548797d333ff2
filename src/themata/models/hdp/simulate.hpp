#pragma once

#include "themata/simulation/simulation.hpp"

namespace themata::hdp {

/// What a corpus is drawn from.
struct SimulationOptions : simulate::CorpusOptions {
  std::uint64_t types = automatic;
  std::uint64_t topics = automatic;  ///< maximum
  double alpha = 1, beta = 0.01, gamma = 1;
};

/// Weights ~ GEM(gamma), concentration alpha, phi_k ~ Dir(beta).
const simulate::Simulation& simulation();

}  // namespace themata::hdp
