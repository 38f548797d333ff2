#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

#include "support/statistics.hpp"
#include "themata/chain/pool.hpp"
#include "themata/simulate/catalog.hpp"
#include "themata/simulate/lengths.hpp"
#include "themata/simulate/options.hpp"
#include "themata/simulate/rounds.hpp"

// Small corpora to simulate, and what is measured of them.
namespace themata::testing {

/// Options with others set, from texts as on the command line.
inline SimulateOptions with(SimulateOptions options, const GivenOptions& given) {
  for (const auto& [name, text] : given) options.read(name, text);
  return options;
}

inline SimulateOptions small_lda(const GivenOptions& more = {}) {
  const GivenOptions usual{
      {"documents", "500"}, {"types", "60"}, {"topics", "5"}, {"beta", "0.3"}, {"length", "40"}};
  return with(with(SimulateOptions("lda"), usual), more);
}

inline SimulateOptions small_hdp(const GivenOptions& more = {}) {
  const GivenOptions usual{{"documents", "500"}, {"types", "60"}, {"beta", "0.3"}, {"length", "40"}};
  return with(with(SimulateOptions("hdp"), usual), more);
}

inline SimulateOptions small_zipf(const GivenOptions& more = {}) {
  const GivenOptions usual{
      {"documents", "20000"}, {"types", "20000"}, {"tokens", "2000000"}, {"topics", "40"}};
  return with(with(SimulateOptions("zipf"), usual), more);
}

/// A whole corpus in memory.
struct Drawn {
  simulate::Mixture mixture;
  std::vector<std::uint64_t> offsets;
  std::vector<std::uint32_t> words;
  std::vector<simulate::Topic> topics;
};

inline Drawn draw_all(const SimulateOptions& asked, int threads = 2) {
  const SimulateOptions options = with_defaults(asked);
  const simulate::CorpusOptions& common = simulate::corpus_options(options);
  const Key key = chain_key(common.seed, 1);
  Pool pool(threads);
  Drawn drawn;
  drawn.offsets = simulate::draw_offsets(common, key, pool);
  drawn.mixture = simulate::draw_mixture(options, key, pool);
  simulate::Rounds rounds(drawn.mixture, drawn.offsets, key);
  rounds.run(pool, [&](std::span<const std::uint32_t> words, std::span<const simulate::Topic> topics) {
    drawn.words.insert(drawn.words.end(), words.begin(), words.end());
    drawn.topics.insert(drawn.topics.end(), topics.begin(), topics.end());
  });
  return drawn;
}

inline std::vector<double> phi_of(const simulate::Mixture& mixture, std::size_t k) {
  std::vector<double> phi(mixture.n_types);
  alias_probabilities(mixture.row(k), phi);
  return phi;
}

/// Topics without words.
inline simulate::Mixture plain_mixture(std::vector<double> weights, double concentration) {
  simulate::Mixture mixture;
  mixture.concentration = concentration;
  mixture.topics.resize(weights.size());
  build_alias(weights, mixture.topics);
  mixture.weights = std::move(weights);
  return mixture;
}

using DrawTopics = std::function<void(Stream&, const simulate::Mixture&, std::span<simulate::Topic>)>;

/// The smaller p-value of two tests of the topics of 12 tokens: how many fall to the first of three topics,
/// and whether the first and the last token do. With a_1 the topic's prior weight and a that of all, the
/// former is beta-binomial, C(12, m) B(a_1 + m, a - a_1 + 12 - m) / B(a_1, a - a_1), and any two tokens both
/// fall to it with probability a_1 (a_1 + 1) / (a (a + 1)). The latter sees what counts cannot: an urn that
/// always gives the last token's topic has the right counts.
inline double urn_p(const DrawTopics& draw) {
  constexpr std::size_t n = 12;
  constexpr std::size_t documents = 200'000;
  const simulate::Mixture mixture = plain_mixture({0.3, 0.5, 0.2}, 2.5);
  const double a = 0.3 * 2.5, b = 0.7 * 2.5;
  std::vector<double> distribution;
  for (double m = 0; m <= n; ++m)
    distribution.push_back(std::exp(std::lgamma(n + 1.0) - std::lgamma(m + 1) - std::lgamma(n - m + 1) +
                                    std::lgamma(a + m) + std::lgamma(b + n - m) - std::lgamma(a + b + n) +
                                    std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b)));
  const double both = 0.3 * (a + 1) / (a + b + 1);
  std::vector<std::uint64_t> counts(n + 1), ends(3);
  std::vector<simulate::Topic> z(n);
  for (std::size_t d = 0; d < documents; ++d) {
    Stream stream({83}, Purpose::data, 0, d);
    draw(stream, mixture, z);
    ++counts[static_cast<std::size_t>(std::count(z.begin(), z.end(), simulate::Topic{0}))];
    ++ends[(z.front() == 0 ? 1U : 0U) + (z.back() == 0 ? 1U : 0U)];
  }
  return std::min(chi_square_p(counts, distribution),
                  chi_square_p(ends, {1 - 0.6 + both, 0.6 - 2 * both, both}));
}

/// Slope of the straight line of least squares.
inline double slope(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  const double centre_x = std::accumulate(x.begin(), x.end(), 0.0) / n;
  const double centre_y = std::accumulate(y.begin(), y.end(), 0.0) / n;
  double covariance = 0, variance = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    covariance += (x[i] - centre_x) * (y[i] - centre_y);
    variance += (x[i] - centre_x) * (x[i] - centre_x);
  }
  return covariance / variance;
}

/// How many different words the first i + 1 tokens hold.
inline std::vector<double> vocabulary_growth(const std::vector<std::uint32_t>& words) {
  std::vector<bool> seen(*std::max_element(words.begin(), words.end()) + std::size_t{1});
  std::vector<double> growth;
  double types = 0;
  for (const std::uint32_t word : words) {
    types += seen[word] ? 0 : 1;
    seen[word] = true;
    growth.push_back(types);
  }
  return growth;
}

}  // namespace themata::testing
