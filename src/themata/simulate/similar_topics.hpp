#pragma once

#include "themata/simulation/simulation.hpp"

namespace themata::simulate {

/// What Wang & Blei (2012, section 4.1) describe: topics 0 and 1 share words 2 to 8, which are the likeliest
/// of both, and differ in words 0 and 1; topics 2 to 4 share the other three words alone. A document has two
/// topics, which may be the same.
const Simulation& similar_topics_simulation();

}  // namespace themata::simulate
