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
#include "themata/run/given_inputs.hpp"

namespace themata {

class FitOptions;
namespace detail {
class FitData;
}

/// The options of a fit: a model, and the options that `themata fit --model NAME --help` lists, without
/// dashes.
///     Options options("hdp");
///     options.set("learn", "alpha,beta,gamma").set("sweeps", 500);
class Options {
 public:
  /// The defaults of a model. @throws UsageError naming the models
  explicit Options(std::string_view model);
  Options(const Options& other);
  Options(Options&& other) noexcept;
  Options& operator=(Options other) noexcept;
  ~Options();

  /// @throws UsageError for an option that the model does not have, or a value of another kind. Ranges are
  /// checked by fit().
  Options& set(std::string_view name, std::string_view value);
  Options& set(std::string_view name, const char* value) { return set(name, std::string_view(value)); }
  Options& set(std::string_view name, double value);
  Options& set(std::string_view name, std::uint64_t value);
  Options& set(std::string_view name, int value);
  std::string get(std::string_view name) const;  ///< as text. @throws UsageError
  std::vector<std::string> names() const;        ///< of all options of this model
  std::string model() const;

 private:
  friend struct detail::Access;
  explicit Options(std::unique_ptr<FitOptions> options);

  std::unique_ptr<FitOptions> options_;
};

/// Where a chain is, every `trace-every` sweeps.
struct Progress {
  std::uint64_t chain = 0, chains = 0;  ///< from 1
  std::uint64_t sweep = 0, sweeps = 0;  ///< done, and at most; 2^32 - 1 where time alone ends the fit
  double seconds = 0;                   ///< of sampling, of this chain
  double log_posterior = 0;             ///< per token
  std::size_t topics = 0;               ///< in use
};

/// Watches a fit. Each function may be empty. They are called on the threads of the chains, but never on two
/// at once.
struct Observer {
  std::function<bool(const Progress&)> progress =
      {};  ///< false stops the fit after this sweep; it can be resumed
  std::function<void(const std::string&)> warning = {};  ///< something that a person should know
};

/// What the numbers of a table were computed from.
enum class TableSource {
  kept_draws,  ///< posterior means and standard deviations over the kept draws
  one_draw     ///< means and, if there are any, standard deviations given the draw that is shown
};

/// Posterior means and standard deviations of probabilities, in rows.
struct PosteriorTable {
  std::size_t rows = 0, columns = 0;
  std::vector<float> mean,
      sd;  ///< rows x columns; `sd` is empty where the topics of a model come and go between draws
  TableSource source = TableSource::kept_draws;
  std::size_t draws = 0;  ///< how many were averaged over; 1 for one_draw

  float mean_at(std::size_t row, std::size_t column) const { return mean[row * columns + column]; }
  bool has_sd() const { return !sd.empty(); }
  float sd_at(std::size_t row, std::size_t column) const {  ///< NaN without standard deviations
    return has_sd() ? sd[row * columns + column] : std::numeric_limits<float>::quiet_NaN();
  }
};

/// A word of a topic, and its posterior mean probability there given the draw that is shown.
struct TopicWord {
  std::string word;
  double probability = 0;
};

/// A topic of the draw that is shown, the last one kept.
struct TopicSummary {
  std::size_t number = 0;  ///< from 0, the largest first
  std::string name;        ///< its label; "" where topics have none
  std::uint64_t tokens = 0;
  double proportion = 0;  ///< of all tokens
  std::vector<TopicWord> words;
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
  /// A folder that `themata fit` or save() wrote. @throws InputError
  static Fit open(const std::string& folder);
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
  /// E(phi): topics x word types, and what is known of its error (docs/theory/lda.md, "Posterior summaries").
  /// Models whose topics stay the same from draw to draw: means and standard deviations over the kept draws
  /// of the chain, or given its last saved state if it kept none. Other models: means given the draw that is
  /// shown, without standard deviations. A complete fit has the former ready; else they are computed at each
  /// call.
  PosteriorTable topic_words(ChainNumber chain = {}) const;
  /// The same of theta: documents x topics.
  PosteriorTable document_topics(ChainNumber chain = {}) const;

  /// What fits of the same collection can begin with (GivenInputs::start): the topics of the last kept draw
  /// of a chain, with weights and hyperparameters. Also of another model.
  StartTopics start_topics(ChainNumber chain = {}) const;

  /// Goes on with a stopped fit, or with a complete one to more sweeps or for a longer time, to the same bits
  /// as if it had never stopped. Copies of the fit go on too.
  /// @throws UsageError where it is complete and no more sweeps are asked for
  void resume(const ResumeOptions& options = {}, const Observer& observer = {});

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
