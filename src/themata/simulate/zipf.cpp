#include "themata/simulate/zipf.hpp"

#include <bit>
#include <numeric>

#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/simulation/address.hpp"

namespace themata::simulate {

namespace {

/// Divides each word's mass among the topics: p_v q_vk, stored as single-precision bits in the `keep` of row
/// k's cell v, so that the table holds its own weights until it is built.
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

/// Turns the masses stored by share_words into topics and their weights.
void build_rows(Mixture& mixture, std::span<const double> shares, Pool& pool) {
  pool.for_each(mixture.n_topics(), [&](std::size_t k) {
    const std::span<AliasCell> row = mixture.row(k);
    std::vector<double> mass(row.size());
    for (std::size_t v = 0; v < row.size(); ++v) mass[v] = std::bit_cast<float>(row[v].keep);
    mixture.weights[k] = std::accumulate(mass.begin(), mass.end(), 0.0);
    // A topic without words is never drawn, but its row must still be valid.
    if (mixture.weights[k] > 0)
      build_alias(mass, row);
    else
      build_alias(shares, row);
  });
  const double total = std::accumulate(mixture.weights.begin(), mixture.weights.end(), 0.0);
  for (double& weight : mixture.weights) weight /= total;
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

}  // namespace

std::vector<double> zipf_shares(std::size_t n, double exponent) {
  std::vector<double> shares(n);
  double total = 0;
  for (std::size_t r = n; r-- > 0;) {  // the small ones first, so that they are not lost in rounding
    shares[r] = portable_exp(-exponent * portable_log(static_cast<double>(r + 1)));
    total += shares[r];
  }
  for (double& share : shares) share /= total;
  return shares;
}

const Simulation& zipf_simulation() {
  using O = SimulateOptions;
  static const Simulation instance{
      .options = {"zipf",
                  {required(&O::documents), required(&O::types), required(&O::tokens),
                   preset(&O::topics, 500), preset(&O::alpha, 1, "concentration of a document"),
                   open(&O::length_sd), preset(&O::zipf, 1.07), preset(&O::topic_zipf, 0.7),
                   preset(&O::concentration, 500), preset(&O::seed, 1), preset(&O::threads, 0)}},
      .draw = draw_zipf,
      .lengths = "log-normal",
      .truth = TruthFiles::on_request};
  return instance;
}

}  // namespace themata::simulate
