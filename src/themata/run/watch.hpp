#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "themata/io/interruptions.hpp"

namespace themata {

/// What a running fit tells whoever watches it, every --trace-every sweeps.
struct FitProgress {
  std::uint64_t chain, chains;
  std::uint64_t sweep, sweeps;  ///< done, and at most; UINT32_MAX where time alone ends the fit
  std::uint64_t judged_at;      ///< the sweep at which the fit ends if it has settled; 0: none
  double seconds;               ///< of sampling, this chain
  double seconds_left;          ///< of the fit at most: to the last sweep, or to the time limit
  double tokens_per_second;     ///< over the sweeps since the last report
  double log_posterior;         ///< per token
  std::size_t topics;           ///< in use
};

/// What is known of a fit before its first sweep.
struct FitForecast {
  std::uint64_t documents, types, tokens;
  std::uint64_t bytes;  ///< of memory, at its largest
};

/// How a caller watches a fit and stops it. Each may be empty. While chains run, they are called on the
/// chains' threads, but never on two at once.
struct FitWatch {
  std::function<void(const FitForecast&)> begin;
  std::function<void(const FitProgress&)> report;
  std::function<void(const std::string&)> warn;  ///< what a person should know of the fit's input or outcome
  std::function<bool()> should_stop;  ///< asked after every sweep; true saves the chain and ends the run
  /// A chain ran out of topics (TopicLimitError), memory or disk. The fit then ends as interrupted, with what
  /// it has saved. Empty: the error is thrown.
  std::function<void(const ResourceError&)> failed;
};

enum class FitEnd { complete, interrupted };

}  // namespace themata
