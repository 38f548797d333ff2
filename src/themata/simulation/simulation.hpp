#pragma once

#include "themata/chain/pool.hpp"
#include "themata/random/stream.hpp"
#include "themata/simulation/mixture.hpp"
#include "themata/simulation/simulated.hpp"

namespace themata::simulate {

/// How to simulate corpora of a model.
class Simulation : public Simulated {
 public:
  using Result = Mixture;
  using Simulated::Simulated;

  const CorpusOptions& common(const AnyOptions& options) const override = 0;
  /// Draws Phi, the topics' weights, and values for each document. The bits do not depend on the number of
  /// threads.
  /// @param options  completed
  /// @throws ResourceError if tables or lists do not fit into the machine's memory; UsageError if the options
  /// ask for more topics than possible, or for topics without words
  virtual Mixture draw(const AnyOptions& options, Key key, Pool& pool) const = 0;
};

}  // namespace themata::simulate
