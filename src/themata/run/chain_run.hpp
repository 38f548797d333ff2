#pragma once

#include <filesystem>
#include <string>

#include "themata/io/place.hpp"
#include "themata/models/model.hpp"
#include "themata/run/monitor.hpp"
#include "themata/run/watch.hpp"

namespace themata {

/// One chain of a fit folder, to be begun or gone on with.
struct ChainJob {
  const Place& path;
  const Corpus& corpus;
  const ModelPlugin& model;
  const FitOptions& options;
  const GivenPriors& given;
  std::uint32_t chain;
  const FitWatch& watch;
  Pool& pool;

  /// The chain's share of the limit of time, in seconds; infinity where there is none.
  double time_limit() const;
};

/// What a chain's run left.
struct ChainEnd {
  std::uint32_t chain = 0;
  std::uint64_t sweep = 0;
  double seconds = 0;
  std::string state_hash;
  std::size_t topics = 0;
  double log_posterior = 0;
  bool interrupted = false;
};

/// The comment lines that open every CSV of a chain.
std::string trace_comments(const ChainJob& job);
/// Those that follow in its trace, by which readers of CmdStan's files tell burn-in from what comes after.
std::string sampling_comments(const ChainJob& job);

/// The saved state of the chain. @throws InputError where it is damaged or does not belong to the corpus and options
Draw read_checkpoint(const ChainJob& job);

/// Compares what a chain needs as its topics grow with the forecast.
class Growth {
 public:
  explicit Growth(const ChainJob& job);
  /// Whether the need is well beyond what was last said of it, and is now to be said.
  bool is_news(std::size_t slots);
  void warn(std::size_t topics, std::uint64_t sweep) const;

 private:
  const ChainJob& job_;
  std::uint64_t slots_;            ///< the most so far
  std::uint64_t forecast_, said_;  ///< bytes
};

/// Watches over the births of topics in a model in which these have no end where a hyperparameter is high.
class Births {
 public:
  explicit Births(const ChainJob& job);
  /// Whether there are many times the topics that the chain began with, twice as many as when it was last said.
  bool is_news(std::size_t topics);
  void warn(std::size_t topics, std::uint64_t sweep) const;
  bool too_many(std::size_t topics) const { return topics > most_; }
  /// @throws TopicLimitError
  [[noreturn]] void end(std::size_t topics, std::uint64_t sweep) const;

 private:
  const ChainJob& job_;
  std::uint64_t most_;  ///< topics that there may be
  std::uint64_t said_;  ///< topics
};

/// The message of a chain that ran out of something, with where it can be resumed.
std::string failure_of(const ChainJob& job, const std::string& message);

/// What a monitor needs to know of the chain.
MonitorPlace monitor_place(const ChainJob& job);

/// Runs a chain from its checkpoint, or from the start where there is none, and saves it.
ChainEnd run_fit_chain(const ChainJob& job);

}  // namespace themata
