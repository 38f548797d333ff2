#include "support/hyper.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "themata/models/hdp/weights.hpp"
#include "themata/models/lda/hyper.hpp"

// Each hyperparameter's kernel, the topics held fixed, against quadrature of its exact conditional
// (docs/theory/proof.md).
namespace themata::testing {
namespace {

class Hyper : public ::testing::Test {
 protected:
  const Corpus corpus_ = hyper_problem().corpus();
  const Topics topics_ = hyper_topics();
  const sampling::TokenTopics z_{topics_.begin(), topics_.end()};
  const HyperTargets target_{};
  Pool alone_{1};

  Context context(std::uint64_t sweep) { return {corpus_, {17}, sweep, alone_}; }

  lda::State lda_state() {
    lda::Settings settings;
    settings.topics = 2;
    settings.blocks = 2;
    return lda::Model(settings).restore(corpus_, z_, {0.5, 0.5}, 0.4, alone_);
  }
  /// Document 0 may use the first topic alone, 3 both by its list, the others both by having none.
  lda::State labelled_state() {
    const Topics topics = labelled_topics();
    lda::Settings settings;
    settings.topics = 2;
    settings.given.allowed = sampling::AllowedTopics({{0}, {}, {}, {1, 0}, {}, {}});
    return lda::Model(settings).restore(corpus_, sampling::TokenTopics(topics.begin(), topics.end()),
                                        {0.5, 0.5}, 0.4, alone_);
  }
  hdp::State hdp_state(double alpha, double gamma) {
    hdp::Settings settings;
    settings.blocks = 2;
    return hdp::Model(settings).restore(corpus_, {z_, {0.5, 0.3, 0.2}, alpha, 0.4, gamma}, alone_);
  }
  static void expect_right(const MomentsFound& found) {
    EXPECT_LT(std::abs(found.mean_z), moments_limit);
    EXPECT_LT(std::abs(found.variance_z), moments_limit);
    EXPECT_GT(found.times_in_batch, 20);
  }
};

constexpr ChainLength moments_length{100, 1000, 1};

TEST_F(Hyper, SymmetricAlphaOfLda) {
  lda::State state = lda_state();
  const auto step = [&](std::uint64_t sweep) {
    lda::draw_symmetric_alpha(state, context(sweep), target_.prior, std::vector<double>{1, 1});
    return state.alpha[0];
  };
  expect_right(compare_moments(step, exact_moments([&](double a) { return target_.symmetric_alpha(a); }),
                               moments_length));
}

TEST_F(Hyper, AsymmetricAlphaOfLda) {
  // Two-dimensional: the first weight's moments, then the second's by exchanging the arguments.
  lda::State state = lda_state();
  std::size_t watched = 0;
  const auto step = [&](std::uint64_t sweep) {
    lda::draw_asymmetric_alpha(state, context(sweep), target_.prior);
    return state.alpha[watched];
  };
  const auto target = [&](double a, double b) { return target_.asymmetric_alpha(a, b); };
  expect_right(compare_moments(step, exact_moments_of_first(target), moments_length));
  watched = 1;
  const auto exchanged = [&](double b, double a) { return target(a, b); };
  expect_right(compare_moments(step, exact_moments_of_first(exchanged), moments_length));
}

TEST_F(Hyper, AlphaOfWeightedTopicsInLabelledDocuments) {
  lda::State state = labelled_state();
  const std::vector<double> weights{0.5, 2};
  for (std::size_t k = 0; k < 2; ++k) state.alpha[k] = weights[k];
  const auto step = [&](std::uint64_t sweep) {
    lda::draw_symmetric_alpha(state, context(sweep), target_.prior, weights);
    return state.alpha[1] / 2;
  };
  const auto density = [&](double a) {
    return target_.labelled_alpha(0.5 * a, 2 * a) + log_gamma_density(target_.prior, a);
  };
  expect_right(compare_moments(step, exact_moments(density), moments_length));
}

TEST_F(Hyper, AsymmetricAlphaInLabelledDocuments) {
  lda::State state = labelled_state();
  const auto step = [&](std::uint64_t sweep) {
    lda::draw_asymmetric_alpha(state, context(sweep), target_.prior);
    return state.alpha[1];
  };
  const auto density = [&](double b, double a) {
    return target_.labelled_alpha(a, b) + log_gamma_density(target_.prior, a) +
           log_gamma_density(target_.prior, b);
  };
  expect_right(compare_moments(step, exact_moments_of_first(density), moments_length));
}

TEST_F(Hyper, BetaOfWordsWithWeightsAndTopicsWithSeeds) {
  lda::State state = lda_state();
  state.mix.word_prior = WordPrior({0.5, 1, 2, 0.25, 1}, {{0, 0, 0.75}, {1, 1, 2.0}, {4, 0, 0.25}});
  const auto step = [&](std::uint64_t sweep) {
    sampling::draw_beta(state.mix, context(sweep), target_.prior);
    return state.mix.beta;
  };
  const auto density = [&](double b) {
    const Table betas{{0.5 * b + 0.75, b, 2 * b, 0.25 * b, b + 0.25}, {0.5 * b, b + 2, 2 * b, 0.25 * b, b}};
    return log_gamma_density(target_.prior, b) + log_words(target_.counts, betas);
  };
  expect_right(compare_moments(step, exact_moments(density), moments_length));
}

TEST_F(Hyper, Beta) {
  lda::State state = lda_state();
  const auto step = [&](std::uint64_t sweep) {
    sampling::draw_beta(state.mix, context(sweep), target_.prior);
    return state.mix.beta;
  };
  expect_right(
      compare_moments(step, exact_moments([&](double b) { return target_.beta(b); }), moments_length));
}

TEST_F(Hyper, ConcentrationOfTheHdpsDocuments) {
  // Psi is fixed; the tables are drawn anew each time, so that the chain's distribution is alpha | z, Psi.
  hdp::State state = hdp_state(1, 1);
  const std::vector<double> psi{0.5, 0.3, 0.2};
  const auto step = [&](std::uint64_t sweep) {
    hdp::draw_tables(state, context(sweep));
    hdp::draw_alpha_concentration(state, context(sweep), target_.prior);
    return state.alpha;
  };
  expect_right(compare_moments(step, exact_moments([&](double a) { return target_.concentration(a, psi); }),
                               moments_length));
}

TEST_F(Hyper, GlobalConcentrationOfTheHdp) {
  // Tables, gamma and Psi in turn, as in a sweep; alpha is fixed: the chain's distribution is gamma | z,
  // alpha.
  hdp::State state = hdp_state(1.5, 1);
  const auto step = [&](std::uint64_t sweep) {
    hdp::draw_tables(state, context(sweep));
    hdp::draw_gamma_concentration(state, context(sweep), target_.prior);
    hdp::draw_psi(state, context(sweep), sampling::max_topics);
    return state.gamma;
  };
  const Polynomial weights = table_weights(target_.counts, 1.5);
  expect_right(compare_moments(step, exact_moments([&](double g) { return target_.gamma(g, weights); }),
                               moments_length));
}

TEST_F(Hyper, GlobalConcentrationGivenTheTables) {
  hdp::State state = hdp_state(1, 1);
  state.tables.assign(state.mix.slots(), 0.0);
  state.tables[0] = 5;
  state.tables[1] = 3;
  const auto step = [&](std::uint64_t sweep) {
    hdp::draw_gamma_concentration(state, context(sweep), target_.prior);
    return state.gamma;
  };
  expect_right(compare_moments(
      step, exact_moments([&](double g) { return target_.gamma_given_tables(g, 8); }), moments_length));
}

}  // namespace
}  // namespace themata::testing
