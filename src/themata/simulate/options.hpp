#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace themata {

inline constexpr std::array<std::string_view, 4> simulated_models = {"lda", "hdp", "zipf", "similar-topics"};
inline constexpr std::array<std::string_view, 3> length_laws = {"poisson", "fixed", "log-normal"};

/// What a corpus is drawn from. What was not given is unset until `settled` fills in what the model has for it.
/// --threads and --truth change no bit of the corpus.
struct SimulateOptions {
  template <class T>
  using Given = std::optional<T>;

  std::string model;
  Given<std::uint64_t> documents, types, topics, tokens, seed, threads;
  Given<double> alpha, beta, gamma, length, length_sd, zipf, topic_zipf, concentration;
  Given<std::string> lengths;
  bool truth = false;  ///< also for zipf; the others always have it

  double mean_length() const {
    return length ? *length : static_cast<double>(*tokens) / static_cast<double>(*documents);
  }
  bool has_truth() const { return truth || model != "zipf"; }
};

/// What a model makes of an option.
struct OptionUse {
  enum class Kind { absent, required, open, has_default, fixed } kind = Kind::absent;
  double value = 0;  ///< the default, or what alone there is
};

/// One option with a number: its name, where it is kept, what it may be, its use by each model, what it means.
struct SimulateField {
  using Place =
      std::variant<std::optional<std::uint64_t> SimulateOptions::*, std::optional<double> SimulateOptions::*>;
  std::string_view name;  ///< as on the command line, without the dashes
  Place place;
  double least, most;
  std::array<OptionUse, 4> uses;  ///< in the order of simulated_models
  std::string_view help;
};

std::span<const SimulateField> simulate_fields();

/// The options with the model's defaults where nothing was given.
/// @throws UsageError where an option is missing, out of its range, or none of the model's
SimulateOptions settled(SimulateOptions options);

/// Every option that the corpus depends on, under its command-line name. @param options  settled
nlohmann::ordered_json to_json(const SimulateOptions& options);

}  // namespace themata
