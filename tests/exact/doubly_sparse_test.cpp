#include "support/doubly_sparse.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/statistics.hpp"

namespace themata::testing {
namespace {

class DoublySparse : public ::testing::TestWithParam<DoublySparseCase> {};

TEST_P(DoublySparse, DrawsATokenByItsConditional) {
  DoublySparseWords words(GetParam());
  constexpr int draws = 20'000;
  const std::vector<double> expected = words.conditional(), counted = words.counts_of(draws);
  double distance = 0, worst = 0;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    const double p = expected[k], off = counted[k] / draws - p;
    ASSERT_TRUE(p > 0 || counted[k] == 0) << k;
    distance += std::abs(off) / 2;
    if (p > 1e-4) worst = std::max(worst, std::abs(off) / std::sqrt(p * (1 - p) / draws));
  }
  EXPECT_LT(worst, z_limit) << "standard errors";
  EXPECT_LT(distance, 0.03);
}

INSTANTIATE_TEST_SUITE_P(Phi, DoublySparse, ::testing::ValuesIn(doubly_sparse_cases()), SamplerName());

/// sum_v phi_kv^2 of a topic's Dirichlet distribution.
double expected_squares(const sampling::State& state, std::size_t k) {
  double squares = 0, total = 0;
  for (std::size_t v = 0; v < DoublySparseWords::types; ++v) {
    const double shape = state.word_topic.row(v)[k] + state.beta;
    squares += shape * (shape + 1);
    total += shape;
  }
  return squares / (total * (total + 1));
}

TEST(SparseDirichlet, HasTheSecondMomentsOfADirichlet) {
  // By far most of what is drawn are topics without the word, whose distribution is spread over hundreds of
  // orders of magnitude. At beta = .7 no draw is passed over.
  for (const double beta : {0.01, 0.1, 0.5, 0.7}) {
    DoublySparseWords words(beta);
    sampling::State& state = words.state.mix;
    BatchMeans off(300, DoublySparseWords::topics);
    for (std::uint64_t sweep = 1; sweep <= 300; ++sweep) {
      sampling::draw_sparse_phi(state, Context{words.corpus, {5}, sweep, words.alone});
      for (std::size_t k = 0; k < DoublySparseWords::topics; ++k) {
        double squares = 0;
        for (std::size_t v = 0; v < DoublySparseWords::types; ++v)
          squares += std::pow(state.sparse_phi.at(k, v), 2);
        off.add(squares - expected_squares(state, k));
      }
    }
    EXPECT_LT(std::abs(z_score(off.estimate(), 0)), z_limit) << beta;
    EXPECT_LT(off.estimate().error, 0.01) << "too few to tell anything";
  }
}

}  // namespace
}  // namespace themata::testing
