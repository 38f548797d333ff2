#include "themata/simulate/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <vector>

#include "themata/io/error.hpp"

namespace themata {

namespace {

constexpr double most_numbered = 4294967294.0;  // documents and word types are numbered in 32 bits
constexpr auto most_topics = static_cast<double>(most_simulated_topics);
constexpr double most_seed = 4294967295.0;
constexpr double most_gamma = 1000;  // of the hdp: breaks a stick into about 37,000 topics
constexpr double above_zero = 1e-12;
constexpr double below_one = 1 - 1e-12;
constexpr double large = 1e12;

using Kind = OptionUse::Kind;
constexpr OptionUse needed{Kind::required, 0};
constexpr OptionUse open{Kind::open, 0};
constexpr OptionUse preset(double value) { return {Kind::has_default, value}; }
constexpr OptionUse fixed(double value) { return {Kind::fixed, value}; }

using O = SimulateOptions;
constexpr std::string_view all_corpora =
    "lda labeled-lda hdp franchise lida ftm sstm hpc pcm zipf similar-topics";

// A row an option, its help below. What a row does not name has no use for the option.
// clang-format off
std::vector<SimulateField> sizes_and_priors() {
  return {
      {"documents", &O::documents, 1, most_numbered,
       {{"lda labeled-lda hdp franchise lida ftm sstm hpc pcm zipf ibp icdp", needed}, {"similar-topics", preset(100)}},
       "documents D (similar-topics: 100); of a matrix its rows"},
      {"types", &O::types, 1, most_numbered,
       {{"lda labeled-lda hdp franchise ftm hpc pcm zipf", needed}, {"lida sstm", open}, {"similar-topics", fixed(12)}},
       "word types V (similar-topics: 12); lida, sstm: a finite vocabulary of so many (default: unbounded, those that topics have)"},
      {"tokens", &O::tokens, 1, large, {{"zipf", needed}},
       "zipf: tokens N in all, about; the mean length is N / D"},
      {"topics", &O::topics, 1, most_topics,
       {{"lda sstm", preset(100)}, {"labeled-lda hpc pcm", preset(20)}, {"hdp", open}, {"franchise", preset(1000)}, {"zipf", preset(500)}, {"similar-topics", fixed(5)}},
       "topics K (default: lda, sstm 100, labeled-lda, hpc, pcm 20, zipf 500; similar-topics 5); hdp, franchise: at most so many, the last takes what is left of the stick (franchise 1000)"},
      {"alpha", &O::alpha, above_zero, large,
       {{"lda", preset(0.1)}, {"labeled-lda lida ftm icdp", preset(0.5)}, {"sstm", preset(0.1)}, {"hdp franchise zipf", preset(1)}},
       "lda, sstm: prior weight of each topic in a document (0.1); labeled-lda, lida, ftm, icdp: of each that it may use (0.5); hdp, franchise, zipf: concentration of a document (1)"},
      {"beta", &O::beta, above_zero, large,
       {{"lda labeled-lda hdp franchise ftm", preset(0.01)}, {"lida sstm", preset(0.5)}},
       "prior weight of each word type in a topic (0.01); lida, sstm: of each that it may have (0.5)"},
      {"pi", &O::pi, above_zero, 1, {{"lda", open}},
       "lda: probability that a topic may have a word type, as with spike and slab (1)"},
      {"branching", &O::branching, 1, most_topics, {{"hpc", preset(4)}},
       "hpc: labels right below each label of the tree, and at its top (4)"},
      {"labels", &O::labels, 1, most_topics, {{"labeled-lda hpc", preset(2)}},
       "labeled-lda, hpc: labels of a document, on average (2)"},
      {"gamma", &O::gamma, above_zero, 1e6,
       {{"hdp franchise", preset(1)}, {"lida sstm", preset(50)}, {"hpc pcm", preset(1.5)}},
       "hdp, franchise: global concentration, at most 1000 (1); larger has more topics. lida, sstm: words of a topic, on average (50); with --types fewer. hpc, pcm: deviation of the words' log rates in the corpus (1.5)"},
  };
}

std::vector<SimulateField> other_laws() {
  return {
      {"discount", &O::discount, 0, below_one, {{"franchise", preset(0.25)}},
       "franchise: discount of the topics' weights (0.25)"},
      {"document-discount", &O::document_discount, 0, below_one, {{"franchise", preset(0.25)}},
       "franchise: discount within a document (0.25)"},
      {"eta", &O::eta, above_zero, 1e6, {{"lida ftm ibp icdp", preset(10)}},
       "lida, ftm, ibp, icdp: topics that a document may use, on average (10)"},
      {"delta", &O::delta, -1, large, {{"lida ftm ibp icdp", preset(1)}},
       "the same: above minus sigma; the larger, the less documents share (1)"},
      {"sigma", &O::sigma, 0, below_one, {{"lida ftm ibp icdp", preset(0)}},
       "the same: discount, a power law of rare topics (0)"},
      {"xi", &O::xi, -1, large, {{"lida sstm", preset(1)}},
       "lida, sstm: above minus zeta; the larger, the less topics share words (1)"},
      {"zeta", &O::zeta, 0, below_one, {{"lida sstm", preset(0)}},
       "lida, sstm: discount, a power law of rare words (0)"},
      {"tau-freedom", &O::tau_freedom, above_zero, 1e6, {{"hpc pcm", preset(5)}},
       "hpc, pcm: degrees of freedom of the variances tau^2 of log rates below a node; the more, the more alike for all words (5)"},
      {"tau-scale", &O::tau_scale, above_zero, 100, {{"hpc pcm", preset(1)}},
       "hpc, pcm: their scale, a deviation (1)"},
      {"lambda", &O::lambda, above_zero, 100, {{"hpc pcm", preset(1)}},
       "hpc, pcm: deviation of a document's affinities, whose softmax are its shares (1)"},
      {"length", &O::length, above_zero, 1e9,
       {{"lda labeled-lda hdp franchise lida ftm sstm hpc pcm", preset(100)}, {"similar-topics", preset(50)}},
       "mean length of a document, in tokens (100; similar-topics: 50)"},
      {"length-sd", &O::length_sd, 0, 1e9, {{all_corpora, open}},
       "standard deviation of log-normal lengths, in tokens (half the mean)"},
      {"zipf", &O::zipf, 0, 10, {{"zipf", preset(1.07)}},
       "zipf: exponent s; the word of rank r has a share proportional to r^-s (1.07)"},
      {"topic-zipf", &O::topic_zipf, 0, 10, {{"zipf", preset(0.7)}},
       "zipf: the same of the topics' sizes; 0 makes them alike (0.7)"},
      {"concentration", &O::concentration, 1e-6, large, {{"zipf", preset(500)}},
       "zipf: how alike the topics are; a word of share p lies in some 1 + K p times this many topics (500)"},
      {"seed", &O::seed, 0, most_seed, {{all_corpora, preset(1)}, {"ibp icdp", preset(1)}},
       "seed of the random numbers (1)"},
      {"threads", &O::threads, 0, 1024, {{all_corpora, preset(0)}, {"ibp icdp", preset(0)}},
       "threads; they change the speed and not one bit of what is drawn; 0: all (0)"},
  };
}
// clang-format on

const std::vector<SimulateField>& table() {
  static const std::vector<SimulateField> fields = [] {
    std::vector<SimulateField> all = sizes_and_priors();
    std::ranges::move(other_laws(), std::back_inserter(all));
    return all;
  }();
  return fields;
}

/// Whether a word is among those of a text, which have blanks between them.
bool lists(std::string_view text, std::string_view word) {
  return fmt::format(" {} ", text).find(fmt::format(" {} ", word)) != std::string::npos;
}

void check_model(const std::string& model) {
  const std::string_view name(model);
  if (std::ranges::find(simulated_models, name) == simulated_models.end() &&
      std::ranges::find(simulated_matrices, name) == simulated_matrices.end())
    throw UsageError(fmt::format("'{}': no such model to simulate; there are {}, and of matrices {}", model,
                                 fmt::join(simulated_models, ", "), fmt::join(simulated_matrices, ", ")));
}

void check_range(const SimulateField& field, double value) {
  if (value >= field.least && value <= field.most) return;
  const std::string least = field.least == above_zero ? "above 0" : fmt::format("from {:g}", field.least);
  const std::string most = field.most == below_one ? "below 1" : fmt::format("at most {:.0f}", field.most);
  throw UsageError(fmt::format("--{} is {:g}; expected a number {}, {}", field.name, value, least, most));
}

/// Checks one option, and gives it the model's default where it was not given.
template <class T>
void settle(const SimulateField& field, const std::string& model, std::optional<T>& option) {
  const OptionUse use = field.use_by(model);
  if (option && use.kind == Kind::absent)
    throw UsageError(fmt::format("--{} means nothing for {}", field.name, model));
  if (!option && use.kind == Kind::required)
    throw UsageError(fmt::format("simulate {} needs --{}", model, field.name));
  if (option && use.kind == Kind::fixed && static_cast<double>(*option) != use.value)
    throw UsageError(fmt::format("--{} is {}; {} has {:.0f}", field.name, *option, model, use.value));
  if (!option && (use.kind == Kind::has_default || use.kind == Kind::fixed))
    option = static_cast<T>(use.value);
  if (option) check_range(field, static_cast<double>(*option));
}

/// What of the options hangs together.
void check_laws(const SimulateOptions& options) {
  const auto require_above = [](const char* name, std::optional<double> value, const char* bound,
                                std::optional<double> discount) {
    if (value && discount && !(*value > -*discount))
      throw UsageError(fmt::format("--{} is {:g}; expected a number above minus --{}, {:g}", name, *value,
                                   bound, 0 - *discount));
  };
  require_above("delta", options.delta, "sigma", options.sigma);
  require_above("xi", options.xi, "zeta", options.zeta);
  const bool sticks = options.model == "hdp" || options.model == "franchise";
  if (sticks && *options.gamma > most_gamma)
    throw UsageError(fmt::format("--gamma is {:g}; expected at most {:.0f} of {}", *options.gamma, most_gamma,
                                 options.model));
  if (options.labels && *options.labels > static_cast<double>(*options.topics))
    throw UsageError(fmt::format("--labels is {:g}, of {} topics: expected no more labels than topics",
                                 *options.labels, *options.topics));
  if (!options.xi || !options.types) return;
  const double least = *options.gamma * *options.xi / static_cast<double>(*options.types);
  if (!(least > *options.zeta))
    throw UsageError(
        fmt::format("a finite vocabulary needs --gamma times --xi over --types above --zeta; "
                    "{:g} is not above {:g}",
                    least, *options.zeta));
}

void refuse_of_matrix(const SimulateOptions& options) {
  if (options.lengths || options.truth)
    throw UsageError(
        fmt::format("--{} means nothing for {}", options.truth ? "truth" : "lengths", options.model));
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

OptionUse SimulateField::use_by(std::string_view model) const {
  const auto found =
      std::ranges::find_if(uses, [&](const ModelsUse& each) { return lists(each.models, model); });
  return found == uses.end() ? OptionUse{} : found->use;
}

bool SimulateOptions::is_matrix() const {
  return std::ranges::find(simulated_matrices, std::string_view(model)) != simulated_matrices.end();
}

SimulateOptions settled(SimulateOptions options) {
  check_model(options.model);
  for (const SimulateField& field : table())
    std::visit([&](auto place) { settle(field, options.model, options.*place); }, field.place);
  check_laws(options);
  if (options.is_matrix())
    refuse_of_matrix(options);
  else
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
