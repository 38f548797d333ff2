#include "themata/simulate/mixture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "themata/hdp/weights.hpp"
#include "themata/io/memory.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/simulate/address.hpp"

namespace themata::simulate {

namespace {

/// A mixture with room for its words.
Mixture with_weights(std::vector<double> weights, double concentration, std::uint64_t n_types) {
  const std::uint64_t row_bytes = lanes_for(n_types) * sizeof(AliasCell);
  require_memory(weights.size() * row_bytes,
                 fmt::format("a table of {} topics and {} word types", weights.size(), n_types),
                 "fewer --topics or --types need less");
  Mixture mixture;
  mixture.concentration = concentration;
  mixture.n_types = static_cast<std::uint32_t>(n_types);
  mixture.words = Matrix<AliasCell>(weights.size(), lanes_for(n_types));
  mixture.weights = std::move(weights);
  return mixture;
}

/// phi_k ~ Dir(beta) for every k.
void draw_rows(Mixture& mixture, double beta, Key key, Pool& pool) {
  pool.for_each(mixture.n_topics(), [&](std::size_t k) {
    Stream stream = part_stream(key, Part::words, k);
    std::vector<double> phi(mixture.n_types, beta);
    draw_dirichlet(stream, phi);
    build_alias(phi, mixture.row(k));
  });
}

/// Weights of topics by sticks. Of more than `most`, the last takes what is left.
std::vector<double> draw_sticks(double gamma, std::size_t most, Key key) {
  Stream stream = part_stream(key, Part::weights, 0);
  std::vector<double> psi;
  hdp::break_sticks(stream, gamma, 1, psi);
  if (psi.size() > most) {
    psi[most - 1] = std::accumulate(psi.begin() + static_cast<std::ptrdiff_t>(most) - 1, psi.end(), 0.0);
    psi.resize(most);
  }
  return psi;
}

/// Shares each word's mass out among the topics: p_v q_vk, as single-precision bits in the `keep` of row k's cell v, so
/// that the table holds its own weights until it is built.
void share_words(Mixture& mixture, std::span<const double> prior, std::span<const double> shares, Key key,
                 Pool& pool) {
  constexpr std::size_t chunk = 64;
  pool.for_chunks(shares.size(), chunk, [&](std::size_t first, std::size_t last) {
    std::vector<double> q;
    for (std::size_t v = first; v < last; ++v) {
      Stream stream = part_stream(key, Part::words, v);
      q.assign(prior.begin(), prior.end());
      for (double& each : q) each *= shares[v];
      draw_dirichlet(stream, q);
      for (std::size_t k = 0; k < q.size(); ++k)
        mixture.row(k)[v].keep = std::bit_cast<std::uint32_t>(static_cast<float>(shares[v] * q[k]));
    }
  });
}

/// Turns the masses that share_words left into topics and their weights.
void build_rows(Mixture& mixture, std::span<const double> shares, Pool& pool) {
  pool.for_each(mixture.n_topics(), [&](std::size_t k) {
    const std::span<AliasCell> row = mixture.row(k);
    std::vector<double> mass(row.size());
    for (std::size_t v = 0; v < row.size(); ++v) mass[v] = std::bit_cast<float>(row[v].keep);
    mixture.weights[k] = std::accumulate(mass.begin(), mass.end(), 0.0);
    // A topic that no word chose is never drawn; its row must be one all the same.
    if (mixture.weights[k] > 0)
      build_alias(mass, row);
    else
      build_alias(shares, row);
  });
  const double total = std::accumulate(mixture.weights.begin(), mixture.weights.end(), 0.0);
  for (double& weight : mixture.weights) weight /= total;
}

Mixture draw_lda(const SimulateOptions& options, Key key, Pool& pool) {
  const auto n_topics = static_cast<double>(*options.topics);
  Mixture mixture = with_weights(std::vector<double>(*options.topics, 1 / n_topics),
                                 n_topics * *options.alpha, *options.types);
  draw_rows(mixture, *options.beta, key, pool);
  return mixture;
}

Mixture draw_hdp(const SimulateOptions& options, Key key, Pool& pool) {
  constexpr std::size_t most_topics = 65535;
  Mixture mixture = with_weights(draw_sticks(*options.gamma, options.topics.value_or(most_topics), key),
                                 *options.alpha, *options.types);
  draw_rows(mixture, *options.beta, key, pool);
  return mixture;
}

Mixture draw_zipf(const SimulateOptions& options, Key key, Pool& pool) {
  const std::vector<double> shares = zipf_shares(*options.types, *options.zipf);
  std::vector<double> prior = zipf_shares(*options.topics, *options.topic_zipf);
  Mixture mixture = with_weights(prior, *options.alpha, *options.types);
  for (double& each : prior) each *= *options.concentration * static_cast<double>(*options.topics);
  share_words(mixture, prior, shares, key, pool);
  build_rows(mixture, shares, pool);
  return mixture;
}

/// The paper prints dots for probabilities; these numbers are ours.
Mixture draw_similar_topics() {
  constexpr std::size_t n_topics = 5, n_types = 12;
  constexpr double high = .1225, low = .02;
  constexpr std::array<std::array<double, n_types>, n_topics> phi{
      {{high, low, high, high, high, high, high, high, high, 0, 0, 0},
       {low, high, high, high, high, high, high, high, high, 0, 0, 0},
       {0, 0, 0, 0, 0, 0, 0, 0, 0, .8, .15, .05},
       {0, 0, 0, 0, 0, 0, 0, 0, 0, .05, .8, .15},
       {0, 0, 0, 0, 0, 0, 0, 0, 0, .15, .05, .8}}};
  Mixture mixture = with_weights(std::vector<double>(n_topics, 1.0 / n_topics), 2, n_types);
  mixture.in_document = 2;
  for (std::size_t k = 0; k < n_topics; ++k) build_alias(phi[k], mixture.row(k));
  return mixture;
}

}  // namespace

std::vector<double> zipf_shares(std::size_t n, double exponent) {
  std::vector<double> shares(n);
  double total = 0;
  for (std::size_t r = n; r-- > 0;) {  // the small ones first, so that they count
    shares[r] = portable_exp(-exponent * portable_log(static_cast<double>(r + 1)));
    total += shares[r];
  }
  for (double& share : shares) share /= total;
  return shares;
}

Mixture draw_mixture(const SimulateOptions& options, Key key, Pool& pool) {
  Mixture mixture = options.model == "lda"    ? draw_lda(options, key, pool)
                    : options.model == "hdp"  ? draw_hdp(options, key, pool)
                    : options.model == "zipf" ? draw_zipf(options, key, pool)
                                              : draw_similar_topics();
  mixture.topics.resize(mixture.n_topics());
  build_alias(mixture.weights, mixture.topics);
  return mixture;
}

}  // namespace themata::simulate
