#include "support/draws.hpp"

#include <gtest/gtest.h>

#include "support/antoniak.hpp"
#include "support/slots.hpp"
#include "themata/random/distributions.hpp"
#include "themata/sampling/state/hyper.hpp"

// Planted bugs that the tests of draws, tables and slots must catch.
namespace themata::testing {
namespace {

constexpr std::size_t many_draws = 300'000;

class DrawMutants : public ::testing::Test {
 protected:
  Stream stream_{{82}, Purpose::data, 0, 0};
};

TEST_F(DrawMutants, UniformWithALittleTooMuchNearZero) {
  EXPECT_LT(
      continuous_p([&] { return std::pow(stream_.uniform(), 1.01); }, [](double p) { return p; }, many_draws),
      p_limit);
}

TEST_F(DrawMutants, NormalTwoPercentTooWide) {
  const boost::math::normal_distribution<> distribution;
  const auto draw = [&] { return 1.02 * draw_normal(stream_); };
  EXPECT_LT(continuous_p(
                draw, [&](double p) { return quantile(distribution, p); }, many_draws),
            p_limit);
}

TEST_F(DrawMutants, GammaWithoutItsBoost) {
  const auto draw = [&] { return draw_log_gamma(stream_, 1.5); };
  EXPECT_LT(continuous_p(
                draw, [](double p) { return log_gamma_quantile(0.5, p); }, many_draws),
            p_limit);
}

TEST_F(DrawMutants, GammaOfShapeOffByAThird) {
  const auto draw = [&] { return draw_log_gamma(stream_, 3.7 - 1.0 / 3); };
  EXPECT_LT(continuous_p(
                draw, [](double p) { return log_gamma_quantile(3.7, p); }, many_draws),
            p_limit);
}

TEST_F(DrawMutants, BetaWithItsParametersExchanged) {
  const auto draw = [&] { return draw_log_beta(stream_, 250, 4); };
  EXPECT_LT(continuous_p(
                draw, [](double p) { return log_beta_quantile(4, 250, p); }, many_draws),
            p_limit);
}

TEST_F(DrawMutants, BinomialWithOneTrialMore) {
  const auto draw = [&](std::uint64_t trials, double p) {
    return [this, trials, p] { return static_cast<double>(draw_binomial(stream_, trials + 1, p)); };
  };
  EXPECT_LT(binomial_p(draw(19, 0.5), 19, 0.5, many_draws), p_limit) << "inversion";
  EXPECT_LT(binomial_p(draw(40, 0.5), 40, 0.5, many_draws), p_limit) << "rejection";
}

TEST_F(DrawMutants, BinomialNotReflected) {
  const auto draw = [&] { return static_cast<double>(draw_binomial(stream_, 100'000, 0.4)); };
  EXPECT_LT(binomial_p(draw, 100'000, 0.6, many_draws), p_limit);
}

TEST_F(DrawMutants, PoissonWithAllArrivalsButTheCut) {
  // Counts m arrivals, not the m - 1 before the one that came too late.
  const auto draw = [&] {
    const double arrival = draw_gamma(stream_, 82, 1);
    if (arrival <= 94) return 82 + static_cast<double>(draw_poisson(stream_, 94 - arrival));
    return static_cast<double>(draw_binomial(stream_, 82, 94 / arrival));
  };
  EXPECT_LT(poisson_p(draw, 94, many_draws), p_limit);
}

using Counts64 = std::vector<std::uint64_t>;

std::uint64_t tables_with(Stream& stream, const Counts64& at_least, double c, double added_to_j) {
  std::uint64_t tables = 0;
  for (std::size_t j = 0; j < at_least.size(); ++j)
    tables += draw_binomial(stream, at_least[j], c / (c + static_cast<double>(j) + added_to_j));
  return tables;
}

TEST(TablesMutants, WithJInPlaceOfJLessOne) {
  const DrawTables right = [](Stream& s, const Counts64& a, double c) { return tables_with(s, a, c, 0); };
  const DrawTables wrong = [](Stream& s, const Counts64& a, double c) { return tables_with(s, a, c, 1); };
  EXPECT_GT(tables_p(right, {10}, 1), p_limit);
  EXPECT_LT(tables_p(wrong, {10}, 1), p_limit);
  EXPECT_LT(tables_p(wrong, {50, 1, 1, 7}, 7), p_limit);
}

TEST(TablesMutants, WithoutTheFirst) {
  const DrawTables wrong = [](Stream& s, const Counts64& a, double c) {
    return tables_with(s, a, c, 0) - a[0];
  };
  EXPECT_LT(tables_p(wrong, {10}, 1), p_limit);
}

TEST(TablesMutants, OneBinomialTrialForAllDocumentsTogether) {
  // A Bernoulli multiplied by the number of documents has the right mean and too much variance.
  const DrawTables wrong = [](Stream& s, const Counts64& a, double c) {
    std::uint64_t tables = 0;
    for (std::size_t j = 0; j < a.size(); ++j)
      tables += a[j] * draw_binomial(s, 1, c / (c + static_cast<double>(j)));
    return tables;
  };
  EXPECT_LT(tables_p(wrong, {20, 20, 7}, 1), p_limit);
}

/// Scans the running sums for the first that `passes` u times the total.
template <class Passes>
std::size_t scan(const std::vector<float>& weight, float u, const Passes& passes) {
  float total = 0, sum = 0;
  for (const float w : weight) total += w;
  for (std::size_t k = 0; k < weight.size(); ++k) {
    sum += weight[k];
    if (passes(sum, u * total)) return k;
  }
  return weight.size() - 1;
}

TEST(SlotMutants, PlainScanPassesAndItsMutantsFail) {
  const auto weights = uneven_weights(112);
  auto first_empty = weights;
  first_empty[0] = 0;
  const auto right = [](const std::vector<float>& weight, float u) {
    return scan(weight, u, [](float sum, float target) { return sum > target; });
  };
  EXPECT_GT(compare_slots(right, weights, 100'000).p, p_limit);
  const auto not_strict = [](const std::vector<float>& weight, float u) {
    return scan(weight, u, [](float sum, float target) { return sum >= target; });
  };
  EXPECT_GT(compare_slots(not_strict, first_empty, 1000).empty_chosen, 0)
      << "u = 0 takes the empty first slot";
  const auto last_row_left_out = [](const std::vector<float>& weight, float u) {
    return scan({weight.begin(), weight.end() - 32}, u, [](float sum, float target) { return sum > target; });
  };
  EXPECT_LT(compare_slots(last_row_left_out, weights, 100'000).p, p_limit);
  const auto heavier_column = [&](const std::vector<float>& weight, float u) {
    auto wrong = weight;
    for (std::size_t k = 3; k < wrong.size(); k += 16) wrong[k] *= 1.2F;
    return right(wrong, u);
  };
  EXPECT_LT(compare_slots(heavier_column, weights, 100'000).p, p_limit);
}

}  // namespace
}  // namespace themata::testing
