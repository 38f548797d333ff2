#include "support/hyper.hpp"

#include <gtest/gtest.h>

#include "mutants/plain_hyper.hpp"
#include "themata/models/lda/hyper.hpp"
#include "themata/models/lda/model.hpp"

// Planted bugs that the quadratures of tests/exact/hyper_test.cpp must catch.
namespace themata::testing {
namespace {

constexpr ChainLength moments_length{100, 500, 1};

class HyperMutants : public ::testing::Test {
 protected:
  const Corpus corpus_ = hyper_problem().corpus();
  const HyperTargets target_{};
  Pool alone_{1};

  sampling::State state() {
    const Topics topics = hyper_topics();
    lda::Settings settings;
    settings.topics = 2;
    return lda::Model(settings)
        .restore(corpus_, sampling::TokenTopics(topics.begin(), topics.end()), {0.5, 0.5}, 0.4, alone_)
        .mix;
  }
  bool passes(const Urns& urns, const ConcentrationRecipe& recipe, const LogDensity& density) {
    double x = 0.5;
    const auto step = [&](std::uint64_t sweep) {
      Stream stream({18}, Purpose::hyper, sweep, 0);
      return x = draw_concentration_plainly(stream, x, urns, target_.prior, recipe);
    };
    return compare_moments(step, exact_moments(density), moments_length).worst_z() < moments_limit;
  }
  bool alpha_passes(const ConcentrationRecipe& recipe) {
    return passes(document_urns(state(), corpus_, alone_, 2), recipe,
                  [&](double a) { return target_.symmetric_alpha(a); });
  }
};

TEST_F(HyperMutants, PlainAlphaPassesAndItsMutantsFail) {
  EXPECT_TRUE(alpha_passes({}));
  EXPECT_FALSE(alpha_passes({.added_to_length = 1})) << "q_d with N_d + 1";
  EXPECT_FALSE(alpha_passes({.added_to_j = 1})) << "tables with j in place of j - 1";
  EXPECT_FALSE(alpha_passes({.added_to_shape = 1}));
}

TEST_F(HyperMutants, AlphaWithEveryTopicInALabelledDocumentFails) {
  const Topics topics = labelled_topics();
  lda::Settings settings;
  settings.topics = 2;
  lda::State labelled = lda::Model(settings).restore(
      corpus_, sampling::TokenTopics(topics.begin(), topics.end()), {0.5, 0.5}, 0.4, alone_);
  const auto alpha_passes = [&](const sampling::AllowedTopics& allowed) {
    labelled.mix.allowed = allowed;
    const auto step = [&](std::uint64_t sweep) {
      lda::draw_symmetric_alpha(labelled, Context{corpus_, {18}, sweep, alone_}, target_.prior,
                                std::vector<double>{1, 1});
      return labelled.alpha[0];
    };
    const auto density = [&](double a) {
      return target_.labelled_alpha(a, a) + log_gamma_density(target_.prior, a);
    };
    return compare_moments(step, exact_moments(density), moments_length).worst_z() < moments_limit;
  };
  EXPECT_TRUE(alpha_passes(sampling::AllowedTopics({{0}, {}, {}, {}, {}, {}})));
  EXPECT_FALSE(alpha_passes({})) << "K in place of the topics that a document may use";
}

TEST_F(HyperMutants, PlainBetaPassesAndItsMutantsFail) {
  const auto density = [&](double b) { return target_.beta(b); };
  EXPECT_TRUE(passes(word_urns(state(), alone_, 5), {}, density));
  EXPECT_FALSE(passes(word_urns(state(), alone_, 2), {}, density)) << "K in place of V";
}

TEST_F(HyperMutants, PlainGammaPassesAndItsMutantsFail) {
  // gamma given eight tables of two topics, by Escobar & West's auxiliary.
  const auto gamma_passes = [&](double topics, double tables) {
    double g = 1;
    const auto step = [&](std::uint64_t sweep) {
      Stream stream({19}, Purpose::hyper, sweep, 0);
      const double log_share = draw_log_beta(stream, g, tables);
      return g = draw_gamma(stream, target_.prior.shape + topics, target_.prior.rate - log_share);
    };
    const auto density = [&](double x) { return target_.gamma_given_tables(x, 8); };
    return compare_moments(step, exact_moments(density), moments_length).worst_z() < moments_limit;
  };
  EXPECT_TRUE(gamma_passes(2, 8));
  EXPECT_FALSE(gamma_passes(3, 8)) << "one topic too many";
  EXPECT_FALSE(gamma_passes(2, 24)) << "tokens in place of tables";
}

}  // namespace
}  // namespace themata::testing
