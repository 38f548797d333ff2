#pragma once

#include <filesystem>
#include <string>

#include "themata/io/place.hpp"
#include "themata/models/model.hpp"
#include "themata/run/monitor.hpp"
#include "themata/run/watch.hpp"

namespace themata {

/// One chain of a fit folder, to be started or resumed.
struct ChainJob {
  const Place& path;
  const Corpus& corpus;
  const ModelPlugin& model;
  const FitOptions& options;
  const GivenPriors& given;
  std::uint32_t chain;
  const FitWatch& watch;
  Pool& pool;

  /// Seconds of the fit's time limit that belong to this chain; infinity without a limit.
  double time_limit() const;
};

/// The result of running a chain.
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
/// The comment lines that follow in its trace. Readers of CmdStan's files need them to recognize the burn-in.
std::string sampling_comments(const ChainJob& job);

/// The saved state of the chain. @throws InputError where it is damaged or does not belong to the corpus and
/// options
Draw read_checkpoint(const ChainJob& job);

/// Compares the memory that a chain needs, as its number of topics grows, with the forecast.
class Growth {
 public:
  explicit Growth(const ChainJob& job);
  /// Whether the need is so far above that of the last warning that another warning is due.
  bool is_news(std::size_t slots);
  void warn(std::size_t topics, std::uint64_t sweep) const;

 private:
  const ChainJob& job_;
  std::uint64_t slots_;            ///< the most so far
  std::uint64_t forecast_, said_;  ///< bytes
};

/// Watches the number of topics of a model that can add topics without limit if a hyperparameter is high.
class Births {
 public:
  explicit Births(const ChainJob& job);
  /// Whether a warning is due: there are many times the topics that the chain began with, and twice those of
  /// the last warning.
  bool is_news(std::size_t topics);
  void warn(std::size_t topics, std::uint64_t sweep) const;
  bool too_many(std::size_t topics) const { return topics > most_; }
  /// @throws TopicLimitError
  [[noreturn]] void end(std::size_t topics, std::uint64_t sweep) const;

 private:
  const ChainJob& job_;
  std::uint64_t begun_;  ///< topics that the chain began with
  std::uint64_t most_;   ///< topics that there may be
  std::uint64_t said_;   ///< topics of the last warning
};

/// Why a chain cannot go on, with the sweep at which it is saved and advice to resume it.
struct ChainFailure {
  std::string message;
  std::optional<Suggestion> suggestion;
};
ChainFailure failure_of(const ChainJob& job, const std::string& message);

/// What a monitor needs to know of the chain.
MonitorPlace monitor_place(const ChainJob& job);

/// Runs a chain from its checkpoint, or from the start where there is none, and saves it.
ChainEnd run_fit_chain(const ChainJob& job);

}  // namespace themata
