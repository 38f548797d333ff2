#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace themata {

/// Everything that determines a fit, and how it is run. --threads, --time-limit and --checkpoint-every decide when and how
/// fast a chain runs, never what its sweeps draw.
struct FitOptions {
  std::string model = "lda";
  std::string sampler;  ///< "" for what the model, z and phi imply: resolved
  std::string z;        ///< "" for dense
  std::string phi;      ///< "" for dirichlet
  std::string weights = "sticks";
  std::uint64_t topics = 100;
  std::string start = "documents";
  std::uint64_t max_topics = automatic;
  double alpha = 0.1;
  double beta = 0.01;
  double gamma = 1;
  double eta = 10, delta = 1, sigma = 0;  ///< lida, ftm: law of the topics of documents
  double xi = 1, zeta = 0;                ///< lida, sstm: with gamma the law of the words of topics
  std::string vocabulary = "unbounded";
  std::string unlabelled = "refuse";  ///< hpc: what becomes of documents without labels
  double most_discount = 0.5;         ///< of a learned sigma or zeta
  double discount = 0;                ///< franchise: of topics
  double document_discount = 0;       ///< franchise: of tables
  std::string alpha_weights;          ///< files; "" for none
  std::string beta_weights;
  std::string seeds;
  double seed_weight = 1;
  double pi = 0.5;
  std::uint64_t background_topics = 0;
  /// Comma-separated: alpha, asymmetric-alpha, beta, gamma, discount, document-discount, pi, eta, delta, sigma, xi, zeta; or
  /// none. "" for nothing, or what the models with masks imply: resolved.
  std::string learn;
  double prior_shape = 1;
  double prior_rate = 1;
  std::uint64_t blocks = 0;              ///< 0: from the corpus
  std::uint64_t partitions = 2;          ///< of ad-lda
  std::uint64_t table_topics = 0;        ///< sweeps from one draw of tables' topics to the next; 0: never
  std::uint64_t restarts = 1;            ///< franchise: starts, of which the most probable is taken
  std::uint64_t split_merge = 0;         ///< proposals a sweep
  std::uint64_t split_merge_sweeps = 0;  ///< the first so many; 0: all
  std::string split_merge_tables = "uniform";
  std::string split_merge_allocation = "sequential";
  std::uint64_t split_merge_scans = 0;  ///< 0: sequential allocation
  std::uint64_t sweeps = 1000;
  std::uint64_t burn_in = automatic;
  std::uint64_t thin = automatic;
  std::uint64_t keep = 20;
  std::uint64_t chains = 1;
  std::uint64_t threads = 0;  ///< 0: every core
  std::uint64_t seed = 1;
  double time_limit = 0;  ///< seconds of sampling in all; 0: none
  std::uint64_t trace_every = 10;
  double checkpoint_every = 60;  ///< seconds
  std::uint64_t monitor_words = 0;
  std::uint64_t monitor_documents = 0;
  std::uint64_t monitor_topics = 20;
  std::uint64_t monitor_from = 0;  ///< 0: the sweep after burn-in

  /// Left to the program, besides the sampler: half the sweeps of burn-in, whatever thinning keeps `keep` draws, and as many
  /// topics as there can be or, cut off at a flag topic, 1000.
  static constexpr std::uint64_t automatic = UINT64_MAX;

  bool learns(std::string_view what) const;
  bool monitors() const { return monitor_words > 0 || monitor_documents > 0; }
  bool is_franchise() const { return model == "franchise"; }
  bool is_lda() const { return model == "lda" || model == "labeled-lda"; }
  /// The Dirichlet-multinomial mixture, of K topics and as a Dirichlet process.
  bool is_dmm() const { return model == "dmm" || model == "dp-dmm"; }
  bool masks_topics() const { return model == "lida" || model == "ftm"; }
  bool masks_words() const { return model == "lida" || model == "sstm"; }
  bool has_masks() const { return masks_topics() || masks_words(); }
  /// Hierarchical Poisson convolution, and the same without labels.
  bool has_rates() const { return model == "hpc" || model == "pcm"; }
  /// Whether the chain has as many topics as --topics says, throughout.
  bool has_fixed_topics() const { return is_lda() || model == "sstm" || has_rates() || model == "dmm"; }
  /// Whether the chain's law is the posterior. Not where the sampler is an approximation.
  bool exact() const;
};

/// One option: its name, what it means, where it is kept and what it may be. The command line and the
/// manifest are made from the table of these, and docs/guide/fit.md is tested against it.
struct FitField {
  using Place = std::variant<std::string FitOptions::*, std::uint64_t FitOptions::*, double FitOptions::*>;
  std::string_view name;  ///< as on the command line, without the dashes
  Place place;
  double least, most;                     ///< range of a number, both ends allowed
  std::vector<std::string_view> choices;  ///< of a text; empty where any will do
  std::string_view help;
};

std::span<const FitField> fit_fields();

/// @throws UsageError naming the option and its range, or the combination that makes no sense
void check_options(const FitOptions& asked);
/// The same for a new fit, of which every monitored sweep is still to come.
void check_new_options(const FitOptions& options);

nlohmann::json to_json(const FitOptions& options);
/// Options that the manifest of an earlier version lacks have their defaults.
/// @throws InputError naming `file` where an option is of the wrong kind
FitOptions fit_options_from_json(const nlohmann::json& json, const std::string& file);

/// The options with a sampler and numbers where they were left to the program.
FitOptions resolved(FitOptions options);

/// The sweeps after which a draw is kept, ascending. @param options  resolved
std::vector<std::uint64_t> kept_schedule(const FitOptions& options);

}  // namespace themata
