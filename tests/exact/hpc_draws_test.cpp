#include <gtest/gtest.h>

#include <boost/math/quadrature/gauss_kronrod.hpp>

#include "support/draws.hpp"
#include "support/numeric_distribution.hpp"
#include "themata/models/hpc/affinities.hpp"
#include "themata/models/hpc/label_odds.hpp"
#include "themata/models/hpc/rates.hpp"

// The draws that hierarchical Poisson convolution is made of, against quadrature of their densities.
namespace themata::testing {
namespace {

constexpr std::size_t hpc_many = 300'000;

Stream hpc_stream_for(std::uint64_t test) { return {{82}, Purpose::data, 0, test}; }

struct Rate {
  double n, log_exposure, mean, variance, low, high;
};

class LogRates : public ::testing::TestWithParam<Rate> {};

TEST_P(LogRates, HaveTheirDensity) {
  const Rate& r = GetParam();
  Stream stream = hpc_stream_for(1);
  const NumericDistribution distribution(r.low, r.high, [&](double x) {
    return r.n * x - std::exp(x + r.log_exposure) - (x - r.mean) * (x - r.mean) / (2 * r.variance);
  });
  double guess = r.mean;  // as a chain has it: from the last value
  const auto draw = [&] {
    return guess = hpc::draw_log_rate(stream, r.n, r.log_exposure, {r.mean, r.variance}, guess);
  };
  EXPECT_GT(continuous_p(
                draw, [&](double p) { return distribution.quantile(p); }, hpc_many),
            p_limit);
}

INSTANTIATE_TEST_SUITE_P(
    Conditionals, LogRates,
    ::testing::Values(Rate{0, 3, -4, 0.2, -9, 0},          // nothing seen where little was expected
                      Rate{0, 9, 0, 9, -35, 2},            // nothing seen where much was: skew
                      Rate{1, 0, -2, 4, -18, 6},           //
                      Rate{50, 2, -3, 0.01, -4.5, -1},     // prior against data
                      Rate{10'000, 5, 3, 1, 3.9, 4.5},     // the data alone speak
                      Rate{3, -INFINITY, 0, 2, -5, 17},    // a topic that no document has
                      Rate{0, 0, 0, 1e6, -8000, 20},       // next to no prior
                      Rate{2, 12, -500, 100, -560, -5}));  // far from where it would like to be

TEST(LogRatesFromAnywhere, AreDrawnInTheEnd) {
  Stream stream = hpc_stream_for(900);
  for (const double log_exposure : {-900.0, -3.0, 3.0, 900.0, -double{INFINITY}})
    for (const double variance : {1e-6, 0.3, 1e3, 1e30})
      for (const double mean : {1000.0, -1000.0})
        for (const double n : {0.0, 5.0, 1e6})
          for (const double guess : {1000.0, -1000.0, 1e30, mean})
            EXPECT_TRUE(std::isfinite(hpc::draw_log_rate(stream, n, log_exposure, {mean, variance}, guess)))
                << log_exposure << " " << variance << " " << mean << " " << n << " " << guess;
}

TEST(AffinitiesOfLabels, HaveTheirDensity) {
  for (const auto& [mean, deviation] :
       {std::pair{0.0, 1.0}, {-8.0, 1.0}, {-12.0, 4.0}, {-30.0, 20.0}, {5.0, 0.1}}) {
    Stream stream = hpc_stream_for(2);
    const double middle = mean + (mean < 0 ? deviation * deviation / 2 : 0);
    const double reach = 12 * deviation + deviation * deviation / 2;
    const NumericDistribution distribution(middle - reach, middle + reach, [&](double x) {
      return -(x - mean) * (x - mean) / (2 * deviation * deviation) - hpc::log_one_plus_exp(-x);
    });
    EXPECT_GT(continuous_p([&] { return hpc::draw_affinity_of_label(stream, mean, deviation); },
                           [&](double p) { return distribution.quantile(p); }, hpc_many),
              p_limit)
        << mean << ' ' << deviation;
  }
}

/// E logistic(mean + deviation z), where the factor that makes it small is taken out first.
double expected_logistic(double mean, double deviation) {
  using boost::math::quadrature::gauss_kronrod;
  double sum = 0;  // in pieces, so that the rule sees what is narrow
  for (int i = -45; i < 45; ++i)
    sum += gauss_kronrod<double, 31>::integrate(
        [&](double z) { return std::exp(-z * z / 2) / (1 + std::exp(-mean - deviation * z)); }, i, i + 1, 12,
        1e-14);
  return sum / std::sqrt(2 * M_PI);
}

TEST(LabelOdds, AreTheirQuadrature) {
  for (const double deviation : {0.001, 0.3, 1.0, 2.5, 5.0, 10.0, 50.0})
    for (const double mean : {0.0, 0.1, -0.7, 3.0, -6.0, 12.0, -25.0, -60.0, 90.0}) {
      const hpc::LogOdds odds = hpc::log_label_odds(mean, deviation);
      const double there = expected_logistic(mean, deviation), absent = expected_logistic(-mean, deviation);
      // Each to ten digits of the smaller probability, of which the other is what is left of 1.
      const double small = std::min(there, absent);
      EXPECT_NEAR(odds.there, there < absent ? std::log(there) : std::log1p(-absent),
                  1e-10 * (there < absent ? 1 : small))
          << mean << ' ' << deviation;
      EXPECT_NEAR(odds.absent, absent < there ? std::log(absent) : std::log1p(-there),
                  1e-10 * (absent < there ? 1 : small))
          << mean << ' ' << deviation;
    }
}

}  // namespace
}  // namespace themata::testing
