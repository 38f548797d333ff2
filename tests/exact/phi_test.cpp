#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "support/lda_problem.hpp"
#include "themata/sampling/phi/draw_phi.hpp"

// Moments of exact Phi, of a topic with tokens and of one without. At a small beta the draws of the latter
// are as good as never near the sum that is expected of them.
namespace themata::testing {
namespace {

constexpr std::size_t n_types = 4;

/// Sums of a share and of its square over draws.
struct Moments {
  double sum = 0, squares = 0;
  void add(double share) {
    sum += share;
    squares += share * share;
  }
};

class Phi : public ::testing::TestWithParam<double> {};

TEST_P(Phi, HasTheMomentsOfTheDirichlet) {
  const std::vector<std::uint32_t> words{0, 0, 0, 1, 1, 2};
  const Corpus corpus = Problem{{words}, n_types}.corpus();
  lda::Settings settings;
  settings.topics = 2;
  settings.beta = GetParam();
  Pool alone(1);
  lda::State state = lda::Model(settings).restore(corpus, sampling::TokenTopics(words.size(), 0), {1, 1},
                                                  settings.beta, alone);
  std::array<std::array<Moments, n_types>, 2> found;
  constexpr int draws = 40'000;
  for (int i = 1; i <= draws; ++i) {
    sampling::draw_phi(state.mix, Context{corpus, {8}, static_cast<std::uint64_t>(i), alone});
    for (std::size_t k = 0; k < 2; ++k) {
      double sum = 0;
      for (std::size_t v = 0; v < n_types; ++v) {
        const double share = state.mix.phi.row(v)[k];
        found[k][v].add(share);
        sum += share;
      }
      ASSERT_NEAR(sum, 1, 1e-5) << "topic " << k;
    }
  }
  for (std::size_t k = 0; k < 2; ++k) {
    const double total = (k == 0 ? 6 : 0) + n_types * settings.beta;
    for (std::size_t v = 0; v < n_types; ++v) {
      const double shape = state.mix.word_topic.row(v)[k] + settings.beta;
      const double mean = shape / total, second = mean * (shape + 1) / (total + 1);
      // Shares lie between 0 and 1, so that neither varies more than a coin of its mean.
      EXPECT_NEAR(found[k][v].sum / draws, mean, 5 * std::sqrt(mean * (1 - mean) / draws)) << k << ' ' << v;
      EXPECT_NEAR(found[k][v].squares / draws, second, 5 * std::sqrt(second * (1 - second) / draws))
          << k << ' ' << v;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Betas, Phi, ::testing::Values(1e-3, 0.01, 0.5, 2.0));

}  // namespace
}  // namespace themata::testing
