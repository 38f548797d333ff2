#pragma once

#include "themata/simulation/simulation.hpp"

namespace themata::lda {

/// Weights 1/K, concentration K alpha, phi_k ~ Dir(beta); with --pi over the words that topic k may have.
const simulate::Simulation& simulation();
/// Documents may use their labels: one label, and each other label with the same probability.
const simulate::Simulation& labeled_simulation();

}  // namespace themata::lda
