#include "themata/hmc/hmc.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/draws.hpp"
#include "support/numeric_distribution.hpp"
#include "support/statistics.hpp"
#include "themata/hmc/mode.hpp"
#include "themata/random/eigen.hpp"

// Hamiltonian Monte Carlo on densities that are known.
namespace themata::testing {
namespace {

using hmc::Matrix;
using hmc::Vector;

/// A normal distribution of three numbers that hang together, far from 0.
struct NormalDistribution {
  Vector mean{{3, -40, 0.5}};
  Matrix precision{{2, 0.9, 0.3}, {0.9, 5, -1}, {0.3, -1, 0.7}};
  double operator()(const Vector& x, Vector& gradient) const {
    gradient = -precision * (x - mean);
    return gradient.dot(x - mean) / 2;
  }
};

/// Of one number: a tail like e^x on the left, like e^-e^x on the right.
struct Skewed {
  double operator()(const Vector& x, Vector& gradient) const {
    gradient = Vector::Constant(1, 2 - std::exp(x[0]));
    return 2 * x[0] - std::exp(x[0]);
  }
};

TEST(Hmc, FindsTheMode) {
  const NormalDistribution distribution;
  EXPECT_LT((hmc::find_mode(Vector::Zero(3), distribution) - distribution.mean).norm(), 1e-2);
  EXPECT_NEAR(hmc::find_mode(Vector::Constant(1, -20), Skewed())[0], std::log(2), 1e-2);
}

TEST(Hmc, TakesAnotherMassWhereTheHessianIsNotPositive) {
  Stream stream({84}, Purpose::data, 0, 1);
  const hmc::Mass mass(-Matrix::Identity(2, 2), 4 * Matrix::Identity(2, 2));
  EXPECT_DOUBLE_EQ(mass.energy(Vector::Constant(2, 2)), 1);
}

TEST(Hmc, OfANormalDistributionHasItsMoments) {
  const NormalDistribution distribution;
  const Matrix covariance = distribution.precision.inverse();
  // Exact with any mass, quick with the right one.
  for (const Matrix& matrix : {distribution.precision, Matrix(Matrix::Identity(3, 3) * 6)}) {
    const hmc::Mass mass(matrix, matrix);
    Stream stream({84}, Purpose::data, 0, 2);
    Vector x = distribution.mean;
    constexpr std::size_t batches = 100, length = 2000;
    std::vector<BatchMeans> found(9, BatchMeans(batches, length));
    hmc::Tally tally;
    for (std::size_t i = 0; i < batches * length; ++i) {
      tally += hmc::move(stream, x, mass, {}, distribution);
      const Vector off = x - distribution.mean;
      for (Eigen::Index j = 0; j < 3; ++j) {
        found[static_cast<std::size_t>(j)].add(off[j]);
        found[static_cast<std::size_t>(3 + j)].add(off[j] * off[j]);
        found[static_cast<std::size_t>(6 + j)].add(off[j] * off[(j + 1) % 3]);
      }
    }
    for (Eigen::Index j = 0; j < 3; ++j) {
      EXPECT_LT(std::abs(z_score(found[static_cast<std::size_t>(j)].estimate(), 0)), z_limit);
      EXPECT_LT(std::abs(z_score(found[static_cast<std::size_t>(3 + j)].estimate(), covariance(j, j))),
                z_limit);
      EXPECT_LT(
          std::abs(z_score(found[static_cast<std::size_t>(6 + j)].estimate(), covariance(j, (j + 1) % 3))),
          z_limit);
    }
    EXPECT_GT(tally.rate(), 0.5);
    EXPECT_LT(tally.rate(), 1) << "every leap is off by a little";
  }
}

TEST(Hmc, OfASkewedDistributionHasItsQuantiles) {
  const NumericDistribution distribution(-25, 5, [](double x) { return 2 * x - std::exp(x); });
  const hmc::Mass mass(Matrix::Constant(1, 1, 2), Matrix::Identity(1, 1));
  Stream stream({84}, Purpose::data, 0, 3);
  Vector x = Vector::Zero(1);
  const auto draw = [&] {
    constexpr int apart = 6;  // moves, after which draws are as good as independent
    for (int i = 0; i < apart; ++i) hmc::move(stream, x, mass, {10, 0.25}, Skewed());
    return x[0];
  };
  EXPECT_GT(continuous_p(
                draw, [&](double p) { return distribution.quantile(p); }, 200'000),
            p_limit);
}

}  // namespace
}  // namespace themata::testing
