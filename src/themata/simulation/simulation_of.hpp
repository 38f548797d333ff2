#pragma once

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/random/stream.hpp"
#include "themata/simulation/simulated.hpp"

namespace themata::simulate {

/// A simulation with its options in an aggregate of its own.
/// @tparam Options  derived from CorpusOptions, or from CommonOptions for a matrix
/// @tparam Kind  Simulation or MatrixSimulation
template <class Options, class Kind>
class SimulationOf final : public Kind {
 public:
  /// What it does with its options.
  struct Functions {
    typename Kind::Result (*draw)(const Options& options, Key key, Pool& pool);
    /// As Simulated::complete, but for the lengths of documents; null if there is nothing to do.
    void (*complete)(Options& options) = nullptr;
  };

  SimulationOf(SimulationInfo info, std::vector<FieldOf<Options>> fields, Functions functions)
      : Kind(info), table_(std::move(fields)), functions_(functions) {}

  std::unique_ptr<AnyOptions> default_options() const override {
    return std::make_unique<AnyOptionsOf<Options>>(table_);
  }
  void complete(AnyOptions& options) const override {
    Options& own = dynamic_cast<AnyOptionsOf<Options>&>(options).value();
    if (functions_.complete != nullptr) functions_.complete(own);
    if constexpr (std::derived_from<Options, CorpusOptions>) complete_lengths(own);
  }
  const std::conditional_t<std::derived_from<Options, CorpusOptions>, CorpusOptions, CommonOptions>& common(
      const AnyOptions& options) const override {
    return own(options);
  }
  typename Kind::Result draw(const AnyOptions& options, Key key, Pool& pool) const override {
    return functions_.draw(own(options), key, pool);
  }

 private:
  static const Options& own(const AnyOptions& options) {
    return dynamic_cast<const AnyOptionsOf<Options>&>(options).value();
  }

  FieldTable<Options> table_;
  Functions functions_;
};

}  // namespace themata::simulate
