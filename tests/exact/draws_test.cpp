#include "support/draws.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <numeric>

#include "themata/counts/mask_odds.hpp"
#include "themata/random/alias_table.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/random/successes.hpp"

// Every random draw against its exact distribution (docs/theory/proof.md).
namespace themata::testing {
namespace {

constexpr std::size_t many = 1'000'000, fewer = 300'000;

Stream stream_for(std::uint64_t test) { return {{81}, Purpose::data, 0, test}; }

TEST(Draws, Uniform) {
  Stream stream = stream_for(1);
  EXPECT_GT(continuous_p([&] { return stream.uniform(); }, [](double p) { return p; }, 10'000'000), p_limit);
}

TEST(Draws, UniformFloat) {
  Stream stream = stream_for(2);
  EXPECT_GT(continuous_p([&] { return stream.uniform_float(); }, [](double p) { return p; }, 10'000'000),
            p_limit);
}

TEST(Draws, Normal) {
  Stream stream = stream_for(3);
  const boost::math::normal_distribution<> distribution;
  EXPECT_GT(continuous_p([&] { return draw_normal(stream); },
                         [&](double p) { return quantile(distribution, p); }, 3 * many),
            p_limit);
}

TEST(Draws, Exponential) {
  Stream stream = stream_for(4);
  const boost::math::exponential_distribution<> distribution;
  EXPECT_GT(continuous_p([&] { return draw_exponential(stream); },
                         [&](double p) { return quantile(distribution, p); }, many),
            p_limit);
}

TEST(Draws, GammaInLogs) {
  for (const double shape : {0.01, 0.5, 1.0, 3.7, 1e6}) {
    Stream stream = stream_for(100 + static_cast<std::uint64_t>(shape * 100));
    EXPECT_GT(continuous_p([&] { return draw_log_gamma(stream, shape); },
                           [&](double p) { return log_gamma_quantile(shape, p); }, many),
              p_limit)
        << shape;
  }
}

TEST(Draws, GammaWithARate) {
  Stream stream = stream_for(5);
  const boost::math::gamma_distribution<> distribution(2.5, 1 / 4.0);
  EXPECT_GT(continuous_p([&] { return draw_gamma(stream, 2.5, 4); },
                         [&](double p) { return quantile(distribution, p); }, fewer),
            p_limit);
}

TEST(Draws, BetaInLogs) {
  const std::pair<double, double> shapes[] = {{0.02, 3}, {0.5, 0.5}, {1, 1}, {4, 250}, {90, 1.5}};
  std::uint64_t test = 200;
  for (const auto& [a, b] : shapes) {
    Stream stream = stream_for(test++);
    EXPECT_GT(continuous_p([&, a = a, b = b] { return draw_log_beta(stream, a, b); },
                           [a = a, b = b](double p) { return log_beta_quantile(a, b, p); }, fewer),
              p_limit)
        << a << ", " << b;
  }
}

struct Trials {
  std::uint64_t n;
  double p;
};

TEST(Draws, BinomialOnBothSidesOfEverySwitch) {
  const Trials cases[] = {{1, 0.3},
                          {7, 0.5},
                          {19, 0.5},
                          {20, 0.5},
                          {21, 0.5},
                          {20, 0.51},
                          {1000, 0.00999},
                          {1000, 0.01},
                          {1000, 0.0101},
                          {1000, 0.99},
                          {1000, 0.9901},
                          {40, 0.25},
                          {100, 0.37},
                          {100'000, 0.6},
                          {1'000'000, 9e-6},
                          {1'000'000, 2e-5},
                          {1'000'000'000, 1e-9},
                          {1'000'000'000, 1e-7},
                          {1'000'000'000, 0.5}};
  std::uint64_t test = 300;
  for (const auto& [n, p] : cases) {
    Stream stream = stream_for(test++);
    const auto draw = [&, n = n, p = p] { return static_cast<double>(draw_binomial(stream, n, p)); };
    EXPECT_GT(binomial_p(draw, static_cast<double>(n), p, fewer), p_limit) << n << " trials of " << p;
  }
}

TEST(Draws, PoissonOnBothSidesOfItsSwitch) {
  std::uint64_t test = 400;
  for (const double mean : {0.01, 1.0, 9.99, 10.0, 10.1, 12.5, 94.0, 1234.5, 1e6, 1e9}) {
    Stream stream = stream_for(test++);
    const auto draw = [&, mean] { return static_cast<double>(draw_poisson(stream, mean)); };
    EXPECT_GT(poisson_p(draw, mean, fewer), p_limit) << mean;
  }
}

TEST(Draws, AliasTable) {
  Stream stream = stream_for(8);
  std::vector<double> weights;
  for (std::size_t i = 0; i < 300; ++i) weights.push_back(i % 5 == 0 ? 0 : 1 / static_cast<double>(1 + i));
  std::vector<AliasCell> cells(weights.size());
  build_alias(weights, cells);
  std::vector<std::uint64_t> counts(weights.size());
  for (std::size_t i = 0; i < 3 * many; ++i) ++counts[draw_alias(stream, cells)];
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& w : weights) w /= total;
  EXPECT_GT(chi_square_p(counts, weights), p_limit);
  for (std::size_t i = 0; i < 300; i += 5) ASSERT_EQ(counts[i], 0) << i;
}

TEST(Draws, DirichletsPartsAreBeta) {
  // Each part alone, and a part's share of two, which also sees their dependence.
  const std::vector<double> parameters{0.4, 2, 0, 5.5};
  Stream first = stream_for(6), second = stream_for(7);
  std::vector<double> a;
  const auto part = [&] {
    a = parameters;
    draw_dirichlet(first, a);
    return std::log(a[0]);
  };
  EXPECT_GT(continuous_p(
                part, [](double p) { return log_beta_quantile(0.4, 7.5, p); }, fewer),
            p_limit);
  const auto share = [&] {
    a = parameters;
    draw_dirichlet(second, a);
    return std::log(a[1] / (a[1] + a[3]));
  };
  EXPECT_GT(continuous_p(
                share, [](double p) { return log_beta_quantile(2, 5.5, p); }, fewer),
            p_limit);
}

TEST(Successes, AreThoseOfIndependentTrials) {
  Stream stream = stream_for(90);
  for (const double p : {0.02, 0.5, 0.97}) {
    std::vector<std::uint64_t> counts(16);
    std::vector<double> distribution;
    for (int i = 0; i < 100'000; ++i) {
      std::size_t pattern = 0;
      for_each_success(stream, std::log1p(-p), 3, 7,
                       [&](std::uint64_t trial) { pattern |= 1U << (trial - 3); });
      ++counts[pattern];
    }
    for (unsigned pattern = 0; pattern < 16; ++pattern)
      distribution.push_back(std::pow(p, std::popcount(pattern)) *
                             std::pow(1 - p, 4 - std::popcount(pattern)));
    EXPECT_GT(chi_square_p(counts, distribution), p_limit) << p;
  }
}

/// |z| of how often a two-step flip is on, against odds of `odds` times r.
double z_of_flips(double odds, double r, bool (*second)(Stream&, double, double)) {
  Stream stream = stream_for(91);
  constexpr int draws = 200'000;
  int on = 0;
  for (int i = 0; i < draws; ++i) on += flip(stream, odds) && second(stream, odds, r) ? 1 : 0;
  const double p = odds * r / (1 + odds * r);
  return std::abs(static_cast<double>(on) / draws - p) / std::sqrt(p * (1 - p) / draws);
}

TEST(MaskFlips, InTwoStepsAreThoseInOne) {
  for (const double odds : {0.01, 1.3, 40.0})
    for (const double r : {0.05, 0.7, 1.0}) EXPECT_LT(z_of_flips(odds, r, flip_on), z_limit);
}

TEST(MaskFlipMutants, SecondStepsThatForgetTheFirstFail) {
  const auto by_r = [](Stream& stream, double, double r) { return stream.uniform() < r; };
  const auto again = [](Stream& stream, double odds, double r) { return flip(stream, odds * r); };
  EXPECT_GT(z_of_flips(1.3, 0.7, by_r), 2 * z_limit) << "r in place of r (1 + o) / (1 + r o)";
  EXPECT_GT(z_of_flips(1.3, 0.7, again), 2 * z_limit) << "the whole flip twice";
}

}  // namespace
}  // namespace themata::testing
