#include "themata/models/hpc/simulate.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "themata/io/memory.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/simulation/address.hpp"
#include "themata/simulation/labels.hpp"
#include "themata/simulation/option_fields.hpp"
#include "themata/simulation/simulation_of.hpp"

namespace themata::hpc {

namespace {

using simulate::Mixture;
using simulate::Part;

/// e^x relative to the largest.
std::vector<double> softmax_weights(std::vector<double> x) {
  const double top = *std::ranges::max_element(x);
  for (double& each : x) each = portable_exp(each - top);
  return x;
}

/// Each topic's parent: a topic with a smaller number, or the top.
std::vector<std::uint32_t> simulated_parents(std::uint64_t topics, std::uint64_t branching) {
  std::vector<std::uint32_t> parents;
  for (std::uint64_t k = 0; k < topics; ++k)
    parents.push_back(
        static_cast<std::uint32_t>(k < branching ? topics : k / std::max<std::uint64_t>(1, branching) - 1));
  return parents;
}

/// Log rates of word type v in the K topics, and last in the corpus.
std::vector<double> draw_log_rates(const RateOptions& options, std::span<const std::uint32_t> parents,
                                   Stream& stream) {
  const std::size_t topics = parents.size();
  std::vector<double> mu(topics + 1), deviation(topics + 1, 0.0);
  mu[topics] = options.gamma * draw_normal(stream);
  for (std::size_t k = 0; k < topics; ++k) {
    const std::uint32_t parent = parents[k];
    if (deviation[parent] == 0) {
      const double chi2 = draw_gamma(stream, options.tau_freedom / 2, 0.5);
      deviation[parent] = options.tau_scale * std::sqrt(options.tau_freedom / std::max(chi2, 1e-12));
    }
    mu[k] = mu[parent] + deviation[parent] * draw_normal(stream);
  }
  return mu;
}

/// Draws Phi. The tree is flat if the mixture has none.
void draw_words_of_topics(Mixture& mixture, const RateOptions& options, Key key, Pool& pool) {
  const std::size_t topics = mixture.n_topics();
  const std::vector<std::uint32_t> parents =
      mixture.parents.empty() ? std::vector<std::uint32_t>(topics, static_cast<std::uint32_t>(topics))
                              : mixture.parents;
  std::vector<std::vector<double>> mu(topics, std::vector<double>(mixture.n_types));
  pool.for_each(mixture.n_types, [&](std::size_t v) {
    Stream stream = part_stream(key, Part::words, v);
    const std::vector<double> of_word = draw_log_rates(options, parents, stream);
    for (std::size_t k = 0; k < topics; ++k) mu[k][v] = of_word[k];
  });
  pool.for_each(topics,
                [&](std::size_t k) { build_alias(softmax_weights(std::move(mu[k])), mixture.row(k)); });
}

/// Draws theta over a document's labels, or over all topics if there are none.
void draw_document_proportions(Mixture& mixture, const RateOptions& options, Key key, Pool& pool) {
  mixture.proportions.resize(options.documents);
  pool.for_each(options.documents, [&](std::size_t d) {
    Stream stream = part_stream(key, Part::weights, d);
    std::vector<double> xi(mixture.of_documents.empty() ? mixture.n_topics()
                                                        : mixture.of_documents[d].size());
    for (double& x : xi) x = options.lambda * draw_normal(stream);
    std::vector<double> weights = softmax_weights(std::move(xi));
    double sum = 0;
    for (const double weight : weights) sum += weight;
    for (double& weight : weights) weight /= sum;
    mixture.proportions[d] = std::move(weights);
  });
}

/// @param topics  mean number of topics that a document may use
void require_rates(const RateOptions& options, double topics) {
  require_memory(8 * options.topics * options.types, "the rates of words",
                 "fewer `topics` or `types` need less");
  require_memory(static_cast<std::uint64_t>(static_cast<double>(options.documents) * (24 + 16 * topics)),
                 fmt::format("the topic proportions of {} documents", options.documents),
                 "fewer `documents`, `topics` or `labels` need less");
}

Mixture with_equal_weights(const RateOptions& options) {
  return simulate::with_weights(std::vector<double>(options.topics, 1 / static_cast<double>(options.topics)),
                                1, options.types);
}

Mixture draw_tree(const TreeOptions& options, Key key, Pool& pool) {
  const simulate::LabelCounts labels{options.documents, options.labels};
  require_rates(options, options.labels);
  simulate::require_labels(labels);
  Mixture mixture = with_equal_weights(options);
  mixture.parents = simulated_parents(options.topics, options.branching);
  draw_labels(mixture, labels, key, pool);
  draw_words_of_topics(mixture, options, key, pool);
  draw_document_proportions(mixture, options, key, pool);
  return mixture;
}

Mixture draw_flat(const RateOptions& options, Key key, Pool& pool) {
  require_rates(options, static_cast<double>(options.topics));
  Mixture mixture = with_equal_weights(options);
  draw_words_of_topics(mixture, options, key, pool);
  draw_document_proportions(mixture, options, key, pool);
  return mixture;
}

/// Fields of the tree stand between those of the topics and of the rates. @param tree  empty without a tree
template <class Options>
std::vector<FieldOf<Options>> own_fields(const std::vector<FieldOf<Options>>& tree) {
  constexpr auto group = OptionGroup::priors;
  constexpr double above_zero = range::above_zero;
  return joined<Options>(
      {{simulate::types_field<Options>(), simulate::topics_field<Options>("Number of topics")},
       tree,
       {{{.name = "gamma",
          .group = group,
          .least = above_zero,
          .most = 1e6,
          .help = "Standard deviation of the log rates of words in the corpus"},
         &Options::gamma},
        {{.name = "tau-freedom",
          .group = group,
          .least = above_zero,
          .most = 1e6,
          .help = "tau^2, variance of log rates below a node: degrees of freedom of its prior"},
         &Options::tau_freedom},
        {{.name = "tau-scale",
          .group = group,
          .least = above_zero,
          .most = 100,
          .help = "tau^2: scale of its prior (a standard deviation)"},
         &Options::tau_scale},
        {{.name = "lambda",
          .group = group,
          .least = above_zero,
          .most = 100,
          .help = "Standard deviation of affinities; their softmax is the topic proportions"},
         &Options::lambda}}});
}

std::vector<FieldOf<TreeOptions>> tree_fields() {
  return {{{.name = "branching",
            .least = 1,
            .most = range::most_topics,
            .help = "Number of children of each label, and of labels at the top level"},
           &TreeOptions::branching},
          simulate::labels_field<TreeOptions>()};
}

}  // namespace

const simulate::Simulation& simulation() {
  static const simulate::SimulationOf<TreeOptions, simulate::Simulation> instance(
      {.name = "hpc",
       .title = "hierarchical Poisson convolution; topics are a tree of labels",
       .labels = simulate::SimulatedLabels::topics},
      simulate::model_fields<TreeOptions>(own_fields<TreeOptions>(tree_fields())),
      {.draw = draw_tree,
       .complete = [](TreeOptions& options) { simulate::check_labels(options.labels, options.topics); }});
  return instance;
}

const simulate::Simulation& pcm_simulation() {
  static const simulate::SimulationOf<RateOptions, simulate::Simulation> instance(
      {.name = "pcm", .title = "Poisson convolution without labels"},
      simulate::model_fields<RateOptions>(own_fields<RateOptions>({})), {.draw = draw_flat});
  return instance;
}

}  // namespace themata::hpc
