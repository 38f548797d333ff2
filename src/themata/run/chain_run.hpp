#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "themata/chain/run.hpp"
#include "themata/io/error.hpp"
#include "themata/run/chain_job.hpp"
#include "themata/run/chain_sinks.hpp"

namespace themata {

/// Why a chain has stopped.
enum class ChainStop {
  target,   ///< it has done the sweeps that it was to do
  time,     ///< its time is up
  request,  ///< its watch said so
};

/// Where a chain is.
struct ChainEnd {
  std::uint32_t chain = 0;
  std::uint64_t sweep = 0;
  double seconds = 0;
  std::string state_hash;
  std::size_t topics = 0;
  double log_posterior = 0;
  ChainStop stop = ChainStop::target;
};

/// The saved state of the chain; of one that several ranks sample, with the topics of rank 0.
/// @throws InputError
/// where it is damaged or does not belong to the corpus and options
Draw read_checkpoint(const ChainJob& job);

/// Why a chain cannot go on, with the sweep at which it is saved and advice to resume it.
struct ChainFailure {
  std::string message;
  std::optional<Suggestion> suggestion;
};
ChainFailure failure_of(const ChainJob& job, const std::string& message);

/// A chain in memory, which runs in one or several legs.
class FitChain {
 public:
  /// Goes on from the chain's checkpoint, or starts where there is none. @throws InputError; ResourceError
  FitChain(const ChainJob& job, Pool& pool);
  FitChain(const FitChain&) = delete;
  FitChain& operator=(const FitChain&) = delete;

  /// Runs to a sweep, unless time or the watch end it sooner, and saves the chain.
  /// @throws ResourceError, TopicLimitError
  ChainEnd run_to(std::uint64_t sweep, Pool& pool);

 private:
  /// The state, and what was done to get there.
  struct Now {
    std::unique_ptr<AnyChain> chain;
    Progress done;
  };
  Now begin(const Draw* saved, Pool& pool) const;
  FitChain(const ChainJob& job, const std::optional<Draw>& saved, Pool& pool);
  void advance(std::uint64_t sweep, Pool& pool);

  const ChainJob job_;
  const FitOptions options_;  ///< of its start, to which its state refers
  Now now_;
  ChainSinks sinks_;
};

}  // namespace themata
