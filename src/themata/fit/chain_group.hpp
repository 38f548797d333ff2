#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/run/chain_run.hpp"

namespace themata {

/// What all chains of a fit have in common.
struct ChainsOfFit {
  const Place& path;
  const Corpus& corpus;
  const ModelPlugin& model;
  const FitOptions& options;
  const DrawPlan& plan;
  const GivenPriors& given;
  const FitWatch& watch;  ///< called on one thread at a time
  /// Called with where each chain has come, on one thread at a time.
  std::function<void(const ChainEnd&)> came_to;
  Leader* leader = nullptr;  ///< of the ranks that sample each chain together, if there are several
};

/// The chains of a fit, of which as many run side by side as there are threads for, each on an equal part of
/// the threads. What they draw does not depend on it.
class ChainGroup {
 public:
  /// What becomes of a chain when it has come to where it was to run.
  enum class Rest { in_memory, on_disk };

  /// @param at_once  how many run side by side; at most one per thread
  ChainGroup(const ChainsOfFit& fit, std::uint64_t at_once, Rest rest);

  /// Runs every chain to a sweep and saves it; one that is beyond it stays there. What ends one of them, but
  /// for its time, stops the others too.
  /// @returns where each has come; fewer where they were stopped before some began
  /// @throws what the first chain threw that failed, when the others are saved
  std::vector<ChainEnd> run_to(std::uint64_t sweep);

 private:
  ChainEnd run_one(std::uint32_t chain, std::uint64_t sweep, Pool& pool);
  FitWatch guarded(const FitWatch& watch);

  const ChainsOfFit fit_;
  std::mutex guard_;
  std::atomic<bool> stopped_{false};
  const FitWatch watch_;
  const Rest rest_;
  std::vector<std::unique_ptr<Pool>> pools_;       ///< one for each chain that runs
  std::vector<std::unique_ptr<FitChain>> chains_;  ///< those in memory
};

}  // namespace themata
