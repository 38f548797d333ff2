#pragma once

#include "themata/simulation/simulation.hpp"

namespace themata::franchise {

/// What a corpus is drawn from.
struct SimulationOptions : simulate::CorpusOptions {
  std::uint64_t types = automatic;
  std::uint64_t topics = 1000;  ///< maximum
  double alpha = 1, beta = 0.01, gamma = 1;
  double discount = 0.25, document_discount = 0.25;
};

/// theta_d ~ PY(document-discount, alpha, weights), weights by Pitman-Yor sticks, phi_k ~ Dir(beta).
const simulate::Simulation& simulation();

}  // namespace themata::franchise
