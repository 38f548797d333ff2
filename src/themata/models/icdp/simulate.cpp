#include "themata/models/icdp/simulate.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "themata/io/error.hpp"
#include "themata/io/memory.hpp"
#include "themata/simulation/address.hpp"
#include "themata/simulation/simulation_of.hpp"

namespace themata::icdp {

namespace {

using simulate::Mixture;
using simulate::Part;

enum class Mask : std::uint64_t { topics = 0, words = 1 };

Ibp process_of(const BuffetOptions& o) { return {o.eta, o.delta, o.sigma}; }
Ibp process_of(const WordMaskOptions& o) { return {o.gamma, o.xi, o.zeta}; }

void refuse_topics(const BuffetOptions& o, std::uint64_t documents, double topics) {
  throw UsageError(fmt::format(
      "`eta` {:g}, `delta` {:g} and `sigma` {:g} give {:.0f} topics for {} documents; expected at most {}: "
      "smaller values give fewer",
      o.eta, o.delta, o.sigma, topics, documents, most_simulated_topics));
}

/// Refuses lists with `rows` rows and `entries` entries in total if memory does not suffice.
void require_lists(double rows, double entries, const std::string& what, const std::string& remedy) {
  constexpr double row = 2 * sizeof(std::vector<std::uint32_t>),
                   entry = 2 * sizeof(std::uint32_t);  // lists grow by a factor of up to two
  require_memory(static_cast<std::uint64_t>(std::min(row * rows + entry * entries, 9e18)), what, remedy);
}

/// Refuses too many word types to number, and lists and a table of them that do not fit in memory.
/// @param finite  size of the vocabulary; `automatic`: the words that topics have
void require_words(const WordMaskOptions& o, std::uint64_t finite, std::size_t topics) {
  constexpr double most_types = 4294967294.0;
  const auto rows = static_cast<double>(topics);
  const double types = finite == automatic ? process_of(o).dishes(topics) : static_cast<double>(finite);
  if (!(types < most_types))
    throw UsageError(fmt::format(
        "`gamma` {:g}, `xi` {:g} and `zeta` {:g} give {:.0f} words for {} topics; expected at most {:.0f}: "
        "smaller values give fewer",
        o.gamma, o.xi, o.zeta, types, topics, most_types));
  require_lists(rows, rows * std::min(o.gamma, types), fmt::format("the words of {} topics", topics),
                "a smaller `gamma` needs less");
  simulate::require_table(topics, static_cast<std::uint64_t>(types));
}

/// Draws words of topics; at least one for each. @param finite  as in require_words
Buffet draw_words_of_topics(const WordMaskOptions& o, std::uint64_t finite, std::size_t topics, Key key) {
  constexpr int tries = 1000;
  require_words(o, finite, topics);
  Stream stream = part_stream(key, Part::masks, static_cast<std::uint64_t>(Mask::words));
  for (int i = 0; i < tries; ++i) {
    const auto types = static_cast<std::uint32_t>(finite);
    Buffet buffet = finite == automatic
                        ? draw_buffet(stream, process_of(o), topics)
                        : draw_buffet(stream, dish_distribution(process_of(o), types), topics, types);
    if (std::ranges::none_of(buffet.of, [](const auto& words) { return words.empty(); })) return buffet;
  }
  throw UsageError(OptionFault{
      "gamma", fmt::format("{:g}", o.gamma),
      fmt::format("a larger number: in each of {} draws, some of {} topics had no word", tries, topics)});
}

/// Draws topics of documents; at least one in all.
Buffet draw_some_topics(const BuffetOptions& options, std::uint64_t documents, Key key) {
  Buffet topics = draw_topics_of_documents(options, documents, BuffetEntries::alone, key);
  if (topics.dishes == 0)
    throw UsageError(OptionFault{
        "eta", fmt::format("{:g}", options.eta),
        fmt::format("a larger number, or another `seed`: none of {} documents has a topic", documents)});
  return topics;
}

/// Each topic's expected proportion of the tokens, if documents use their topics equally.
std::vector<double> mean_proportions(const Buffet& topics) {
  std::vector<double> proportions(topics.dishes);
  double documents = 0;
  for (const auto& list : topics.of) {
    documents += list.empty() ? 0 : 1;
    for (const std::uint32_t k : list) proportions[k] += 1 / static_cast<double>(list.size());
  }
  for (double& each : proportions) each /= documents;
  return proportions;
}

Mixture draw_lida(const LidaOptions& options, Key key, Pool& pool) {
  Buffet topics = draw_some_topics(options, options.documents, key);
  std::vector<double> weights = mean_proportions(topics);
  Buffet words = draw_words_of_topics(options, options.types, weights.size(), key);
  Mixture mixture = simulate::with_weights(std::move(weights), options.alpha, words.dishes);
  mixture.of_documents = std::move(topics.of);
  mixture.of_topics = std::move(words.of);
  draw_rows(mixture, options.beta, key, pool);
  return mixture;
}

Mixture draw_ftm(const FtmOptions& options, Key key, Pool& pool) {
  Buffet topics = draw_some_topics(options, options.documents, key);
  Mixture mixture = simulate::with_weights(mean_proportions(topics), options.alpha, options.types);
  mixture.of_documents = std::move(topics.of);
  draw_rows(mixture, options.beta, key, pool);
  return mixture;
}

Mixture draw_sstm(const SstmOptions& options, Key key, Pool& pool) {
  const auto n_topics = static_cast<double>(options.topics);
  Buffet words = draw_words_of_topics(options, options.types, options.topics, key);
  Mixture mixture = simulate::with_weights(std::vector<double>(options.topics, 1 / n_topics),
                                           n_topics * options.alpha, words.dishes);
  mixture.of_topics = std::move(words.of);
  draw_rows(mixture, options.beta, key, pool);
  return mixture;
}

/// @param finite  as in require_words
void check_words(const WordMaskOptions& options, std::uint64_t finite) {
  simulate::require_above({"xi", options.xi}, {"zeta", options.zeta});
  if (finite == automatic) return;
  const double least = options.gamma * options.xi / static_cast<double>(finite);
  if (!(least > options.zeta))
    throw UsageError(
        fmt::format("a finite vocabulary needs `gamma` times `xi` over `types` above `zeta`; "
                    "{:g} is not above {:g}",
                    least, options.zeta));
}

constexpr BuffetHelp buffet_help{
    .eta = "Mean number of topics that a document may use",
    .delta = "Concentration, above minus `sigma`; larger: documents share fewer topics",
    .sigma = "Discount; above 0: a power law of rare topics"};

/// `types`, of models whose vocabulary may be finite.
template <class Options>
FieldOf<Options> finite_types_field() {
  return {{.name = "types",
           .group = OptionGroup::corpus,
           .least = 1,
           .most = simulate::most_numbered,
           .help = "Size of a finite vocabulary; default: unbounded, the words that topics have"},
          &Options::types};
}

template <class Options>
FieldOf<Options> words_per_topic_field() {
  return {{.name = "gamma",
           .group = OptionGroup::priors,
           .least = range::above_zero,
           .most = 1e6,
           .help = "Mean number of words that a topic may have; with `types` fewer"},
          &Options::gamma};
}

template <class Options>
std::vector<FieldOf<Options>> xi_zeta_fields() {
  return {
      {{.name = "xi",
        .group = OptionGroup::priors,
        .least = -1,
        .most = simulate::largest_weight,
        .help = "Concentration, above minus `zeta`; larger: topics share fewer words"},
       &Options::xi},
      simulate::discount_field<Options>({"zeta", "Discount; above 0: a power law of rare words"},
                                        &Options::zeta),
  };
}

template <class Options>
FieldOf<Options> masked_alpha_field() {
  return simulate::weight_field<Options>({"alpha", "Prior weight of EACH topic that a document may use"},
                                         &Options::alpha);
}
template <class Options>
FieldOf<Options> masked_beta_field() {
  return simulate::weight_field<Options>({"beta", "Prior weight of each word type that a topic may have"},
                                         &Options::beta);
}

const simulate::Simulation& lida_simulation() {
  using O = LidaOptions;
  static const simulate::SimulationOf<O, simulate::Simulation> instance(
      {.name = "lida", .title = "few topics per document, few words per topic"},
      simulate::model_fields<O>(joined<O>({{finite_types_field<O>(), masked_alpha_field<O>(),
                                            masked_beta_field<O>(), words_per_topic_field<O>()},
                                           buffet_fields<O>(buffet_help),
                                           xi_zeta_fields<O>()})),
      {.draw = draw_lida, .complete = [](O& options) {
         check_buffet(options);
         check_words(options, options.types);
       }});
  return instance;
}

const simulate::Simulation& ftm_simulation() {
  using O = FtmOptions;
  static const simulate::SimulationOf<O, simulate::Simulation> instance(
      {.name = "ftm", .title = "focused topics: few topics per document"},
      simulate::model_fields<O>(
          joined<O>({{simulate::types_field<O>(), masked_alpha_field<O>(), simulate::beta_field<O>()},
                     buffet_fields<O>(buffet_help)})),
      {.draw = draw_ftm, .complete = [](O& options) { check_buffet(options); }});
  return instance;
}

const simulate::Simulation& sstm_simulation() {
  using O = SstmOptions;
  static const simulate::SimulationOf<O, simulate::Simulation> instance(
      {.name = "sstm", .title = "few words per topic"},
      simulate::model_fields<O>(joined<O>(
          {{finite_types_field<O>(), simulate::topics_field<O>("Number of topics"),
            simulate::weight_field<O>({"alpha", "Prior weight of EACH topic in a document"}, &O::alpha),
            masked_beta_field<O>(), words_per_topic_field<O>()},
           xi_zeta_fields<O>()})),
      {.draw = draw_sstm, .complete = [](O& options) { check_words(options, options.types); }});
  return instance;
}

}  // namespace

void check_buffet(const BuffetOptions& options) {
  simulate::require_above({"delta", options.delta}, {"sigma", options.sigma});
}

Buffet draw_topics_of_documents(const BuffetOptions& o, std::uint64_t documents, BuffetEntries entries,
                                Key key) {
  const auto rows = static_cast<double>(documents);
  const double weights = entries == BuffetEntries::weighted ? 3 : 1;  // a weight takes as much as two entries
  require_lists(rows * weights, rows * o.eta * weights, fmt::format("the topics of {} documents", documents),
                "fewer `documents` or a smaller `eta` need less");
  const double expected = process_of(o).dishes(documents);
  if (!(expected < 2.0 * most_simulated_topics)) refuse_topics(o, documents, expected);
  Stream stream = part_stream(key, Part::masks, static_cast<std::uint64_t>(Mask::topics));
  Buffet buffet = draw_buffet(stream, process_of(o), documents);
  if (buffet.dishes > most_simulated_topics) refuse_topics(o, documents, buffet.dishes);
  return buffet;
}

const simulate::Simulation& simulation_of(std::string_view model) {
  if (model == "lida") return lida_simulation();
  return model == "ftm" ? ftm_simulation() : sstm_simulation();
}

}  // namespace themata::icdp
