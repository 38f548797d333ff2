#include "themata/diagnose/rank_diagnostics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "support/posterior.hpp"
#include "themata/random/distributions.hpp"

namespace themata {
namespace {

using testing::PosteriorCase;

std::vector<PosteriorCase> recorded_diagnostics() {
  return testing::read_posterior_cases(testing::posterior_folder() / "results.tsv");
}

TEST(RankDiagnostics, AgreeWithTheRecordedResultsOfPosterior) {
  const auto cases = recorded_diagnostics();
  ASSERT_GE(cases.size(), 30U);
  for (const PosteriorCase& one : cases) {
    if (testing::departures().contains(one.name)) continue;
    const testing::Measured ours = testing::measured(one.chains);
    for (std::size_t i = 0; i < ours.size(); ++i)
      EXPECT_LT(testing::distance_of(ours[i], one.expected[i]), testing::posterior_limit)
          << one.name << " " << testing::measures[i] << ": " << ours[i] << ", not " << one.expected[i];
  }
}

// docs/theory/diagnostics.md lists them; R's side is held to as well, so that a change there is seen.
TEST(RankDiagnostics, DepartFromPosteriorWhereTheyMeanTo) {
  std::map<std::string, PosteriorCase> cases;
  for (const PosteriorCase& one : recorded_diagnostics()) cases[one.name] = one;
  const auto ours = [&](const char* name) { return testing::measured(cases.at(name).chains); };
  const auto theirs = [&](const char* name) { return cases.at(name).expected; };
  EXPECT_DOUBLE_EQ(theirs("short-4x9")[6], 16) << "half the draws that count, whatever they are";
  EXPECT_TRUE(std::isnan(ours("short-4x9")[6]));
  EXPECT_DOUBLE_EQ(theirs("alternating")[6], 60) << "1:0 in R counts down";
  EXPECT_DOUBLE_EQ(ours("alternating")[6], 120 * std::log10(120));
  EXPECT_TRUE(std::isnan(theirs("balanced")[0])) << "all distances from the median are the same";
  EXPECT_NEAR(ours("balanced")[0], theirs("balanced")[1], 1e-12) << "of two values ranks are as good";
  EXPECT_GT(theirs("all-stand")[0], 1e10) << "infinite but for rounding";
  EXPECT_EQ(ours("all-stand")[0], std::numeric_limits<double>::infinity());
  EXPECT_FALSE(std::isnan(theirs("infinite")[0])) << "an infinite draw has a rank";
  for (const double value : ours("infinite")) EXPECT_TRUE(std::isnan(value));
}

/// `chains` chains of x_t = rho x_{t-1} + e_t, from their stationary distribution.
Chains first_order(double rho, std::size_t chains, std::size_t n) {
  Chains result(chains, std::vector<double>(n));
  for (std::size_t c = 0; c < chains; ++c) {
    Stream stream({23}, Purpose::data, 0, c);
    std::vector<double>& x = result[c];
    for (std::size_t t = 0; t < n; ++t)
      x[t] =
          (t == 0 ? 1 / std::sqrt(1 - rho * rho) : 1) * draw_normal(stream) + (t == 0 ? 0 : rho * x[t - 1]);
  }
  return result;
}

// The autocorrelation time is (1 + rho) / (1 - rho). Its estimate from S draws errs by about sqrt(2 (2 w + 1)
// / S) of itself, w the lags that are summed (Sokal): 4% at rho = .9 with w = 60. Five of these: one false
// alarm in a million.
TEST(RankDiagnostics, FindTheSizeOfFirstOrderChains) {
  for (const double rho : {0.9, 0.5, -0.5}) {
    const Chains chains = first_order(rho, 4, 40000);
    const double exact = 160000 * (1 - rho) / (1 + rho);
    EXPECT_NEAR(ess_mean(chains), exact, 0.2 * exact) << rho;
    EXPECT_NEAR(ess_bulk(chains), exact, 0.2 * exact) << rho;
    EXPECT_NEAR(rank_rhat(chains), 1, 0.01) << rho;
  }
}

TEST(RankDiagnostics, ScaleAndPlaceDoNotMatter) {
  const Chains x = first_order(0.8, 3, 200);
  Chains tiny = x;
  for (auto& chain : tiny)
    for (double& value : chain) value = 1e-20 * (100 + value);
  const auto a = testing::measured(x), b = testing::measured(tiny);
  for (std::size_t i = 0; i + 1 < a.size(); ++i) EXPECT_LT(testing::distance_of(a[i], b[i]), 1e-9);
  EXPECT_NEAR(b.back() / 1e-20, a.back(), 1e-9);
}

}  // namespace
}  // namespace themata
