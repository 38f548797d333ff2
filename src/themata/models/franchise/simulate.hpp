#pragma once

#include "themata/simulation/simulation.hpp"

namespace themata::franchise {

/// theta_d ~ PY(document-discount, alpha, weights), weights by Pitman-Yor sticks, phi_k ~ Dir(beta).
const simulate::Simulation& simulation();

}  // namespace themata::franchise
