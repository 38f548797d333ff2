#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "themata/models/model.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// What a running fit tells whoever watches it, every --trace-every sweeps.
struct FitProgress {
  std::uint64_t chain, chains;
  std::uint64_t sweep, sweeps;
  double seconds;            ///< of sampling, this chain
  double tokens_per_second;  ///< over the sweeps since the last report
  double log_posterior;      ///< per token
  std::size_t topics;        ///< in use
};

/// What is known of a fit before its first sweep.
struct FitForecast {
  std::uint64_t documents, types, tokens;
  std::uint64_t bytes;  ///< of memory, at its largest
};

/// How a caller watches a fit and stops it. Each may be empty.
struct FitWatch {
  std::function<void(const FitForecast&)> begin;
  std::function<void(const FitProgress&)> report;
  std::function<void(const std::string&)> warn;  ///< what a person should know of the fit's input or outcome
  std::function<bool()> should_stop;  ///< asked after every sweep; true saves the chain and ends the run
};

enum class FitEnd { complete, interrupted };

/// Bytes that a fit of this corpus is expected to need at its largest, were it to have so many topic slots.
std::uint64_t forecast_memory(const Corpus& corpus, const ModelPlugin& model, const FitOptions& options,
                              std::uint64_t slots);
/// The same of a fit as it begins.
std::uint64_t forecast_memory(const Corpus& corpus, const FitOptions& options);

/// Throws what start_fit would throw of the options, the corpus and the files that the options name, and writes nothing.
void check_fit(const CorpusFolder& corpus, const FitOptions& asked);

/// Fits a corpus into a new folder at `output`, on the disk or in memory. A corpus in memory is copied into it.
/// @throws UsageError, InputError, ResourceError
FitEnd start_fit(const CorpusFolder& corpus, const FitOptions& asked, const Place& output,
                 const FitWatch& watch);
/// The same for folders on the disk.
FitEnd start_fit(const std::filesystem::path& corpus, const FitOptions& asked,
                 const std::filesystem::path& output, const FitWatch& watch);

/// What `themata resume` may change: more sweeps, other threads, another limit of time or of topics.
struct ResumeChanges {
  std::uint64_t sweeps = 0;      ///< 0: as before
  std::uint64_t threads = 0;     ///< 0: as before
  double time_limit = -1;        ///< below 0: as before
  std::uint64_t max_topics = 0;  ///< 0: as before
};

/// Goes on where each chain of an unfinished fit was last saved, to the same bits as if it had never stopped.
/// @throws UsageError where the fit is complete and no more sweeps are asked for; InputError; ResourceError
FitEnd resume_fit(const Place& path, const ResumeChanges& changes, const FitWatch& watch);

}  // namespace themata
