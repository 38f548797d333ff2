#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "themata/api/collection.hpp"

namespace themata {

class FitOptions;
class Place;

/// The options of a fit: a model, and the options that `themata fit --model NAME --help` lists, without dashes.
///     Options options("hdp");
///     options.set("learn", "alpha,beta,gamma").set("sweeps", 500);
class Options {
 public:
  /// The defaults of a model. @throws UsageError naming the models
  explicit Options(std::string_view model);
  explicit Options(const FitOptions& options);  ///< for the library itself
  Options(const Options& other);
  Options(Options&& other) noexcept;
  Options& operator=(Options other) noexcept;
  ~Options();

  /// @throws UsageError for an option that the model does not have, or a value of another kind. Ranges are checked by fit().
  Options& set(std::string_view name, std::string_view value);
  Options& set(std::string_view name, const char* value) { return set(name, std::string_view(value)); }
  Options& set(std::string_view name, double value);
  Options& set(std::string_view name, std::uint64_t value);
  Options& set(std::string_view name, int value);
  std::string get(std::string_view name) const;  ///< as text. @throws UsageError
  std::vector<std::string> names() const;        ///< of all options of this model
  std::string model() const;

  const FitOptions& fit_options() const { return *options_; }  ///< for the library itself

 private:
  std::unique_ptr<FitOptions> options_;
};

/// Where a chain is, every `trace-every` sweeps.
struct Progress {
  std::uint64_t chain = 0, chains = 0;  ///< from 1
  std::uint64_t sweep = 0, sweeps = 0;
  double seconds = 0;        ///< of sampling, of this chain
  double log_posterior = 0;  ///< per token
  std::size_t topics = 0;    ///< in use
};

/// Watches a fit. Each function may be empty.
struct Observer {
  std::function<bool(const Progress&)> progress;  ///< false stops the fit after this sweep; it can be resumed
  std::function<void(const std::string&)> warning;  ///< something that a person should know
};

/// Posterior means and standard deviations of probabilities, in rows.
struct PosteriorTable {
  std::size_t rows = 0, columns = 0;
  std::vector<float> mean, sd;  ///< rows x columns

  float mean_at(std::size_t row, std::size_t column) const { return mean[row * columns + column]; }
  float sd_at(std::size_t row, std::size_t column) const { return sd[row * columns + column]; }
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

/// A fit: its chains, kept draws and summaries, in memory or in a folder. Copies share what they hold.
class Fit {
 public:
  /// A folder that `themata fit` or save() wrote. @throws InputError
  static Fit open(const std::string& folder);
  /// Writes a folder that every `themata` command reads, with its collection if that is in memory.
  /// @throws UsageError if it is in use; ResourceError
  void save(const std::string& folder) const;

  Collection collection() const;  ///< that it was fitted to; its vocabulary numbers the words of results
  std::string model() const;
  bool complete() const;  ///< false where an observer stopped it
  std::size_t n_topics() const;
  /// @param n_words  of each topic, the most probable
  std::vector<TopicSummary> topics(std::size_t n_words = 10) const;
  /// E and sd of phi over the kept draws of the first chain: topics x word types (docs/theory/lda.md, "Posterior
  /// summaries"). @throws UsageError for models whose topics come and go between draws, and for fits without kept draws
  PosteriorTable topic_words() const;
  /// The same of theta: documents x topics.
  PosteriorTable document_topics() const;

  /// Goes on with a stopped fit, or with a complete one to more sweeps, to the same bits as if it had never stopped.
  /// @param sweeps  in all; nothing: as before. @throws UsageError where it is complete and no more sweeps are asked for
  void resume(std::optional<std::uint64_t> sweeps = std::nullopt, const Observer& observer = {});

  explicit Fit(const Place& place);               ///< for the library itself
  const Place& place() const { return *place_; }  ///< for the library itself

 private:
  PosteriorTable posterior_of(const char* table) const;

  std::shared_ptr<const Place> place_;
};

/// Fits topics to a collection. Nothing is written to the disk. Equal collections, options and seeds give equal bits on any
/// number of threads.
/// @throws UsageError naming the option and its range; InputError; ResourceError, for example if memory is short
Fit fit(const Collection& collection, const Options& options, const Observer& observer = {});

/// The same into a new folder, whose last saved state survives a crash: Fit::open(folder).resume().
Fit fit_into(const std::string& folder, const Collection& collection, const Options& options,
             const Observer& observer = {});

}  // namespace themata
