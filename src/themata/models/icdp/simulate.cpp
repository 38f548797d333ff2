#include "themata/models/icdp/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "themata/io/error.hpp"
#include "themata/io/memory.hpp"
#include "themata/simulation/address.hpp"

namespace themata::icdp {

namespace {

using simulate::Mixture;
using simulate::open;
using simulate::OptionUse;
using simulate::Part;
using simulate::preset;
using simulate::required;

enum class Mask : std::uint64_t { topics = 0, words = 1 };

Ibp topic_process(const SimulateOptions& o) { return {*o.eta, *o.delta, *o.sigma}; }
Ibp word_process(const SimulateOptions& o) { return {*o.gamma, *o.xi, *o.zeta}; }

void refuse_topics(const SimulateOptions& o, double topics) {
  throw UsageError(
      fmt::format("`eta` {:g}, `delta` {:g} and `sigma` {:g} make {:.0f} topics of {} documents; expected at "
                  "most {}: smaller "
                  "ones make fewer",
                  *o.eta, *o.delta, *o.sigma, topics, *o.documents, most_simulated_topics));
}

/// Refuses lists with `rows` rows and `entries` entries in total if memory does not suffice.
void require_lists(double rows, double entries, const std::string& what, const std::string& remedy) {
  constexpr double row = 2 * sizeof(std::vector<std::uint32_t>),
                   entry = 2 * sizeof(std::uint32_t);  // lists grow by a factor of up to two
  require_memory(static_cast<std::uint64_t>(std::min(row * rows + entry * entries, 9e18)), what, remedy);
}

/// Refuses too many word types to number, and lists and a table of them that do not fit in memory.
void require_words(const SimulateOptions& o, std::size_t topics) {
  constexpr double most_types = 4294967294.0;
  const auto rows = static_cast<double>(topics);
  const double types = o.types ? static_cast<double>(*o.types) : word_process(o).dishes(topics);
  if (!(types < most_types))
    throw UsageError(fmt::format(
        "`gamma` {:g}, `xi` {:g} and `zeta` {:g} make {:.0f} words of {} topics; expected at most {:.0f}: "
        "smaller ones make fewer",
        *o.gamma, *o.xi, *o.zeta, types, topics, most_types));
  require_lists(rows, rows * std::min(*o.gamma, types), fmt::format("the words of {} topics", topics),
                "a smaller `gamma` needs less");
  simulate::require_table(topics, static_cast<std::uint64_t>(types));
}

Buffet draw_words_of_topics(const SimulateOptions& o, std::size_t topics, Key key) {
  constexpr int tries = 1000;
  require_words(o, topics);
  Stream stream = part_stream(key, Part::masks, static_cast<std::uint64_t>(Mask::words));
  for (int i = 0; i < tries; ++i) {
    const auto types = static_cast<std::uint32_t>(o.types.value_or(0));
    Buffet buffet = types > 0 ? draw_buffet(stream, dish_distribution(word_process(o), types), topics, types)
                              : draw_buffet(stream, word_process(o), topics);
    if (std::ranges::none_of(buffet.of, [](const auto& words) { return words.empty(); })) return buffet;
  }
  throw UsageError(fmt::format(
      "`gamma` {:g}: of {} topics some have no word in each of {} draws; expected more words a topic",
      *o.gamma, topics, tries));
}

/// Draws topics of documents; at least one in all.
Buffet draw_some_topics(const SimulateOptions& options, Key key) {
  Buffet topics = draw_topics_of_documents(options, BuffetEntries::alone, key);
  if (topics.dishes == 0)
    throw UsageError(fmt::format(
        "`eta` {:g}: none of {} documents has drawn a topic; expected more of them, or another `seed`",
        *options.eta, *options.documents));
  return topics;
}

/// Each topic's expected proportion of the tokens, if documents use their topics equally.
std::vector<double> mean_shares(const Buffet& topics) {
  std::vector<double> shares(topics.dishes);
  double documents = 0;
  for (const auto& list : topics.of) {
    documents += list.empty() ? 0 : 1;
    for (const std::uint32_t k : list) shares[k] += 1 / static_cast<double>(list.size());
  }
  for (double& share : shares) share /= documents;
  return shares;
}

Mixture draw_lida(const SimulateOptions& options, Key key, Pool& pool) {
  Buffet topics = draw_some_topics(options, key);
  std::vector<double> weights = mean_shares(topics);
  Buffet words = draw_words_of_topics(options, weights.size(), key);
  Mixture mixture = simulate::with_weights(std::move(weights), *options.alpha, words.dishes);
  mixture.of_documents = std::move(topics.of);
  mixture.of_topics = std::move(words.of);
  draw_rows(mixture, *options.beta, key, pool);
  return mixture;
}

Mixture draw_ftm(const SimulateOptions& options, Key key, Pool& pool) {
  Buffet topics = draw_some_topics(options, key);
  Mixture mixture = simulate::with_weights(mean_shares(topics), *options.alpha, *options.types);
  mixture.of_documents = std::move(topics.of);
  draw_rows(mixture, *options.beta, key, pool);
  return mixture;
}

Mixture draw_sstm(const SimulateOptions& options, Key key, Pool& pool) {
  const auto n_topics = static_cast<double>(*options.topics);
  Buffet words = draw_words_of_topics(options, *options.topics, key);
  Mixture mixture = simulate::with_weights(std::vector<double>(*options.topics, 1 / n_topics),
                                           n_topics * *options.alpha, words.dishes);
  mixture.of_topics = std::move(words.of);
  draw_rows(mixture, *options.beta, key, pool);
  return mixture;
}

void check_words(const SimulateOptions& options) {
  simulate::require_above("xi", *options.xi, "zeta", *options.zeta);
  if (!options.types) return;
  const double least = *options.gamma * *options.xi / static_cast<double>(*options.types);
  if (!(least > *options.zeta))
    throw UsageError(
        fmt::format("a finite vocabulary needs `gamma` times `xi` over `types` above `zeta`; "
                    "{:g} is not above {:g}",
                    least, *options.zeta));
}

void check_both(const SimulateOptions& options) {
  check_buffet(options);
  check_words(options);
}

using O = SimulateOptions;
/// What the models have in common.
namespace uses {
constexpr OptionUse weight_of_some =
    preset(&O::alpha, 0.5, "prior weight of each topic that a document may use");
constexpr OptionUse eta = preset(&O::eta, 10), delta = preset(&O::delta, 1), sigma = preset(&O::sigma, 0);
constexpr OptionUse types =
    open(&O::types, "a finite vocabulary of so many (default: unbounded, those that topics have)");
constexpr OptionUse beta = preset(&O::beta, 0.5, "of each that it may have");
constexpr OptionUse gamma = preset(&O::gamma, 50, "words of a topic, on average; with `types` fewer");
constexpr OptionUse xi = preset(&O::xi, 1), zeta = preset(&O::zeta, 0);
}  // namespace uses

const simulate::Simulation& lida_simulation() {
  static const simulate::Simulation instance{
      .options = {"lida",
                  simulate::model_uses({uses::weight_of_some, uses::eta, uses::delta, uses::sigma,
                                        uses::types, uses::beta, uses::gamma, uses::xi, uses::zeta}),
                  check_both},
      .draw = draw_lida};
  return instance;
}

const simulate::Simulation& ftm_simulation() {
  static const simulate::Simulation instance{
      .options = {"ftm",
                  simulate::model_uses({uses::weight_of_some, uses::eta, uses::delta, uses::sigma,
                                        required(&O::types), preset(&O::beta, 0.01)}),
                  check_buffet},
      .draw = draw_ftm};
  return instance;
}

const simulate::Simulation& sstm_simulation() {
  static const simulate::Simulation instance{
      .options = {"sstm",
                  simulate::model_uses({preset(&O::topics, 100),
                                        preset(&O::alpha, 0.1, "prior weight of each topic in a document"),
                                        uses::types, uses::beta, uses::gamma, uses::xi, uses::zeta}),
                  check_words},
      .draw = draw_sstm};
  return instance;
}

}  // namespace

void check_buffet(const SimulateOptions& options) {
  simulate::require_above("delta", *options.delta, "sigma", *options.sigma);
}

Buffet draw_topics_of_documents(const SimulateOptions& o, BuffetEntries entries, Key key) {
  const auto documents = static_cast<double>(*o.documents);
  const double weights = entries == BuffetEntries::weighted ? 3 : 1;  // a weight is as long as two entries
  require_lists(documents * weights, documents * *o.eta * weights,
                fmt::format("the topics of {} documents", *o.documents),
                "fewer `documents` or a smaller `eta` need less");
  const double expected = topic_process(o).dishes(*o.documents);
  if (!(expected < 2.0 * most_simulated_topics)) refuse_topics(o, expected);
  Stream stream = part_stream(key, Part::masks, static_cast<std::uint64_t>(Mask::topics));
  Buffet buffet = draw_buffet(stream, topic_process(o), *o.documents);
  if (buffet.dishes > most_simulated_topics) refuse_topics(o, buffet.dishes);
  return buffet;
}

const simulate::Simulation& simulation_of(std::string_view model) {
  if (model == "lida") return lida_simulation();
  return model == "ftm" ? ftm_simulation() : sstm_simulation();
}

}  // namespace themata::icdp
