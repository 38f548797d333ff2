#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "themata/chain/run.hpp"
#include "themata/run/chain_job.hpp"
#include "themata/run/growth.hpp"
#include "themata/run/monitor.hpp"
#include "themata/run/trace_writer.hpp"

namespace themata {

/// The comment lines that open every CSV of a chain.
std::string trace_comments(const FitOptions& options, std::uint32_t chain);
/// The comment lines that follow in its trace. Readers of CmdStan's files need them to recognize the burn-in.
/// @param sweeps  of the chain, in all
std::string sampling_comments(const FitOptions& options, std::uint64_t sweeps);

/// What a monitor needs to know of the chain.
MonitorPlace monitor_place(const ChainJob& job);

/// The sinks of one chain, with what they remember between sweeps.
class ChainSinks {
 public:
  /// @param begun  the chain's checkpoint, of which `chain` was made; nothing where the chain begins
  /// @param job    outlives this, as does `chain`
  ChainSinks(const AnyChain& chain, const ChainJob& job, const Draw* begun, Pool& pool);

  /// Of a leg that ends at a sweep.
  std::vector<Sink> list(std::uint64_t target);
  Draw draw_at(std::uint64_t sweep, double seconds) const;
  /// The rows come first: a state on the disk whose rows are not would leave a gap when it is resumed. Draws
  /// go last: those that an earlier state needs stay until there is a later one.
  void save(const Draw& draw);
  bool interrupted() const { return interrupted_; }

 private:
  using Clock = std::chrono::steady_clock;

  void save(const Step& step) { save(draw_at(step.context.sweep, step.seconds)); }
  void report(const Step& step, double log_posterior, std::size_t topics) const;

  Verdict trace(const Step& step);
  Verdict monitor(const Step& step);
  Verdict keep(const Step& step);
  Verdict stop(const Step& step);
  Verdict checkpoint(const Step& step);
  /// Before a growing chain can fail for want of memory, it is saved.
  Verdict grow(const Step& step);
  /// The chain is saved as it is at the end of the sweep that brought too many topics, so that none of its
  /// work is lost.
  Verdict births(const Step& step);

  const AnyChain& chain_;
  const ChainJob& job_;
  TraceWriter trace_;
  Monitor monitor_;
  Growth growth_;
  Births births_;
  Clock::time_point saved_ = Clock::now();
  std::uint64_t reported_sweep_;
  double reported_seconds_;
  std::uint64_t target_ = 0;
  bool interrupted_ = false;
};

}  // namespace themata
