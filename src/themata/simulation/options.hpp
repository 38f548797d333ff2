#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace themata {

inline constexpr std::size_t most_simulated_topics = 65535;  ///< a topic takes 16 bits

/// What a corpus or a matrix is drawn from. What was not given is unset until `with_defaults` fills in what the
/// model has for it. --threads and --truth change no bit of the corpus.
struct SimulateOptions {
  template <class T>
  using Given = std::optional<T>;

  std::string model;
  Given<std::uint64_t> documents, types, topics, branching, tokens, seed, threads;
  Given<double> alpha, beta, gamma, discount, document_discount, pi, labels, eta, delta, sigma, xi, zeta;
  Given<double> tau_freedom, tau_scale, lambda;
  Given<double> length, length_sd, zipf, topic_zipf, concentration;
  Given<std::string> lengths;
  bool truth = false;  ///< also where it is not written unless asked for

  double mean_length() const {
    return length ? *length : static_cast<double>(*tokens) / static_cast<double>(*documents);
  }
};

namespace simulate {

/// What a model makes of an option.
struct OptionUse {
  using Place =
      std::variant<std::optional<std::uint64_t> SimulateOptions::*, std::optional<double> SimulateOptions::*>;
  enum class Kind { required, open, has_default, fixed };

  Place place;
  Kind kind;
  double value;  ///< the default, or what alone there is
  /// What it means, for help, where that is not what the option commonly means. Equal notes of models are
  /// one.
  std::string_view note = {};
};

constexpr OptionUse required(OptionUse::Place place, std::string_view note = {}) {
  return {place, OptionUse::Kind::required, 0, note};
}
/// May be given, and has no default.
constexpr OptionUse open(OptionUse::Place place, std::string_view note = {}) {
  return {place, OptionUse::Kind::open, 0, note};
}
constexpr OptionUse preset(OptionUse::Place place, double value, std::string_view note = {}) {
  return {place, OptionUse::Kind::has_default, value, note};
}
constexpr OptionUse fixed(OptionUse::Place place, double value, std::string_view note = {}) {
  return {place, OptionUse::Kind::fixed, value, note};
}

/// The uses of a model, `own` and those that corpora of all models have in common: --documents, --length,
/// --length-sd, --seed and --threads.
std::vector<OptionUse> model_uses(std::vector<OptionUse> own);

/// What can be simulated, as options see it.
struct Simulated {
  std::string_view name;
  std::vector<OptionUse> uses;  ///< other options mean nothing
  /// What must hold of options beyond their ranges. @throws UsageError
  void (*check)(const SimulateOptions&) = nullptr;

  /// Null where the option means nothing.
  const OptionUse* use_of(const OptionUse::Place& place) const;
};

/// Refuses a value of an Indian buffet process's concentration that is not above minus its discount. Both
/// set.
/// @param name  of --name and --bound
/// @throws UsageError
void require_above(const char* name, double value, const char* bound, double discount);

}  // namespace simulate
}  // namespace themata
