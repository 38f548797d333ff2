#pragma once

#include "themata/simulation/simulation.hpp"

namespace themata::simulate {

/// The corpus of Wang & Blei (2012, section 4.1): topics 0 and 1 share words 2 to 8, which are the most
/// likely in both, and differ in words 0 and 1; topics 2 to 4 share only the other three words. A document
/// has two topics, which may be equal.
const Simulation& similar_topics_simulation();

}  // namespace themata::simulate
