#include "themata/models/lda/simulate.hpp"

#include <algorithm>

#include "themata/io/memory.hpp"
#include "themata/random/elementary.hpp"
#include "themata/random/successes.hpp"
#include "themata/simulation/address.hpp"
#include "themata/simulation/labels.hpp"
#include "themata/simulation/option_fields.hpp"
#include "themata/simulation/simulation_of.hpp"

namespace themata::lda {

namespace {

using simulate::Mixture;

/// Draws the words that topics may have, each with probability pi, given that there is at least one: the
/// first from its geometric distribution, truncated at V.
void draw_spikes(Mixture& mixture, double pi, Key key) {
  require_memory(static_cast<std::uint64_t>(2 * sizeof(std::uint32_t) * pi *
                                            static_cast<double>(mixture.n_topics()) * mixture.n_types),
                 "the words that topics may have", "a smaller `pi` needs less");
  // log(1 - pi), also for tiny pi: the first terms of the series.
  const double log_off = pi < 1e-6 ? -pi - pi * pi / 2 : pi < 1 ? portable_log(1 - pi) : -1e300;
  const double none = portable_exp(log_off * mixture.n_types);
  for (std::size_t k = 0; k < mixture.n_topics(); ++k) {
    Stream stream = part_stream(key, simulate::Part::masks, k);
    const double before = portable_log(1 - stream.uniform() * (1 - none)) / log_off;
    const auto first = std::min(static_cast<std::uint32_t>(before), mixture.n_types - 1);
    std::vector<std::uint32_t> words{first};
    for_each_success(stream, log_off, std::uint64_t{first} + 1, mixture.n_types,
                     [&](std::uint64_t v) { words.push_back(static_cast<std::uint32_t>(v)); });
    mixture.of_topics.push_back(std::move(words));
  }
}

Mixture with_equal_weights(std::uint64_t topics, double concentration, std::uint64_t types) {
  return simulate::with_weights(std::vector<double>(topics, 1 / static_cast<double>(topics)), concentration,
                                types);
}

Mixture draw_plain(const SimulationOptions& options, Key key, Pool& pool) {
  const double concentration = static_cast<double>(options.topics) * options.alpha;
  Mixture mixture = with_equal_weights(options.topics, concentration, options.types);
  if (options.pi != automatic_number) draw_spikes(mixture, options.pi, key);
  draw_rows(mixture, options.beta, key, pool);
  return mixture;
}

/// Labels are topics.
Mixture draw_labeled(const LabeledSimulationOptions& options, Key key, Pool& pool) {
  const simulate::LabelCounts labels{options.documents, options.labels};
  simulate::require_labels(labels);
  Mixture mixture = with_equal_weights(options.topics, options.alpha, options.types);
  draw_rows(mixture, options.beta, key, pool);
  draw_labels(mixture, labels, key, pool);
  return mixture;
}

}  // namespace

const simulate::Simulation& simulation() {
  using O = SimulationOptions;
  static const simulate::SimulationOf<O, simulate::Simulation> instance(
      {.name = "lda", .title = "latent Dirichlet allocation, also with topics of few words (`pi`)"},
      simulate::model_fields<O>({
          simulate::types_field<O>(),
          simulate::topics_field<O>("Number of topics"),
          simulate::weight_field<O>({"alpha", "Prior weight of EACH topic in a document"}, &O::alpha),
          simulate::beta_field<O>(),
          {{.name = "pi",
            .group = OptionGroup::priors,
            .least = range::above_zero,
            .most = 1,
            .help = "Probability that a topic may have a word type; default: topics may have all"},
           &O::pi},
      }),
      {.draw = draw_plain});
  return instance;
}

const simulate::Simulation& labeled_simulation() {
  using O = LabeledSimulationOptions;
  static const simulate::SimulationOf<O, simulate::Simulation> instance(
      {.name = "labeled-lda",
       .title = "LDA with one topic per label; documents use the topics of their labels",
       .labels = simulate::SimulatedLabels::topics,
       .listed_after = "lda"},
      simulate::model_fields<O>({
          simulate::types_field<O>(),
          simulate::topics_field<O>("Number of labels, which are the topics"),
          simulate::weight_field<O>({"alpha", "Prior weight of EACH topic that a document may use"},
                                    &O::alpha),
          simulate::beta_field<O>(),
          simulate::labels_field<O>(),
      }),
      {.draw = draw_labeled,
       .complete = [](O& options) { simulate::check_labels(options.labels, options.topics); }});
  return instance;
}

}  // namespace themata::lda
