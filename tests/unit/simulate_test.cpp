#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "support/simulation.hpp"
#include "support/statistics.hpp"
#include "themata/simulate/zipf.hpp"

namespace themata::simulate {
namespace {

using testing::p_limit;
using testing::z_limit;

constexpr Key key{4711};

// ---- Lengths ----

struct Moments {
  double mean = 0, deviation = 0, n = 0;
};

Moments lengths_of(const SimulateOptions& options) {
  Pool pool(2);
  const std::vector<std::uint64_t> offsets = draw_offsets(corpus_options(with_defaults(options)), key, pool);
  Moments found;
  found.n = static_cast<double>(offsets.size() - 1);
  found.mean = static_cast<double>(offsets.back()) / found.n;
  for (std::size_t d = 0; d + 1 < offsets.size(); ++d) {
    const double off = static_cast<double>(offsets[d + 1] - offsets[d]) - found.mean;
    found.deviation += off * off / found.n;
  }
  found.deviation = std::sqrt(found.deviation);
  return found;
}

/// The mean within z_limit standard errors, the deviation within 3 %.
void expect_moments(const Moments& found, double mean, double deviation) {
  EXPECT_NEAR(found.mean, mean, z_limit * deviation / std::sqrt(found.n));
  EXPECT_NEAR(found.deviation, deviation, 0.03 * deviation);
}

TEST(SimulatedLengths, PoissonHaveTheirMeanAndItsRoot) {
  SimulateOptions options = testing::small_lda();
  options.read("documents", "100000");
  for (const double mean : {0.7, 94.0}) {
    options.set("length", mean);
    expect_moments(lengths_of(options), mean, std::sqrt(mean));
  }
}

TEST(SimulatedLengths, LogNormalHaveTheMeanAndDeviationAskedFor) {
  SimulateOptions options = testing::small_zipf();
  options.read("documents", "100000");
  options.read("tokens", "9400000");
  expect_moments(lengths_of(options), 94, 47);  // half the mean, left to itself
  options.read("length-sd", "20");
  expect_moments(lengths_of(options), 94, std::sqrt(400 + 1.0 / 6));  // rounding up or down adds a sixth
  options.read("length-sd", "0");
  EXPECT_NEAR(lengths_of(options).mean, 94, 1e-9);
  EXPECT_NEAR(lengths_of(options).deviation, 0, 1e-9);
}

TEST(SimulatedLengths, FixedAddUpWhateverTheMean) {
  SimulateOptions options = testing::small_zipf();
  options.read("documents", "1000");
  options.read("tokens", "12345");
  options.read("lengths", "fixed");
  const Moments found = lengths_of(options);
  EXPECT_EQ(std::lround(found.mean * found.n), 12'345);
  EXPECT_LT(found.deviation, 0.5);
}

// ---- Documents ----

TEST(SimulatedTopics, OfADocumentFollowPolyasUrn) { EXPECT_GT(testing::urn_p(draw_topics), p_limit); }

TEST(SimulatedTopics, OfADocumentThatMayUseSomeFollowTheUrnOfThose) {
  // Both topics of the list are as likely, alpha each; others never come. Urn of 12 tokens: as in urn_p.
  Mixture mixture = testing::plain_mixture({0.3, 0.5, 0.2}, 0.7);
  mixture.of_documents = {{0}, {0, 2}};
  constexpr std::size_t n = 12;
  std::vector<double> distribution;
  for (double m = 0; m <= n; ++m)
    distribution.push_back(std::exp(std::lgamma(n + 1.0) - std::lgamma(m + 1) - std::lgamma(n - m + 1) +
                                    std::lgamma(0.7 + m) + std::lgamma(0.7 + n - m) - std::lgamma(1.4 + n) +
                                    std::lgamma(1.4) - 2 * std::lgamma(0.7)));
  std::vector<std::uint64_t> counts(n + 1);
  std::vector<Topic> z(n);
  for (std::size_t i = 0; i < 100'000; ++i) {
    Stream stream(key, Purpose::data, 12, i);
    draw_topics_of(1, stream, mixture, z);
    ASSERT_EQ(std::ranges::count(z, Topic{1}), 0);
    ++counts[static_cast<std::size_t>(std::ranges::count(z, Topic{0}))];
    draw_topics_of(0, stream, mixture, z);
    ASSERT_EQ(std::ranges::count(z, Topic{0}), static_cast<std::ptrdiff_t>(n));
  }
  EXPECT_GT(testing::chi_square_p(counts, distribution), p_limit);
}

TEST(SimulatedTopics, OfADiscountAreSeatedByPitmanAndYor) {
  // Four tokens, and so many topics that no two tables share one: sizes of tables have the probabilities of
  // the two-parameter partition, a product of a + b t and n - b over the tokens, times how many orders make
  // them.
  Mixture mixture = testing::plain_mixture(std::vector<double>(60'000, 1.0 / 60'000), 0.6);
  mixture.discount = 0.4;
  const double a = 0.6, b = 0.4, all = (a + 1) * (a + 2) * (a + 3);
  const std::vector<double> distribution{
      (1 - b) * (2 - b) * (3 - b) / all, 4 * (a + b) * (1 - b) * (2 - b) / all,
      3 * (a + b) * (1 - b) * (1 - b) / all, 6 * (a + b) * (a + 2 * b) * (1 - b) / all,
      (a + b) * (a + 2 * b) * (a + 3 * b) / all};
  std::vector<std::uint64_t> counts(5);
  std::vector<Topic> z(4);
  for (std::size_t i = 0; i < 100'000; ++i) {
    Stream stream(key, Purpose::data, 13, i);
    draw_topics_of(0, stream, mixture, z);
    std::ranges::sort(z);
    std::size_t alike = 0;  // pairs: 6, 3, 2, 1 and 0 of the partitions 4, 31, 22, 211 and 1111
    for (std::size_t j = 0; j < 4; ++j)
      for (std::size_t m = j + 1; m < 4; ++m) alike += z[j] == z[m] ? 1 : 0;
    ++counts[alike == 6 ? 0 : 4 - std::min<std::size_t>(alike, 3)];
  }
  EXPECT_GT(testing::chi_square_p(counts, distribution), p_limit);
}

TEST(SimulatedTopics, AreNewForEachTokenOfAnEndlessConcentration) {
  Mixture mixture = testing::plain_mixture({0.5, 0.5}, 1e12);
  std::vector<Topic> z(10'000);
  Stream stream(key, Purpose::data, 9, 0);
  draw_topics(stream, mixture, z);
  EXPECT_NEAR(std::accumulate(z.begin(), z.end(), 0.0) / 10'000, 0.5, z_limit * 0.005);
}

TEST(SimulatedWords, FollowTheirTopics) {
  // Given its topic a token is drawn by itself, so that counts and Phi can be compared at once.
  SimulateOptions options = testing::small_lda();
  options.read("documents", "20000");
  const testing::Drawn drawn = testing::draw_all(options);
  for (std::size_t k = 0; k < drawn.mixture.n_topics(); ++k) {
    std::vector<std::uint64_t> counts(drawn.mixture.n_types);
    for (std::size_t i = 0; i < drawn.words.size(); ++i)
      counts[drawn.words[i]] += drawn.topics[i] == k ? 1 : 0;
    EXPECT_GT(testing::chi_square_p(counts, testing::phi_of(drawn.mixture, k)), p_limit) << k;
  }
}

// ---- Models ----

TEST(SimulatedLda, PhiHasTheMomentsOfItsDirichlet) {
  SimulateOptions options = testing::small_lda();
  options.read("types", "400");
  options.read("topics", "500");
  options.read("beta", "0.05");
  Pool pool(2);
  const Mixture mixture = draw_mixture(with_defaults(options), key, pool);
  EXPECT_EQ(mixture.weights, std::vector<double>(500, 1.0 / 500));
  EXPECT_DOUBLE_EQ(mixture.concentration, 500 * 0.1);
  const double v = 400, total = v * 0.05;
  std::vector<double> squares;
  for (std::size_t k = 0; k < 500; ++k) {
    double sum = 0, square = 0;
    for (const double p : testing::phi_of(mixture, k)) {
      sum += p;
      square += p * p;
    }
    ASSERT_NEAR(sum, 1, 1e-9);
    squares.push_back(square);
  }
  const double expected = (0.05 + 1) / (total + 1);  // sum of V second moments
  EXPECT_LT(std::abs(testing::z_score(testing::from_batches(squares), expected)), z_limit);
}

/// Over many draws, the chance that two tokens of the corpus are of one topic, the weights being known:
/// against what it is to be.
double z_of_coincidence(const SimulateOptions& options, double expected) {
  Pool pool(2);
  std::vector<double> squares;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Mixture mixture = draw_mixture(with_defaults(options), chain_key(seed, 1), pool);
    EXPECT_NEAR(std::accumulate(mixture.weights.begin(), mixture.weights.end(), 0.0), 1, 1e-12);
    squares.push_back(
        std::inner_product(mixture.weights.begin(), mixture.weights.end(), mixture.weights.begin(), 0.0));
  }
  return std::abs(testing::z_score(testing::from_batches(squares), expected));
}

TEST(SimulatedHdp, WeightsAreSticks) {
  SimulateOptions options = testing::small_hdp();
  options.read("gamma", "3");
  EXPECT_LT(z_of_coincidence(options, 1.0 / (1 + 3)), z_limit);
}

TEST(SimulatedFranchise, WeightsAreSticksOfPitmanAndYor) {
  const SimulateOptions options = testing::with(
      SimulateOptions("franchise"),
      {{"documents", "500"}, {"gamma", "3"}, {"discount", "0.4"}, {"topics", "5000"}, {"types", "2"}});
  EXPECT_LT(z_of_coincidence(options, (1 - 0.4) / (1 + 3)), z_limit);
}

TEST(SimulatedHdp, TheLastOfSoManyTopicsTakesWhatIsLeft) {
  SimulateOptions options = testing::small_hdp();
  Pool pool(1);
  const Mixture all = draw_mixture(with_defaults(options), key, pool);
  options.read("topics", "2");
  const Mixture two = draw_mixture(with_defaults(options), key, pool);
  ASSERT_EQ(two.n_topics(), 2U);
  EXPECT_EQ(two.weights[0], all.weights[0]);
  EXPECT_NEAR(two.weights[1], 1 - all.weights[0], 1e-12);
}

TEST(SimulatedZipf, TopicsTogetherAreExactlyZipfs) {
  Pool pool(2);
  const SimulateOptions options = with_defaults(testing::small_zipf());
  const Mixture mixture = draw_mixture(options, key, pool);
  const std::vector<double> zipf = zipf_probabilities(mixture.n_types, 1.07);
  std::vector<double> together(zipf.size());
  for (std::size_t k = 0; k < mixture.n_topics(); ++k) {
    const std::vector<double> phi = testing::phi_of(mixture, k);
    for (std::size_t v = 0; v < phi.size(); ++v) together[v] += mixture.weights[k] * phi[v];
  }
  for (std::size_t v = 0; v < zipf.size(); ++v) ASSERT_NEAR(together[v] / zipf[v], 1, 1e-4) << v;
}

TEST(SimulatedZipf, ConcentrationMakesTopicsAlike) {
  // The mean distance of topics from the corpus, half the sum of |phi_kv - p_v|.
  const auto distance = [](double concentration) {
    SimulateOptions options = testing::small_zipf();
    options.set("concentration", concentration);
    Pool pool(2);
    const Mixture mixture = draw_mixture(with_defaults(options), key, pool);
    const std::vector<double> zipf = zipf_probabilities(mixture.n_types, 1.07);
    double sum = 0;
    for (std::size_t k = 0; k < mixture.n_topics(); ++k) {
      const std::vector<double> phi = testing::phi_of(mixture, k);
      for (std::size_t v = 0; v < phi.size(); ++v) sum += mixture.weights[k] * std::abs(phi[v] - zipf[v]) / 2;
    }
    return sum;
  };
  const double narrow = distance(5), middle = distance(500), alike = distance(1e7);
  EXPECT_GT(narrow, 0.7);
  EXPECT_GT(middle, 0.2);
  EXPECT_LT(middle, 0.6);
  EXPECT_LT(alike, 0.05);
}

TEST(SimulatedZipf, ATopicThatNoWordChoseIsNeverDrawn) {
  SimulateOptions options = testing::small_zipf();
  options.read("types", "3");
  options.read("topics", "500");
  options.read("concentration", "1e-6");
  const testing::Drawn drawn = testing::draw_all(options);
  for (const Topic z : drawn.topics) ASSERT_GT(drawn.mixture.weights[z], 0);
  for (std::size_t k = 0; k < 500; ++k) {
    const std::vector<double> phi = testing::phi_of(drawn.mixture, k);
    ASSERT_NEAR(std::accumulate(phi.begin(), phi.end(), 0.0), 1, 1e-9);
  }
}

// ---- Statistics of the text ----

TEST(SimulatedZipf, FrequenciesFallWithTheirRankAsAskedFor) {
  for (const double exponent : {0.8, 1.07, 1.4}) {
    SimulateOptions options = testing::small_zipf();
    options.set("zipf", exponent);
    const testing::Drawn drawn = testing::draw_all(options);
    std::vector<double> counts(drawn.mixture.n_types);
    for (const std::uint32_t word : drawn.words) ++counts[word];
    std::sort(counts.begin(), counts.end(), std::greater());
    // Ranks 10 to 1000, evenly on a logarithmic scale: there the counts are in the hundreds and more.
    std::vector<double> ranks, heights;
    for (double r = 10; r <= 1000; r *= 1.2) {
      ranks.push_back(std::log(std::floor(r)));
      heights.push_back(std::log(counts[static_cast<std::size_t>(r) - 1]));
    }
    EXPECT_NEAR(testing::slope(ranks, heights), -exponent, 0.03) << exponent;
  }
}

TEST(SimulatedZipf, TheVocabularyGrowsByHeapsLaw) {
  // Karlin (1967): where p_r falls as r^-s, s > 1, n draws show a number of types that grows as n^(1/s),
  // until the vocabulary is used up; half a million types are not, by two million tokens at s = 1.6.
  SimulateOptions options = testing::small_zipf();
  options.read("types", "500000");
  options.read("topics", "10");
  options.read("zipf", "1.6");
  const testing::Drawn drawn = testing::draw_all(options);
  const std::vector<double> growth = testing::vocabulary_growth(drawn.words);
  std::vector<double> read, seen;
  for (double n = 20'000; n < static_cast<double>(drawn.words.size()); n *= 1.3) {
    read.push_back(std::log(n));
    seen.push_back(std::log(growth[static_cast<std::size_t>(n) - 1]));
  }
  EXPECT_NEAR(testing::slope(read, seen), 1 / 1.6, 0.03);
}

TEST(SimulatedZipf, TheVocabularyIsAsLargeAsZipfsLawHasIt) {
  // At the default exponent a finite vocabulary is used up before n is large: the number
  // of types is then sum_v 1 - (1 - p_v)^n, a little less where documents repeat their words.
  const testing::Drawn drawn = testing::draw_all(testing::small_zipf());
  const std::vector<double> growth = testing::vocabulary_growth(drawn.words);
  const std::vector<double> probabilities = zipf_probabilities(drawn.mixture.n_types, 1.07);
  for (const std::size_t n : {20'000U, 200'000U, 1'500'000U}) {
    double expected = 0;
    for (const double p : probabilities) expected += 1 - std::pow(1 - p, static_cast<double>(n));
    EXPECT_NEAR(growth[n - 1] / expected, 1, 0.04) << n;
  }
}

TEST(SimulatedZipf, DocumentsHoldFewOfManyTopics) {
  // Of a document of n tokens, about a log(1 + n / a) topics are expected at concentration a, fewer as some
  // coincide.
  SimulateOptions options = testing::small_zipf();
  options.read("topics", "400");
  const testing::Drawn drawn = testing::draw_all(options);
  double topics = 0;
  for (std::size_t d = 0; d < 5000; ++d) {
    const auto begin = drawn.topics.begin();
    topics += static_cast<double>(std::set<Topic>(begin + static_cast<std::ptrdiff_t>(drawn.offsets[d]),
                                                  begin + static_cast<std::ptrdiff_t>(drawn.offsets[d + 1]))
                                      .size());
  }
  EXPECT_GT(topics / 5000, 3.5);
  EXPECT_LT(topics / 5000, 5.5);
}

}  // namespace
}  // namespace themata::simulate
