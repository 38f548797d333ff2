#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "themata/options/field_table.hpp"

namespace themata {

/// The sweeps of a fit that only its time limit ends.
inline constexpr std::uint64_t sweeps_without_limit = UINT32_MAX;

/// How long, how often, on how many threads, and what is watched: the options that fits of all models share.
/// threads, time_limit and checkpoint_every decide when and how fast a chain runs, never what its sweeps
/// draw.
struct RunOptions {
  /// "settled": until the fit has settled, at most `sweeps`; "sweeps": all of them. "": the latter where
  /// `sweeps` is given.
  std::string until;
  std::uint64_t sweeps = automatic;
  std::uint64_t burn_in = automatic;  ///< half the sweeps
  std::uint64_t thin = automatic;     ///< such that `keep` draws are kept
  std::uint64_t keep = 20;
  std::uint64_t chains = automatic;  ///< 2 of models that find the number of topics, 1 of others
  std::uint64_t threads = 0;         ///< 0: every core
  std::uint64_t seed = 1;
  double time_limit = 0;  ///< seconds of sampling in all; 0: none
  std::uint64_t trace_every = 10;
  double checkpoint_every = 60;  ///< seconds
  std::uint64_t monitor_words = 0;
  std::uint64_t monitor_documents = 0;
  std::uint64_t monitor_topics = 20;
  std::uint64_t monitor_from = 0;  ///< 0: the sweep after burn-in

  bool monitors() const { return monitor_words > 0 || monitor_documents > 0; }
};

const FieldTable<RunOptions>& run_fields();
/// What a person gets who asks for nothing.
const RunOptions& run_defaults();

/// Whether a fit ends when it has settled, if that is before its last sweep.
bool runs_until_settled(const RunOptions& options);
/// The options with the length of the run, burn-in, thinning and the first monitored sweep where they were
/// left to the program.
RunOptions with_defaults(RunOptions options);

/// @throws UsageError where ranges are kept but options contradict each other
void check_run(const RunOptions& options);
/// Also that some monitored sweep is still to come, as for a new fit.
void check_new_run(const RunOptions& options);

/// The sweeps after which a draw is kept, ascending. @param options  with_defaults
std::vector<std::uint64_t> kept_schedule(const RunOptions& options);

/// Why that is empty: "`burn-in` 20 and `thin` 10 leave none of 20 sweeps".
std::string why_no_draws(const RunOptions& options);

}  // namespace themata
