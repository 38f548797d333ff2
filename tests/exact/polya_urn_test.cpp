#include <gtest/gtest.h>

#include "support/lda_problem.hpp"
#include "themata/sampling/phi/draw_phi.hpp"

// The Poisson Polya urn is an approximation: it must be seen to fail where it must, and its error to shrink.
namespace themata::testing {
namespace {

using sampling::PhiDraw;
using sampling::Sampler;
using sampling::TopicScan;

const NamedSampler urn{"urn", {Sampler::partially_collapsed, TopicScan::dense, PhiDraw::polya_urn}, 1};

TEST(PolyaUrn, IsNotExactOnATinyCorpus) {
  const LdaProblem problem = asymmetric_lda();
  const Agreement found = problem.compare(problem.model(urn).kernels(), 1, {100, 2'000, 1});
  EXPECT_GT(found.total_variation, 0.05);
  EXPECT_GT(found.excess, 10 * excess_limit);
  ::testing::Test::RecordProperty("total_variation", std::to_string(found.total_variation));
}

/// Variance of phi_kv over that of the Dirichlet, for a topic with `tokens` tokens, half of them of one of
/// four types.
double variance_ratio(std::int32_t tokens) {
  std::vector<std::uint32_t> words(static_cast<std::size_t>(tokens), 0);
  for (std::size_t i = 0; i < words.size() / 2; ++i) words[i] = 1 + static_cast<std::uint32_t>(i % 3);
  const Corpus corpus = Problem{{words}, 4}.corpus();
  lda::Settings settings;
  settings.topics = 1;
  settings.beta = 0.5;
  Pool alone(1);
  lda::State state =
      lda::Model(settings).restore(corpus, sampling::TokenTopics(words.size(), 0), {1}, 0.5, alone);
  double sum = 0, squares = 0;
  constexpr int draws = 40'000;
  for (int i = 1; i <= draws; ++i) {
    sampling::draw_phi_polya_urn(state.mix, Context{corpus, {8}, static_cast<std::uint64_t>(i), alone});
    const double phi = state.mix.phi.row(0)[0];
    sum += phi;
    squares += phi * phi;
  }
  const double mean = sum / draws, variance = squares / draws - mean * mean;
  const double total = tokens + 2, expected = (state.mix.word_topic.row(0)[0] + 0.5) / total;
  EXPECT_NEAR(mean, expected, 5 * std::sqrt(variance / draws)) << "the mean is right at " << tokens;
  return variance / (expected * (1 - expected) / (total + 1));
}

TEST(PolyaUrn, ErrsLessTheLargerTheTopic) {
  // Given its total S the urn's row is a multinomial's share, so its variance is the Dirichlet's times
  // (total + 1) E[1 / S | S > 0], which falls to 1 as the total grows.
  const double at_4 = variance_ratio(4), at_16 = variance_ratio(16), at_400 = variance_ratio(400);
  EXPECT_GT(at_4, 1.15);
  EXPECT_GT(at_16, 1.05);
  EXPECT_LT(at_16, at_4);
  EXPECT_NEAR(at_400, 1, 0.04);
}

TEST(PolyaUrn, ATokenWhoseWordHasNoMassKeepsItsTopic) {
  // beta is so small that the only draws are of words with tokens, and those may come up 0.
  const Corpus corpus = Problem{{{0, 1, 2, 3}, {3, 2, 1, 0}}, 4}.corpus();
  for (const TopicScan scan : {TopicScan::dense, TopicScan::sparse, TopicScan::light, TopicScan::automatic}) {
    lda::Settings settings;
    settings.topics = 3;
    settings.beta = 1e-9;
    settings.sampler = {Sampler::partially_collapsed, scan, PhiDraw::polya_urn};
    const lda::Model model(settings);
    Pool alone(1);
    lda::State state = model.init(corpus, {1}, alone);
    for (std::uint64_t sweep = 1; sweep <= 500; ++sweep) {
      run_sweep(model.kernels(), state, Context{corpus, {1}, sweep, alone});
      ASSERT_NO_THROW(model.check(state, corpus));
      for (std::size_t k = 0; k < 3; ++k) {
        double sum = 0;
        for (std::size_t v = 0; v < 4; ++v) sum += state.mix.phi.row(v)[k];
        ASSERT_NEAR(sum, 1, 1e-6) << "a topic without mass";
      }
    }
  }
}

}  // namespace
}  // namespace themata::testing
