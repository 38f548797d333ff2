#include "themata/random/elementary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "themata/random/stream.hpp"

namespace themata {
namespace {

/// |got - exact| in units of the last place of a double of exact's size.
double ulps(double got, long double exact) {
  const double nearest = static_cast<double>(exact);
  const double size = std::max(std::abs(nearest), std::numeric_limits<double>::min());
  const double unit = std::nextafter(size, std::numeric_limits<double>::infinity()) - size;
  return static_cast<double>(std::abs(static_cast<long double>(got) - exact) / unit);
}

TEST(Elementary, LogIsWithinTwoUnitsOverTheWholeRange) {
  Stream stream({11}, Purpose::data, 0, 0);
  double worst = 0;
  for (int i = 0; i < 400'000; ++i) {
    const double x = std::ldexp(1 + stream.uniform(), static_cast<int>(stream.below(2098)) - 1074);
    worst = std::max(worst, ulps(portable_log(x), std::log(static_cast<long double>(x))));
    const double near_one = 0.5 + 1.5 * stream.uniform();
    worst = std::max(worst, ulps(portable_log(near_one), std::log(static_cast<long double>(near_one))));
  }
  EXPECT_LT(worst, 2);
}

TEST(Elementary, ExpIsWithinTwoUnitsOverTheWholeRange) {
  Stream stream({12}, Purpose::data, 0, 0);
  double worst = 0;
  for (int i = 0; i < 400'000; ++i) {
    const double x = -745 + stream.uniform() * (745 + 709);
    worst = std::max(worst, ulps(portable_exp(x), std::exp(static_cast<long double>(x))));
    const double small = (stream.uniform() - 0.5) * std::ldexp(1.0, -static_cast<int>(stream.below(60)));
    worst = std::max(worst, ulps(portable_exp(small), std::exp(static_cast<long double>(small))));
  }
  EXPECT_LT(worst, 2);
}

TEST(Elementary, LogGammaIsWithin1e13) {
  Stream stream({13}, Purpose::data, 0, 0);
  double worst = 0;
  for (int i = 0; i < 200'000; ++i) {
    const double x = std::pow(10.0, -20 + 29 * stream.uniform());
    const long double exact = std::lgamma(static_cast<long double>(x));
    const double scale = std::max(1.0, static_cast<double>(std::abs(exact)));
    worst = std::max(worst, static_cast<double>(std::abs(portable_lgamma(x) - exact)) / scale);
  }
  EXPECT_LT(worst, 1e-13);
  EXPECT_NEAR(portable_lgamma(1), 0, 1e-13);
  EXPECT_NEAR(portable_lgamma(2), 0, 1e-13);
  EXPECT_NEAR(portable_lgamma(5e-324), -std::log(5e-324), 1e-10);
}

TEST(Elementary, EdgesAreAsPromised) {
  EXPECT_EQ(portable_log(1), 0);
  EXPECT_EQ(portable_exp(0), 1);
  EXPECT_EQ(portable_exp(-746), 0);
  EXPECT_EQ(portable_exp(-std::numeric_limits<double>::infinity()), 0);
  EXPECT_EQ(portable_exp(710), std::numeric_limits<double>::infinity());
  EXPECT_GT(portable_exp(-744.4), 0);
  EXPECT_TRUE(std::isfinite(portable_exp(709)));
}

/// Mixes the bits of a value into a running number: any other last bit anywhere changes the end.
std::uint64_t mix(std::uint64_t so_far, double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return (so_far ^ bits) * 0x9e3779b97f4a7c15ULL;
}

TEST(Elementary, BitsAreThoseOfEveryOtherPlatform) {
  std::uint64_t log_bits = 0, exp_bits = 0, lgamma_bits = 0;
  for (int i = 1; i <= 20'000; ++i) {
    log_bits = mix(log_bits, portable_log(i * 0.000371));
    exp_bits = mix(exp_bits, portable_exp((i - 10'000) * 0.0701));
    lgamma_bits = mix(lgamma_bits, portable_lgamma(i * 0.00913));
  }
  EXPECT_EQ(log_bits, 16689690729421226518ULL);
  EXPECT_EQ(exp_bits, 1111961428791101580ULL);
  EXPECT_EQ(lgamma_bits, 7517864210729292353ULL);
  EXPECT_EQ(portable_log(3), 0x1.193ea7aad030bp+0);
  EXPECT_EQ(portable_exp(1), 0x1.5bf0a8b14576ap+1);
  EXPECT_EQ(portable_lgamma(0.5), 0x1.250d048e7a21p-1);
}

}  // namespace
}  // namespace themata
