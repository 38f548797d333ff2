#pragma once

#include <string_view>

#include "themata/chain/pool.hpp"
#include "themata/simulation/mixture.hpp"
#include "themata/simulation/options.hpp"

namespace themata::simulate {

/// Whether documents carry labels: their topics.
enum class SimulatedLabels { none, topics };
/// When truth/ is written.
enum class TruthFiles { always, on_request };

/// How corpora of a model are simulated.
struct Simulation {
  Simulated options;
  /// Draws Phi, the topics' weights, and what documents have of their own. The bits do not depend on the
  /// number of threads.
  /// @param options  settled
  /// @throws ResourceError where tables or lists do not fit into the machine's memory; UsageError where the
  /// options ask for more topics than there may be, or for topics without words
  Mixture (*draw)(const SimulateOptions& options, Key key, Pool& pool);
  SimulatedLabels labels = SimulatedLabels::none;
  std::string_view lengths = "poisson";  ///< the default of --lengths
  TruthFiles truth = TruthFiles::always;
  std::string_view listed_after = {};  ///< the name that lists have it behind; else it goes to their end
};

}  // namespace themata::simulate
