#pragma once

#include <cstdint>
#include <limits>

#include "themata/io/place.hpp"
#include "themata/models/model.hpp"
#include "themata/options/draw_plan.hpp"
#include "themata/run/watch.hpp"

namespace themata {

class Leader;

/// One chain of a fit folder, to be started or resumed.
struct ChainJob {
  const Place& path;
  const Corpus& corpus;
  const ModelPlugin& model;
  const FitOptions& options;  ///< with_defaults
  const DrawPlan& plan;
  const GivenPriors& given;
  std::uint32_t chain;
  const FitWatch& watch;
  std::uint64_t at_once = 1;  ///< how many chains of the fit run side by side
  /// Seconds of sampling that the chain has, over all its runs.
  double time_limit = std::numeric_limits<double>::infinity();
  Leader* leader = nullptr;  ///< of the ranks that sample the chain, if there are several
};

/// A fit's options with the number of topics that a chain starts from. Where a model finds the number of
/// topics, chain c starts from a c-th of `topics`: chains that come to the same number from several ones
/// say more than chains from one.
FitOptions options_at_start(const ModelPlugin& model, const FitOptions& options, std::uint32_t chain);

}  // namespace themata
