#include "themata/random/wishart.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "support/statistics.hpp"
#include "themata/random/eigen.hpp"

// Draws from the inverse Wishart distribution against its moments, and its marginals against their
// distribution.
namespace themata::testing {
namespace {

constexpr double freedom = 9.5;
constexpr int n_draws = 100'000;

Eigen::MatrixXd scale() {
  Eigen::MatrixXd matrix(3, 3);
  matrix << 4, 1.5, -0.8, 1.5, 2, 0.3, -0.8, 0.3, 1;
  return matrix;
}

/// Mean and standard error of a number over draws.
struct Average {
  double sum = 0, squares = 0;
  void add(double x) {
    sum += x;
    squares += x * x;
  }
  double z(double expected) const {
    const double mean = sum / n_draws, variance = squares / n_draws - mean * mean;
    return (mean - expected) / std::sqrt(variance / n_draws);
  }
};

TEST(InverseWishart, HasItsMeanAndTheMeanOfItsInverse) {
  Stream stream({8}, Purpose::hyper, 0, 0);
  std::array<Average, 9> covariance, precision;
  for (int i = 0; i < n_draws; ++i) {
    const Eigen::MatrixXd drawn = draw_inverse_wishart(stream, freedom, scale()), inverse = drawn.inverse();
    for (Eigen::Index j = 0; j < 9; ++j) {
      covariance.at(static_cast<std::size_t>(j)).add(drawn(j / 3, j % 3));
      precision.at(static_cast<std::size_t>(j)).add(inverse(j / 3, j % 3));
    }
  }
  const Eigen::MatrixXd mean = scale() / (freedom - 4), inverse = freedom * scale().inverse();
  for (Eigen::Index j = 0; j < 9; ++j) {
    EXPECT_LT(std::abs(covariance.at(static_cast<std::size_t>(j)).z(mean(j / 3, j % 3))), z_limit) << j;
    EXPECT_LT(std::abs(precision.at(static_cast<std::size_t>(j)).z(inverse(j / 3, j % 3))), z_limit) << j;
  }
}

/// A diagonal block of the inverse Wishart is one with as many degrees of freedom fewer: of one number,
/// inverse gamma. log of it has mean log(scale / 2) - digamma(freedom / 2).
TEST(InverseWishart, HasInverseGammaVariances) {
  Stream stream({9}, Purpose::hyper, 0, 0);
  std::array<Average, 3> logs;
  for (int i = 0; i < n_draws; ++i) {
    const Eigen::MatrixXd drawn = draw_inverse_wishart(stream, freedom, scale());
    for (Eigen::Index k = 0; k < 3; ++k) logs.at(static_cast<std::size_t>(k)).add(std::log(drawn(k, k)));
  }
  constexpr double half = (freedom - 2) / 2;
  double digamma = 0;  // by its recurrence, and the asymptotic series far out
  double x = half;
  for (; x < 30; ++x) digamma -= 1 / x;
  digamma += std::log(x) - 1 / (2 * x) - 1 / (12 * x * x) + 1 / (120 * x * x * x * x);
  for (Eigen::Index k = 0; k < 3; ++k)
    EXPECT_LT(std::abs(logs.at(static_cast<std::size_t>(k)).z(std::log(scale()(k, k) / 2) - digamma)),
              z_limit);
}

}  // namespace
}  // namespace themata::testing
