#include "themata/models/icdp/free_words.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

// Words that may be on or off, against every one of their patterns.
namespace themata::icdp {
namespace {

/// G(W) = Gamma(W beta) / Gamma(W beta + n).
double log_g(double words, double beta, double n) {
  return n == 0 ? 0 : std::lgamma(words * beta) - std::lgamma(words * beta + n);
}

/// By the bits of a number, over G with all words on.
std::vector<double> weights_of(const std::vector<double>& presence, double beta, double others, double n) {
  std::vector<double> weights;
  const auto all = others + static_cast<double>(presence.size());
  for (std::uint32_t bits = 0; bits < 1U << presence.size(); ++bits) {
    double weight = 1, on = others;
    for (std::size_t i = 0; i < presence.size(); ++i) {
      const bool is_on = (bits >> i & 1U) != 0;
      weight *= is_on ? presence[i] : 1 - presence[i];
      on += is_on ? 1 : 0;
    }
    weights.push_back(weight * std::exp(log_g(on, beta, n) - log_g(all, beta, n)));
  }
  return weights;
}

TEST(FreeWords, HaveTheSumAndTheDistributionOfTheirPatterns) {
  const std::vector<double> presence{0.3, 1e-9, 0.999, 0.6};
  constexpr double beta = 0.4;
  for (const std::int64_t tokens : {0, 1, 40}) {
    const FreeWords words(presence, beta, 3, tokens);
    const std::vector<double> weights = weights_of(presence, beta, 3, static_cast<double>(tokens));
    double sum = 0;
    for (const double weight : weights) sum += weight;
    EXPECT_NEAR(words.log_sum(), std::log(sum), 1e-10) << tokens;
    EXPECT_NEAR(
        words.log_rising_with_all(2),
        std::log((7 * beta + static_cast<double>(tokens)) * (7 * beta + static_cast<double>(tokens) + 1)),
        1e-10);

    constexpr int draws = 20'000;
    std::vector<int> times(weights.size());
    Stream stream({1}, Purpose::mask, 0, static_cast<std::uint64_t>(tokens));
    for (int i = 0; i < draws; ++i) {
      const std::vector<bool> on = words.draw(stream);
      std::size_t bits = 0;
      for (std::size_t j = 0; j < on.size(); ++j) bits |= std::size_t{on[j]} << j;
      ++times[bits];
    }
    for (std::size_t bits = 0; bits < weights.size(); ++bits) {
      const double p = weights[bits] / sum;
      EXPECT_NEAR(times[bits] / double{draws}, p, 5 * std::sqrt(p / draws) + 1e-4) << tokens << ' ' << bits;
    }
  }
}

TEST(FreeWords, OfNoneHaveNothingToDraw) {
  const FreeWords words({}, 0.4, 3, 5);
  EXPECT_EQ(words.log_sum(), 0);
  Stream stream({1}, Purpose::mask, 0, 0);
  EXPECT_TRUE(words.draw(stream).empty());
}

}  // namespace
}  // namespace themata::icdp
