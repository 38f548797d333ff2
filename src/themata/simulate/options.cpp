#include "themata/simulate/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "themata/io/error.hpp"

namespace themata {

namespace {

constexpr double most_numbered = 4294967294.0;  // documents and word types are numbered in 32 bits
constexpr double most_topics = 65535;           // a topic takes 16
constexpr double most_seed = 4294967295.0;
constexpr double most_gamma = 1000;  // breaks a stick into about 37,000 topics
constexpr double above_zero = 1e-12;
constexpr double large = 1e12;

using Kind = OptionUse::Kind;
constexpr OptionUse none{};
constexpr OptionUse needed{Kind::required, 0};
constexpr OptionUse open{Kind::open, 0};
constexpr OptionUse preset(double value) { return {Kind::has_default, value}; }
constexpr OptionUse fixed(double value) { return {Kind::fixed, value}; }

using O = SimulateOptions;

// A row an option, its help below; its uses are those of lda, hdp, zipf and similar-topics.
// clang-format off
const std::vector<SimulateField>& table() {
  static const std::vector<SimulateField> fields = {
      {"documents", &O::documents, 1, most_numbered, {needed, needed, needed, preset(100)},
       "documents D (similar-topics: 100)"},
      {"types", &O::types, 1, most_numbered, {needed, needed, needed, fixed(12)},
       "word types V (similar-topics: 12)"},
      {"tokens", &O::tokens, 1, large, {none, none, needed, none},
       "zipf: tokens N in all, about; the mean length is N / D"},
      {"topics", &O::topics, 1, most_topics, {preset(100), open, preset(500), fixed(5)},
       "topics K (default: lda 100, zipf 500; similar-topics 5); hdp: at most so many, the last takes what is left of the stick"},
      {"alpha", &O::alpha, above_zero, large, {preset(0.1), preset(1), preset(1), none},
       "lda: prior weight of each topic in a document (0.1); hdp, zipf: concentration of a document (1)"},
      {"beta", &O::beta, above_zero, large, {preset(0.01), preset(0.01), none, none},
       "lda, hdp: prior weight of each word type in a topic (0.01)"},
      {"gamma", &O::gamma, above_zero, most_gamma, {none, preset(1), none, none},
       "hdp: global concentration (1); larger has more topics"},
      {"length", &O::length, above_zero, 1e9, {preset(100), preset(100), none, preset(50)},
       "mean length of a document, in tokens (100; similar-topics: 50)"},
      {"length-sd", &O::length_sd, 0, 1e9, {open, open, open, open},
       "standard deviation of log-normal lengths, in tokens (half the mean)"},
      {"zipf", &O::zipf, 0, 10, {none, none, preset(1.07), none},
       "zipf: exponent s; the word of rank r has a share proportional to r^-s (1.07)"},
      {"topic-zipf", &O::topic_zipf, 0, 10, {none, none, preset(0.7), none},
       "zipf: the same of the topics' sizes; 0 makes them alike (0.7)"},
      {"concentration", &O::concentration, 1e-6, large, {none, none, preset(500), none},
       "zipf: how alike the topics are; a word of share p lies in some 1 + K p times this many topics (500)"},
      {"seed", &O::seed, 0, most_seed, {preset(1), preset(1), preset(1), preset(1)},
       "seed of the random numbers (1)"},
      {"threads", &O::threads, 0, 1024, {preset(0), preset(0), preset(0), preset(0)},
       "threads; they change the speed and not one bit of the corpus; 0: all (0)"},
  };
  return fields;
}
// clang-format on

std::size_t index_of_model(const std::string& model) {
  const auto* found = std::ranges::find(simulated_models, std::string_view(model));
  if (found == simulated_models.end())
    throw UsageError(fmt::format("'{}': no such model to simulate; there are {}", model,
                                 fmt::join(simulated_models, ", ")));
  return static_cast<std::size_t>(found - simulated_models.begin());
}

void check_range(const SimulateField& field, double value) {
  if (value >= field.least && value <= field.most) return;
  const std::string least = field.least == above_zero ? "above 0" : fmt::format("from {:g}", field.least);
  throw UsageError(fmt::format("--{} is {:g}; expected a number {}, at most {:.0f}", field.name, value, least,
                               field.most));
}

/// Checks one option, and gives it the model's default where it was not given.
template <class T>
void settle(const SimulateField& field, std::size_t model, std::optional<T>& option) {
  const OptionUse& use = field.uses[model];
  if (option && use.kind == Kind::absent)
    throw UsageError(fmt::format("--{} means nothing for {}", field.name, simulated_models[model]));
  if (!option && use.kind == Kind::required)
    throw UsageError(fmt::format("simulate {} needs --{}", simulated_models[model], field.name));
  if (option && use.kind == Kind::fixed && static_cast<double>(*option) != use.value)
    throw UsageError(
        fmt::format("--{} is {}; {} has {:.0f}", field.name, *option, simulated_models[model], use.value));
  if (!option && (use.kind == Kind::has_default || use.kind == Kind::fixed))
    option = static_cast<T>(use.value);
  if (option) check_range(field, static_cast<double>(*option));
}

void settle_lengths(SimulateOptions& options) {
  if (!options.lengths)
    options.lengths = options.model == "zipf"             ? "log-normal"
                      : options.model == "similar-topics" ? "fixed"
                                                          : "poisson";
  if (std::ranges::find(length_laws, std::string_view(*options.lengths)) == length_laws.end())
    throw UsageError(
        fmt::format("--lengths is '{}'; expected {}", *options.lengths, fmt::join(length_laws, ", or ")));
  const bool log_normal = *options.lengths == "log-normal";
  if (options.length_sd && !log_normal)
    throw UsageError(fmt::format("--length-sd goes with --lengths log-normal, not {}", *options.lengths));
  if (log_normal && !options.length_sd) options.length_sd = options.mean_length() / 2;
}

}  // namespace

std::span<const SimulateField> simulate_fields() { return table(); }

SimulateOptions settled(SimulateOptions options) {
  const std::size_t model = index_of_model(options.model);
  for (const SimulateField& field : table())
    std::visit([&](auto place) { settle(field, model, options.*place); }, field.place);
  settle_lengths(options);
  return options;
}

nlohmann::ordered_json to_json(const SimulateOptions& options) {
  nlohmann::ordered_json json = {{"model", options.model}};
  for (const SimulateField& field : table()) {
    if (field.name == "threads") continue;
    std::visit(
        [&](auto place) {
          if (options.*place) json[std::string(field.name)] = *(options.*place);
        },
        field.place);
  }
  json["lengths"] = *options.lengths;
  return json;
}

}  // namespace themata
