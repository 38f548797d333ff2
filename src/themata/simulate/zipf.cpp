#include "themata/simulate/zipf.hpp"

#include <bit>
#include <numeric>

#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/simulation/address.hpp"
#include "themata/simulation/option_fields.hpp"
#include "themata/simulation/simulation_of.hpp"

namespace themata::simulate {

namespace {

/// Divides each word's mass among the topics: p_v q_vk, stored as single-precision bits in the `keep` of row
/// k's cell v, so that the table holds its own weights until it is built.
void divide_words(Mixture& mixture, std::span<const double> prior, std::span<const double> probabilities,
                  Key key, Pool& pool) {
  constexpr std::size_t chunk = 64;
  pool.for_chunks(probabilities.size(), chunk, [&](std::size_t first, std::size_t last) {
    std::vector<double> q;
    for (std::size_t v = first; v < last; ++v) {
      Stream stream = part_stream(key, Part::words, v);
      q.assign(prior.begin(), prior.end());
      for (double& each : q) each *= probabilities[v];
      draw_dirichlet(stream, q);
      for (std::size_t k = 0; k < q.size(); ++k)
        mixture.row(k)[v].keep = std::bit_cast<std::uint32_t>(static_cast<float>(probabilities[v] * q[k]));
    }
  });
}

/// Turns the masses stored by divide_words into topics and their weights.
void build_rows(Mixture& mixture, std::span<const double> probabilities, Pool& pool) {
  pool.for_each(mixture.n_topics(), [&](std::size_t k) {
    const std::span<AliasCell> row = mixture.row(k);
    std::vector<double> mass(row.size());
    for (std::size_t v = 0; v < row.size(); ++v) mass[v] = std::bit_cast<float>(row[v].keep);
    mixture.weights[k] = std::accumulate(mass.begin(), mass.end(), 0.0);
    // A topic without words is never drawn, but its row must still be valid.
    if (mixture.weights[k] > 0)
      build_alias(mass, row);
    else
      build_alias(probabilities, row);
  });
  const double total = std::accumulate(mixture.weights.begin(), mixture.weights.end(), 0.0);
  for (double& weight : mixture.weights) weight /= total;
}

Mixture draw_zipf(const ZipfOptions& options, Key key, Pool& pool) {
  const std::vector<double> probabilities = zipf_probabilities(options.types, options.zipf);
  std::vector<double> prior = zipf_probabilities(options.topics, options.topic_zipf);
  Mixture mixture = with_weights(prior, options.alpha, options.types);
  for (double& each : prior) each *= options.concentration * static_cast<double>(options.topics);
  divide_words(mixture, prior, probabilities, key, pool);
  build_rows(mixture, probabilities, pool);
  return mixture;
}

void complete_zipf(ZipfOptions& options) {
  options.length = static_cast<double>(options.tokens) / static_cast<double>(options.documents);
}

std::vector<FieldOf<ZipfOptions>> size_fields() {
  using O = ZipfOptions;
  return {
      documents_field<O>("Number of documents"),
      types_field<O>(),
      {{.name = "tokens",
        .group = OptionGroup::corpus,
        .least = 1,
        .most = 1e12,
        .help = "Approximate total number of tokens; gives the mean length of a document",
        .required = true},
       &O::tokens},
      topics_field<O>("Number of topics"),
      weight_field<O>({"alpha", "Concentration of a document's topics"}, &O::alpha),
      length_sd_field<O>(),
  };
}

std::vector<FieldOf<ZipfOptions>> shape_fields() {
  using O = ZipfOptions;
  constexpr auto group = OptionGroup::priors;
  return {
      {{.name = "zipf",
        .group = group,
        .most = 10,
        .help = "Exponent s: the probability of the word of rank r is proportional to r^-s"},
       &O::zipf},
      {{.name = "topic-zipf",
        .group = group,
        .most = 10,
        .help = "Exponent of the topic sizes; 0: equal sizes"},
       &O::topic_zipf},
      {{.name = "concentration",
        .group = group,
        .least = 1e-6,
        .most = largest_weight,
        .help = "Similarity C of topics: a word of probability p is in about 1 + K p C of K topics"},
       &O::concentration},
  };
}

}  // namespace

std::vector<double> zipf_probabilities(std::size_t n, double exponent) {
  std::vector<double> probabilities(n);
  double total = 0;
  for (std::size_t r = n; r-- > 0;) {  // the small ones first, so that they are not lost in rounding
    probabilities[r] = portable_exp(-exponent * portable_log(static_cast<double>(r + 1)));
    total += probabilities[r];
  }
  for (double& each : probabilities) each /= total;
  return probabilities;
}

const Simulation& zipf_simulation() {
  static const SimulationOf<ZipfOptions, Simulation> instance(
      {.name = "zipf",
       .title = "a corpus of any size with the statistics of text",
       .truth = TruthFiles::on_request},
      joined<ZipfOptions>({size_fields(), shape_fields(), last_fields<ZipfOptions>()}),
      {.draw = draw_zipf, .complete = complete_zipf});
  return instance;
}

}  // namespace themata::simulate
