#pragma once

#include "themata/simulation/simulation.hpp"

namespace themata::hdp {

/// Weights ~ GEM(gamma), concentration alpha, phi_k ~ Dir(beta).
const simulate::Simulation& simulation();

}  // namespace themata::hdp
