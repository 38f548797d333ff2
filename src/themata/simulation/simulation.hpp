#pragma once

#include <string_view>

#include "themata/chain/pool.hpp"
#include "themata/simulation/mixture.hpp"
#include "themata/simulation/options.hpp"

namespace themata::simulate {

/// Whether documents have labels, which are their topics.
enum class SimulatedLabels { none, topics };
/// When truth/ is written.
enum class TruthFiles { always, on_request };

/// How to simulate corpora of a model.
struct Simulation {
  Simulated options;
  /// Draws Phi, the topics' weights, and values for each document. The bits do not depend on the number of
  /// threads.
  /// @param options  with defaults set
  /// @throws ResourceError if tables or lists do not fit into the machine's memory; UsageError if the options
  /// ask for more topics than possible, or for topics without words
  Mixture (*draw)(const SimulateOptions& options, Key key, Pool& pool);
  SimulatedLabels labels = SimulatedLabels::none;
  std::string_view lengths = "poisson";  ///< the default of --lengths
  TruthFiles truth = TruthFiles::always;
  std::string_view listed_after = {};  ///< the name after which lists show it; if empty, it is last
};

}  // namespace themata::simulate
