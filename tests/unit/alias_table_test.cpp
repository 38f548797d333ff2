#include "themata/random/alias_table.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

// Its draws are tested in tests/exact/draws_test.cpp.
namespace themata {
namespace {

std::vector<double> probabilities_of(const std::vector<double>& weights) {
  std::vector<AliasCell> cells(weights.size());
  build_alias(weights, cells);
  std::vector<double> probabilities(weights.size());
  alias_probabilities(cells, probabilities);
  return probabilities;
}

/// Off by the rounding of the bins that an item lies in: at most one of its own and n others'.
void expect_distribution(const std::vector<double>& weights) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  const std::vector<double> found = probabilities_of(weights);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    ASSERT_NEAR(found[i], weights[i] / total, 0x1p-31) << i;
    if (weights[i] == 0) {
      ASSERT_EQ(found[i], 0) << i;
    }
  }
  EXPECT_NEAR(std::accumulate(found.begin(), found.end(), 0.0), 1, 1e-12);
}

TEST(AliasTable, HoldsTheDistributionOfItsWeights) {
  expect_distribution({1});
  expect_distribution({0, 2, 0});
  expect_distribution({1, 1, 1, 1});
  expect_distribution({1e-300, 1e-308});
  expect_distribution({5, 1e-12, 0, 3, 0.1, 7, 0, 0});
}

TEST(AliasTable, GivesNothingToItemsWithoutWeightAmongMany) {
  Stream stream({92}, Purpose::data, 0, 0);
  for (const std::size_t n : {1000U, 90'001U}) {
    std::vector<double> weights(n);
    for (std::size_t i = 0; i < n; ++i)
      weights[i] = i % 3 == 0 ? 0 : 1 / (stream.uniform() * stream.uniform() * stream.uniform());
    expect_distribution(weights);
  }
}

TEST(AliasTable, DrawsNearTheEndsOfABin) {
  EXPECT_EQ(alias_item({0, 7}, 3, 0), 7U) << "an item of no weight is not drawn for bits 0";
  EXPECT_EQ(alias_item({0x80000000U, 7}, 3, 0x7fffffffU), 3U);
  EXPECT_EQ(alias_item({0x80000000U, 7}, 3, 0x80000000U), 7U);
  EXPECT_EQ(alias_item({0, 3}, 3, 0xffffffffU), 3U) << "a bin of its own";
}

}  // namespace
}  // namespace themata
