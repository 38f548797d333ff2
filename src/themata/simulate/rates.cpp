#include "themata/simulate/rates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "themata/io/memory.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/simulate/address.hpp"

namespace themata::simulate {

namespace {

/// e^x of numbers over the largest.
std::vector<double> softmax_weights(std::vector<double> x) {
  const double top = *std::ranges::max_element(x);
  for (double& each : x) each = portable_exp(each - top);
  return x;
}

/// Each topic below another with a smaller number, or at the top.
std::vector<std::uint32_t> parents_of(std::uint64_t topics, std::uint64_t branching) {
  std::vector<std::uint32_t> parents;
  for (std::uint64_t k = 0; k < topics; ++k)
    parents.push_back(
        static_cast<std::uint32_t>(k < branching ? topics : k / std::max<std::uint64_t>(1, branching) - 1));
  return parents;
}

/// Log rates of word type v, K + 1, the corpus's last.
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

void draw_words(Mixture& mixture, const SimulateOptions& options, Key key, Pool& pool) {
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

}  // namespace

Mixture draw_rated(const SimulateOptions& options, Key key, Pool& pool) {
  const bool labelled = options.has_labels();
  const double shares = labelled ? *options.labels : static_cast<double>(*options.topics);
  require_memory(8 * *options.topics * *options.types, "the rates of words",
                 "fewer --topics or --types need less");
  require_memory(static_cast<std::uint64_t>(static_cast<double>(*options.documents) * (24 + 16 * shares)),
                 fmt::format("the shares of {} documents", *options.documents),
                 "fewer --documents, --topics or --labels need less");
  if (labelled) require_labels(options);
  Mixture mixture = with_weights(
      std::vector<double>(*options.topics, 1 / static_cast<double>(*options.topics)), 1, *options.types);
  if (labelled) {
    mixture.parents = parents_of(*options.topics, *options.branching);
    draw_labels(mixture, options, key, pool);
  }
  draw_words(mixture, options, key, pool);
  mixture.shares.resize(*options.documents);
  pool.for_each(*options.documents, [&](std::size_t d) {
    Stream stream = part_stream(key, Part::weights, d);
    std::vector<double> xi(labelled ? mixture.of_documents[d].size() : mixture.n_topics());
    for (double& x : xi) x = *options.lambda * draw_normal(stream);
    std::vector<double> weights = softmax_weights(std::move(xi));
    double sum = 0;
    for (const double weight : weights) sum += weight;
    for (double& weight : weights) weight /= sum;
    mixture.shares[d] = std::move(weights);
  });
  return mixture;
}

}  // namespace themata::simulate
