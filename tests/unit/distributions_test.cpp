#include "themata/random/distributions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "themata/counts/mask_odds.hpp"
#include "themata/random/successes.hpp"

// Edges only: the distributions themselves are tested in tests/exact/draws_test.cpp.
namespace themata {
namespace {

Stream stream_for(std::uint64_t test) { return {{91}, Purpose::data, 0, test}; }

TEST(Binomial, HasNoChoiceAtItsEdges) {
  Stream stream = stream_for(1);
  EXPECT_EQ(draw_binomial(stream, 0, 0.5), 0);
  EXPECT_EQ(draw_binomial(stream, 100, 0), 0);
  EXPECT_EQ(draw_binomial(stream, 100, 1), 100);
}

TEST(Binomial, StaysWithinItsTrials) {
  Stream stream = stream_for(2);
  for (const double p : {1e-300, 1e-17, 0.2, 0.5, 0.8, 1 - 1e-16})
    for (const std::uint64_t n : {1ULL, 19ULL, 21ULL, 1'000'000'000ULL})
      for (int i = 0; i < 200; ++i) ASSERT_LE(draw_binomial(stream, n, p), n);
}

TEST(Poisson, OfMeanZeroIsZero) {
  Stream stream = stream_for(9);
  for (int i = 0; i < 100; ++i) ASSERT_EQ(draw_poisson(stream, 0), 0);
}

TEST(LogGamma, IsFiniteAtShapesWhoseDrawsUnderflow) {
  Stream stream = stream_for(3);
  for (const double shape : {1e-12, 1e-4, 1e-2})
    for (int i = 0; i < 500; ++i) ASSERT_TRUE(std::isfinite(draw_log_gamma(stream, shape)));
  EXPECT_LT(draw_log_gamma(stream, 1e-6), -745) << "this draw itself is 0 in double precision";
}

TEST(LogBeta, IsNeverAboveZero) {
  Stream stream = stream_for(4);
  for (int i = 0; i < 500; ++i) {
    ASSERT_LE(draw_log_beta(stream, 1e5, 1e-3), 0);
    ASSERT_LE(draw_log_beta(stream, 1e-3, 1e5), 0);
  }
}

TEST(Dirichlet, SumsToOneAndKeepsZeros) {
  Stream stream = stream_for(5);
  for (int i = 0; i < 500; ++i) {
    std::vector<double> a{1e-4, 0, 3, 1e-4, 0.2};
    draw_dirichlet(stream, a);
    ASSERT_NEAR(std::accumulate(a.begin(), a.end(), 0.0), 1, 1e-12);
    ASSERT_EQ(a[1], 0);
    for (const double x : a) ASSERT_GE(x, 0);
  }
}

TEST(Dirichlet, OfOnePartIsOne) {
  Stream stream = stream_for(6);
  std::vector<double> a{0, 1e-5, 0};
  draw_dirichlet(stream, a);
  EXPECT_EQ(a, (std::vector<double>{0, 1, 0}));
}

TEST(Successes, AreNoneOrAllAtTheEnds) {
  Stream stream = stream_for(10);
  int none = 0, all = 0;
  for_each_success(stream, 0.0, 0, 1000, [&](std::uint64_t) { ++none; });
  for_each_success(stream, -0.0, 0, 1000, [&](std::uint64_t) { ++none; });
  for_each_success(stream, -1e300, 0, 1000, [&](std::uint64_t) { ++all; });
  for_each_success(stream, -1, 5, 5, [&](std::uint64_t) { ++none; });
  EXPECT_EQ(none, 0);
  EXPECT_EQ(all, 1000);
}

TEST(Draws, AreAPureFunctionOfTheAddress) {
  Stream a = stream_for(7), b = stream_for(7), other = stream_for(8);
  for (int i = 0; i < 100; ++i) {
    const double x = draw_log_gamma(a, 0.7);
    ASSERT_EQ(x, draw_log_gamma(b, 0.7));
    ASSERT_NE(x, draw_log_gamma(other, 0.7));
  }
}

}  // namespace
}  // namespace themata
