#include "themata/diagnose/spectrum.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/coda.hpp"
#include "themata/random/distributions.hpp"

namespace themata {
namespace {

using testing::CodaCase;

TEST(Spectrum, AgreesWithTheRecordedResultsOfCoda) {
  const std::vector<CodaCase> cases = testing::read_coda_cases(testing::coda_folder() / "results.tsv");
  ASSERT_GE(cases.size(), 25U);
  EXPECT_LT(testing::distance_from_coda(cases, effective_size), testing::coda_limit);
  for (const CodaCase& one : cases) {
    EXPECT_NEAR(spectrum0_ar(one.series), one.spectrum0, testing::coda_limit * one.spectrum0) << one.name;
    if (one.spectrum0 > 0) {
      EXPECT_EQ(fit_autoregression(one.series).coefficients.size(), one.order) << one.name;
    }
  }
}

/// x_t = rho x_{t-1} + e_t, from its stationary distribution.
std::vector<double> first_order(double rho, std::size_t n) {
  Stream stream({17}, Purpose::data, 0, 0);
  std::vector<double> x(n);
  for (std::size_t t = 0; t < n; ++t)
    x[t] = (t == 0 ? 1 / std::sqrt(1 - rho * rho) : 1) * draw_normal(stream) + (t == 0 ? 0 : rho * x[t - 1]);
  return x;
}

// The standard error of the factor here is about 5%: n / tau = 20,000 / 19 independent pieces.
TEST(Spectrum, FindsTheAutocorrelationTimeOfAFirstOrderChain) {
  for (const double rho : {0.9, 0.5, -0.5}) {
    const double exact = (1 + rho) / (1 - rho);
    EXPECT_NEAR(inefficiency_factor(first_order(rho, 20000)), exact, 0.2 * exact) << rho;
  }
}

TEST(Spectrum, TheScaleAndThePlaceOfASeriesDoNotMatter) {
  const std::vector<double> x = first_order(0.8, 500);
  std::vector<double> tiny = x;
  for (double& value : tiny) value = 1e-20 * (100 + value);
  EXPECT_NEAR(inefficiency_factor(tiny), inefficiency_factor(x), 1e-9 * inefficiency_factor(x));
}

TEST(Spectrum, SeriesWithoutASpectrumHaveTheirRules) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> none, one{2}, two{1, 4}, constant(40, 0.1), line{0.1, 0.2, 0.3, 0.4, 0.5};
  for (const auto& series : {none, one, two, constant, line}) {
    EXPECT_EQ(spectrum0_ar(series), 0);
    EXPECT_EQ(effective_size(series), 0);
    EXPECT_EQ(inefficiency_factor(series), infinity);
  }
  for (const double odd : {std::numeric_limits<double>::quiet_NaN(), infinity}) {
    const std::vector<double> series{1, 2, odd, 1};
    EXPECT_TRUE(std::isnan(spectrum0_ar(series)));
    EXPECT_TRUE(std::isnan(effective_size(series)));
    EXPECT_TRUE(std::isnan(inefficiency_factor(series)));
  }
}

}  // namespace
}  // namespace themata
