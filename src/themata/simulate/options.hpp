#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace themata {

/// What a corpus is drawn from.
inline constexpr std::array<std::string_view, 11> simulated_models = {
    "lda", "labeled-lda", "hdp", "franchise", "lida", "ftm", "sstm", "hpc", "pcm", "zipf", "similar-topics"};
/// What a matrix alone is drawn from.
inline constexpr std::array<std::string_view, 2> simulated_matrices = {"ibp", "icdp"};
inline constexpr std::size_t most_simulated_topics = 65535;  ///< a topic takes 16 bits
inline constexpr std::array<std::string_view, 3> length_laws = {"poisson", "fixed", "log-normal"};

/// What a corpus or a matrix is drawn from. What was not given is unset until `settled` fills in what the model has for it.
/// --threads and --truth change no bit of the corpus.
struct SimulateOptions {
  template <class T>
  using Given = std::optional<T>;

  std::string model;
  Given<std::uint64_t> documents, types, topics, branching, tokens, seed, threads;
  Given<double> alpha, beta, gamma, discount, document_discount, pi, labels, eta, delta, sigma, xi, zeta;
  Given<double> tau_freedom, tau_scale, lambda;
  Given<double> length, length_sd, zipf, topic_zipf, concentration;
  Given<std::string> lengths;
  bool truth = false;  ///< also for zipf; the others always have it

  double mean_length() const {
    return length ? *length : static_cast<double>(*tokens) / static_cast<double>(*documents);
  }
  bool has_truth() const { return truth || model != "zipf"; }
  bool is_matrix() const;
  /// Whether documents show labels.
  bool has_labels() const { return model == "labeled-lda" || model == "hpc"; }
};

/// What a model makes of an option.
struct OptionUse {
  enum class Kind { absent, required, open, has_default, fixed } kind = Kind::absent;
  double value = 0;  ///< the default, or what alone there is
};

/// What those of `models`, names with blanks between, make of an option.
struct ModelsUse {
  std::string_view models;
  OptionUse use;
};

/// One option with a number: its name, where it is kept, what it may be, its use by the models that have one, what it means.
struct SimulateField {
  using Place =
      std::variant<std::optional<std::uint64_t> SimulateOptions::*, std::optional<double> SimulateOptions::*>;
  std::string_view name;  ///< as on the command line, without the dashes
  Place place;
  double least, most;
  std::vector<ModelsUse> uses;
  std::string_view help;

  OptionUse use_by(std::string_view model) const;
};

std::span<const SimulateField> simulate_fields();

/// The options with the model's defaults where nothing was given.
/// @throws UsageError where an option is missing, out of its range, or none of the model's
SimulateOptions settled(SimulateOptions options);

/// Every option that the corpus depends on, under its command-line name. @param options  settled
nlohmann::ordered_json to_json(const SimulateOptions& options);

}  // namespace themata
