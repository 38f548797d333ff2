#include "themata/diagnose/verdict.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "themata/random/distributions.hpp"
#include "themata/random/stream.hpp"

namespace themata {
namespace {

/// Autoregressive series of order 1 about a straight line.
Chains series_about_a_line(std::uint64_t seed, std::size_t n_chains, double coefficient, double slope,
                           std::size_t length) {
  Chains chains(n_chains);
  for (std::size_t c = 0; c < n_chains; ++c) {
    Stream stream(Key{seed}, Purpose::data, 0, c);
    double x = draw_normal(stream) / std::sqrt(1 - coefficient * coefficient);
    for (std::size_t i = 0; i < length; ++i) {
      chains[c].push_back(x + slope * static_cast<double>(i));
      x = coefficient * x + draw_normal(stream);
    }
  }
  return chains;
}

double proportion_with_clear_trend(std::size_t n_chains, double coefficient, double slope,
                                   std::size_t length = 200) {
  constexpr std::uint64_t series = 200;
  double clear = 0;
  for (std::uint64_t seed = 1; seed <= series; ++seed)
    clear += trend_of(series_about_a_line(seed, n_chains, coefficient, slope, length)).is_clear ? 1 : 0;
  return clear / series;
}

TEST(Verdict, SeriesWithoutATrendSeldomHaveAClearOne) {
  EXPECT_LE(proportion_with_clear_trend(1, 0, 0), 0.02);
  EXPECT_LE(proportion_with_clear_trend(2, 0.5, 0), 0.02);
  EXPECT_LE(proportion_with_clear_trend(2, 0.9, 0), 0.05);
  EXPECT_LE(proportion_with_clear_trend(2, 0.5, 0, least_rows_for_verdict), 0.08);
}

TEST(Verdict, ARiseOfThreeStandardDeviationsIsClear) {
  EXPECT_GE(proportion_with_clear_trend(1, 0, 3.0 / 200), 0.98);
  EXPECT_GE(proportion_with_clear_trend(2, 0.5, 3.0 / 200 / std::sqrt(1 - 0.25)), 0.95);
}

TEST(Verdict, ATrendThatIsSmallerThanTheNoiseIsNotClear) {
  EXPECT_LE(proportion_with_clear_trend(4, 0, 0.5 / 200), 0.02);
}

TEST(Verdict, TheSlopeIsThatOfTheLine) {
  Chains chains{{}, {}};
  for (int i = 0; i < 50; ++i) {
    chains[0].push_back(2.0 * i);
    chains[1].push_back(4.0 * i + 1);
  }
  const Trend trend = trend_of(chains);
  EXPECT_NEAR(trend.slope, 3, 1e-12);
  EXPECT_TRUE(trend.is_clear);
}

}  // namespace
}  // namespace themata
