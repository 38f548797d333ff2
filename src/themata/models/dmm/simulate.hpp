#pragma once

#include "themata/simulation/simulation.hpp"

namespace themata::dmm {

/// What a corpus of K topics is drawn from.
struct SimulationOptions : simulate::CorpusOptions {
  std::uint64_t types = automatic, topics = 20;
  double alpha = 1;  ///< prior weight of each topic in the corpus
  double beta = 0.01;
};
/// The same for the Dirichlet process.
struct ProcessSimulationOptions : simulate::CorpusOptions {
  std::uint64_t types = automatic;
  std::uint64_t topics = automatic;  ///< maximum
  double alpha = 5;                  ///< concentration of the topic weights
  double beta = 0.01;
};

/// pi ~ Dir(alpha, ..., alpha), phi_k ~ Dir(beta); each document has one topic, drawn from pi.
const simulate::Simulation& simulation();
/// The same with pi ~ GEM(alpha).
const simulate::Simulation& process_simulation();

}  // namespace themata::dmm
