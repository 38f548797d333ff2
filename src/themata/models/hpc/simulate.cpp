#include "themata/models/hpc/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "themata/io/memory.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/simulation/address.hpp"
#include "themata/simulation/labels.hpp"

namespace themata::hpc {

namespace {

using simulate::Mixture;
using simulate::Part;
using simulate::preset;
using simulate::required;

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

/// Log rates of word type v, K + 1 of them, the corpus's last.
std::vector<double> draw_log_rates(const SimulateOptions& options, std::span<const std::uint32_t> parents,
                                   Stream& stream) {
  const std::size_t topics = parents.size();
  std::vector<double> mu(topics + 1), deviation(topics + 1, 0.0);
  mu[topics] = *options.gamma * draw_normal(stream);
  for (std::size_t k = 0; k < topics; ++k) {
    const std::uint32_t parent = parents[k];
    if (deviation[parent] == 0) {
      const double chi2 = draw_gamma(stream, *options.tau_freedom / 2, 0.5);
      deviation[parent] = *options.tau_scale * std::sqrt(*options.tau_freedom / std::max(chi2, 1e-12));
    }
    mu[k] = mu[parent] + deviation[parent] * draw_normal(stream);
  }
  return mu;
}

/// Draws Phi. The tree is flat if the mixture has none.
void draw_words_of_topics(Mixture& mixture, const SimulateOptions& options, Key key, Pool& pool) {
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
void draw_shares_of_documents(Mixture& mixture, const SimulateOptions& options, Key key, Pool& pool) {
  mixture.shares.resize(*options.documents);
  pool.for_each(*options.documents, [&](std::size_t d) {
    Stream stream = part_stream(key, Part::weights, d);
    std::vector<double> xi(mixture.of_documents.empty() ? mixture.n_topics()
                                                        : mixture.of_documents[d].size());
    for (double& x : xi) x = *options.lambda * draw_normal(stream);
    std::vector<double> weights = softmax_weights(std::move(xi));
    double sum = 0;
    for (const double weight : weights) sum += weight;
    for (double& weight : weights) weight /= sum;
    mixture.shares[d] = std::move(weights);
  });
}

/// @param shares  mean number of proportions per document
void require_rates(const SimulateOptions& options, double shares) {
  require_memory(8 * *options.topics * *options.types, "the rates of words",
                 "fewer `topics` or `types` need less");
  require_memory(static_cast<std::uint64_t>(static_cast<double>(*options.documents) * (24 + 16 * shares)),
                 fmt::format("the shares of {} documents", *options.documents),
                 "fewer `documents`, `topics` or `labels` need less");
}

Mixture with_equal_weights(const SimulateOptions& options) {
  return simulate::with_weights(
      std::vector<double>(*options.topics, 1 / static_cast<double>(*options.topics)), 1, *options.types);
}

Mixture draw_tree(const SimulateOptions& options, Key key, Pool& pool) {
  require_rates(options, *options.labels);
  simulate::require_labels(options);
  Mixture mixture = with_equal_weights(options);
  mixture.parents = simulated_parents(*options.topics, *options.branching);
  draw_labels(mixture, options, key, pool);
  draw_words_of_topics(mixture, options, key, pool);
  draw_shares_of_documents(mixture, options, key, pool);
  return mixture;
}

Mixture draw_flat(const SimulateOptions& options, Key key, Pool& pool) {
  require_rates(options, static_cast<double>(*options.topics));
  Mixture mixture = with_equal_weights(options);
  draw_words_of_topics(mixture, options, key, pool);
  draw_shares_of_documents(mixture, options, key, pool);
  return mixture;
}

/// The option uses of both models, and additional ones.
std::vector<simulate::OptionUse> uses_of_rates(std::vector<simulate::OptionUse> more) {
  using O = SimulateOptions;
  more.insert(more.end(), {required(&O::types), preset(&O::topics, 20),
                           preset(&O::gamma, 1.5, "deviation of the words' log rates in the corpus"),
                           preset(&O::tau_freedom, 5), preset(&O::tau_scale, 1), preset(&O::lambda, 1)});
  return simulate::model_uses(std::move(more));
}

}  // namespace

const simulate::Simulation& simulation() {
  using O = SimulateOptions;
  static const simulate::Simulation instance{
      .options = {"hpc", uses_of_rates({preset(&O::branching, 4), preset(&O::labels, 2)}),
                  simulate::check_labels},
      .draw = draw_tree,
      .labels = simulate::SimulatedLabels::topics};
  return instance;
}

const simulate::Simulation& pcm_simulation() {
  static const simulate::Simulation instance{.options = {"pcm", uses_of_rates({})}, .draw = draw_flat};
  return instance;
}

}  // namespace themata::hpc
