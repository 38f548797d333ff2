#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "themata/api/collection.hpp"
#include "themata/api/draw.hpp"
#include "themata/api/options.hpp"
#include "themata/api/posterior_table.hpp"
#include "themata/evaluate/word_ranking.hpp"
#include "themata/run/given_inputs.hpp"

namespace themata {

namespace detail {
class FitData;
}

/// Where a chain is, every `trace-every` sweeps.
struct Progress {
  std::uint64_t chain = 0, chains = 0;  ///< from 1
  std::uint64_t sweep = 0, sweeps = 0;  ///< done, and at most; 2^32 - 1 where time alone ends the fit
  double seconds = 0;                   ///< of sampling, of this chain
  double log_posterior = 0;             ///< per token
  std::size_t topics = 0;               ///< in use
};

/// Watches a fit. Each function may be empty. `progress` and `warning` are called on the threads of the
/// chains, but never on two at once.
struct Observer {
  std::function<bool(const Progress&)> progress =
      {};  ///< false stops the fit after this sweep; it can be resumed
  std::function<void(const std::string&)> warning = {};  ///< something that a person should know
  std::function<bool()> go_on = {};  ///< asked after every sweep, by several threads at once; false stops
};

/// A word of a topic.
struct TopicWord {
  std::string word;
  double probability = 0;   ///< posterior mean given the draw that is shown
  double score = 0;         ///< that the words are ranked by
  std::uint32_t count = 0;  ///< tokens
};

/// A topic of the draw that is shown, the last one kept.
struct TopicSummary {
  std::size_t number = 0;  ///< from 0, the largest first
  std::string name;        ///< its label; "" where topics have none
  std::uint64_t tokens = 0;
  double proportion = 0;  ///< of all tokens
  std::vector<TopicWord> words;
};

/// The trace of a chain: the value of every quantity at every `trace-every` sweeps, burn-in included.
struct ChainTrace {
  std::vector<std::string> names;            ///< of the columns; docs/notation.md has their meaning
  std::vector<std::vector<double>> columns;  ///< one for each name, all of one length
  std::uint64_t burn_in = 0;                 ///< rows up to this sweep are not judged or averaged
};

/// The number of a chain, from 1; nothing for the one with the largest log likelihood of the words.
using ChainNumber = std::optional<std::uint32_t>;

/// What ended a fit before its last sweep.
enum class StopCause {
  observer,     ///< its observer
  topic_limit,  ///< a chain needs more topics than `max-topics`: resume() with a larger limit
  resources,    ///< there is not enough memory or disk
  unknown       ///< the folder that was opened does not say
};
struct FitStop {
  StopCause cause = StopCause::unknown;
  std::string message = {};  ///< of topic_limit and resources
};

/// How a fit is read by the functions that take long.
struct ReadOptions {
  ChainNumber chain = {};
  std::uint64_t threads = 0;  ///< 0: every core; results do not depend on it
  std::function<bool()> go_on =
      {};  ///< asked now and then on the calling thread; false ends the work: Cancelled is thrown
};

/// What resume() may change of a fit.
struct ResumeOptions {
  std::optional<std::uint64_t> sweeps = {};  ///< in all
  /// "settled" or "sweeps"; nothing: the latter where `sweeps` are given, else as before
  std::optional<std::string> until = {};
  std::optional<double> time_limit = {};  ///< seconds in all; 0: none
  std::optional<std::uint64_t> burn_in =
      {};  ///< draws up to this sweep are removed; rounded up to a multiple of `thin`
  std::optional<std::uint64_t> threads = {};     ///< 0: every core
  std::optional<std::uint64_t> max_topics = {};  ///< of models whose topics come and go
};

/// A fit: its chains, kept draws and summaries, in memory or in a folder. Copies share what they hold. A fit
/// that was stopped can be read as a complete one can: it has the draws that it kept and, if it kept none,
/// its last saved state. What is read of a fit in a folder is as of open(), fit_into() or resume(). Functions
/// that take a chain throw a UsageError if there is none of that number, and an InputError if it has not
/// saved anything yet.
class Fit {
 public:
  /// A folder that `themata fit` or save() wrote.
  /// @param corpus  where its corpus now is, if it was moved; "": where the fit says. Nothing is written
  /// until resume(), which writes it
  /// @throws InputError also where that is another corpus
  static Fit open(const std::string& folder, const std::string& corpus = "");
  /// Writes a folder that every `themata` command reads, with its collection if that is in memory.
  /// @throws UsageError if it is in use; ResourceError
  void save(const std::string& folder) const;

  /// The same fit, read with a later burn-in: kept draws and rows of the traces up to this sweep are left out
  /// of whatever is shown, averaged or judged. Nothing is written, and save() and resume() are those of the
  /// whole fit. @throws UsageError if a chain has draws, but none after this sweep
  Fit after(std::uint64_t burn_in) const;

  Collection collection() const;  ///< that it was fitted to; its vocabulary numbers the words of results
  std::string model() const;
  bool complete() const;                ///< whether all chains have done all their sweeps
  bool settled() const;                 ///< whether the traces of a complete fit show no trend, and agree
  std::string verdict() const;          ///< this in a sentence; "" of a fit that is not complete
  std::optional<FitStop> stop() const;  ///< why it is not complete; nothing where it is
  std::vector<std::uint32_t> chains() const;  ///< the numbers of those that have saved anything, ascending
  std::size_t n_topics(ChainNumber chain = {}) const;
  /// @param n_words  of each topic, the most probable
  std::vector<TopicSummary> topics(std::size_t n_words = 10, ChainNumber chain = {}) const;
  std::vector<TopicSummary> topics(const WordRanking& ranking, ChainNumber chain = {}) const;
  /// E(phi): topics x word types, and what is known of its error (docs/theory/lda.md, "Posterior summaries").
  /// Models whose topics stay the same from draw to draw: means and standard deviations over the kept draws
  /// of the chain, or given its last saved state if it kept none. Other models: means given the draw that is
  /// shown, without standard deviations. A complete fit has the former ready; else they are computed at each
  /// call.
  PosteriorTable topic_words(ChainNumber chain = {}) const;
  /// The same of theta: documents x topics.
  PosteriorTable document_topics(ChainNumber chain = {}) const;

  ChainTrace trace(ChainNumber chain = {}) const;
  std::vector<std::uint64_t> kept_sweeps(ChainNumber chain = {}) const;  ///< of the kept draws, ascending
  /// @param sweep  one of kept_sweeps(chain). @throws UsageError
  KeptDraw draw(std::uint64_t sweep, ChainNumber chain = {}) const;
  Options options() const;       ///< with the values that were left to the program
  std::string manifest() const;  ///< the manifest.json of its folder: versions, chains, timings, verdict

  /// What fits of the same collection can begin with (GivenInputs::start): the topics of the last kept draw
  /// of a chain, with weights and hyperparameters. Also of another model.
  StartTopics start_topics(ChainNumber chain = {}) const;

  /// Goes on with a stopped fit, or with a complete one to more sweeps or for a longer time, to the same bits
  /// as if it had never stopped. Copies of the fit go on too.
  /// @throws UsageError where it is complete and no more sweeps are asked for, or is running already
  void resume(const ResumeOptions& options = {}, const Observer& observer = {});
  /// Differs before and after a resume(), of any copy: what was read before is of an earlier state.
  std::uint64_t version() const;

 private:
  friend struct detail::Access;
  explicit Fit(std::shared_ptr<detail::FitData> data);

  std::shared_ptr<detail::FitData> data_;
};

/// The same from a state file of MALLET, compressed or not, of the same documents and words.
/// @throws InputError with the line where it is damaged or of other documents
StartTopics read_mallet_state(const std::string& file, const Collection& collection);

/// Fits topics to a collection. Nothing is written to the disk. Equal collections, options and seeds give
/// equal bits on any number of threads. A chain that runs out of topics, memory or disk stops the fit, as an
/// observer does; Fit::stop() says why, and the observer is warned.
/// @throws UsageError naming the option and its range; InputError; ResourceError if there is not enough
/// memory to begin
Fit fit(const Collection& collection, const Options& options, const Observer& observer = {});
/// The same with seeds and weights in memory.
Fit fit(const Collection& collection, const Options& options, const GivenInputs& inputs,
        const Observer& observer = {});

/// The same into a new folder, whose last saved state survives a crash: Fit::open(folder).resume().
Fit fit_into(const std::string& folder, const Collection& collection, const Options& options,
             const Observer& observer = {});
Fit fit_into(const std::string& folder, const Collection& collection, const Options& options,
             const GivenInputs& inputs, const Observer& observer = {});

}  // namespace themata
