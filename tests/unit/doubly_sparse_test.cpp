#include "support/doubly_sparse.hpp"

#include <gtest/gtest.h>

// That these draws follow their distribution is in tests/exact; here a few of them run under the sanitizers.
namespace themata::testing {
namespace {

class SparseLists : public ::testing::TestWithParam<DoublySparseCase> {};

TEST_P(SparseLists, HoldTopicsThatSumToOne) {
  const DoublySparseWords words(GetParam());
  for (std::size_t k = 0; k < DoublySparseWords::topics; ++k) {
    double sum = 0;
    for (std::size_t v = 0; v < DoublySparseWords::types; ++v) sum += words.state.mix.sparse_phi.at(k, v);
    EXPECT_NEAR(sum, 1, 1e-5) << k;
  }
}

TEST_P(SparseLists, GiveATokenOnlyTopicsOfItsWord) {
  DoublySparseWords words(GetParam());
  const std::vector<double> expected = words.conditional(), counted = words.counts_of(20);
  for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_TRUE(expected[k] > 0 || counted[k] == 0) << k;
  EXPECT_EQ(std::accumulate(counted.begin(), counted.end(), 0.0), 20);
}

INSTANTIATE_TEST_SUITE_P(Phi, SparseLists, ::testing::ValuesIn(doubly_sparse_cases()), SamplerName());

}  // namespace
}  // namespace themata::testing
