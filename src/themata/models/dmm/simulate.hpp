#pragma once

#include "themata/simulation/simulation.hpp"

namespace themata::dmm {

/// pi ~ Dir(alpha, ..., alpha), phi_k ~ Dir(beta); each document has one topic, drawn from pi.
const simulate::Simulation& simulation();
/// The same with pi ~ GEM(alpha).
const simulate::Simulation& process_simulation();

}  // namespace themata::dmm
