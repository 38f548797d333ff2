#pragma once

#include "themata/simulation/simulation.hpp"

namespace themata::lda {

/// What a corpus without labels is drawn from.
struct SimulationOptions : simulate::CorpusOptions {
  std::uint64_t types = automatic, topics = 100;
  double alpha = 0.1, beta = 0.01;
  double pi = automatic_number;  ///< probability that a topic may have a word; not given: topics may have all
};
/// What a corpus with labels is drawn from.
struct LabeledSimulationOptions : simulate::CorpusOptions {
  std::uint64_t types = automatic, topics = 20;
  double alpha = 0.5, beta = 0.01;
  double labels = 2;  ///< mean number per document
};

/// Weights 1/K, concentration K alpha, phi_k ~ Dir(beta); with pi over the words that topic k may have.
const simulate::Simulation& simulation();
/// Documents may use their labels: one label, and each other label with the same probability.
const simulate::Simulation& labeled_simulation();

}  // namespace themata::lda
