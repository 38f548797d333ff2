#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "themata/models/options.hpp"
#include "themata/run/given_inputs.hpp"
#include "themata/run/watch.hpp"
#include "themata/store/corpus_folder.hpp"

namespace themata {

class Leader;

/// Throws what start_fit would throw of the options, the corpus and the files that the options name, and
/// writes nothing.
/// @returns the options with everything that was left to the program, as the fit's manifest would hold them
FitOptions check_fit(const CorpusFolder& corpus, const FitOptions& asked);

/// Fits a corpus into a new folder at `output`, on the disk or in memory. A corpus in memory is copied into
/// it.
/// @param in_memory  what is in memory instead of in files that the options name
/// @throws UsageError, InputError, ResourceError
FitEnd start_fit(const CorpusFolder& corpus, const FitOptions& asked, const Place& output,
                 const FitWatch& watch, const GivenInputs& in_memory = {});
/// The same for folders on the disk.
FitEnd start_fit(const std::filesystem::path& corpus, const FitOptions& asked,
                 const std::filesystem::path& output, const FitWatch& watch);
/// The same where several ranks sample each chain together, on a disk that all of them see: the same bits.
/// `threads` are those of each rank.
/// @param leader  of the ranks, the others of which follow (run/follower.hpp)
FitEnd start_fit(const std::filesystem::path& corpus, const FitOptions& asked,
                 const std::filesystem::path& output, const FitWatch& watch, Leader& leader);

/// What `themata resume` may change: more sweeps, a later burn-in, other threads, another limit of time or of
/// topics.
struct ResumeChanges {
  std::uint64_t sweeps = 0;  ///< 0: as before
  std::string until = {};    ///< "": "sweeps" where these are given, else as before
  /// Rounded up to the burn-in so far plus a multiple of `thin`. Draws up to there are removed.
  std::optional<std::uint64_t> burn_in;
  std::uint64_t threads = 0;     ///< 0: as before
  double time_limit = -1;        ///< below 0: as before
  std::uint64_t max_topics = 0;  ///< 0: as before
  std::string corpus = {};       ///< where the corpus was moved to, which the manifest then says; "": nowhere
};

/// Goes on where each chain of an unfinished fit was last saved, to the same bits as if it had never stopped.
/// @throws UsageError where the fit is complete and no more sweeps are asked for; InputError; ResourceError
/// @param leader  of the ranks that sample its chains together, on a disk that all of them see
FitEnd resume_fit(const Place& path, const ResumeChanges& changes, const FitWatch& watch,
                  Leader* leader = nullptr);

}  // namespace themata
