#include <gtest/gtest.h>

#include "mutants/plain_dmr.hpp"
#include "support/dmr_geweke.hpp"
#include "support/stationary.hpp"
#include "themata/models/dmr/coefficients.hpp"

// Planted bugs in the sampler of Dirichlet-multinomial regression.
namespace themata::testing {
namespace {

constexpr ChainLength dmr_length{100, 150, 31};

const DmrPosterior& posterior() {
  static const DmrPosterior result = dmr_posterior({});
  return result;
}

/// Against every state, one of the kernels (coefficients, topics) replaced.
bool passes(std::size_t place, const Kernel<dmr::State>& kernel) {
  const DmrProblem problem;
  const dmr::Settings settings = problem.settings({"", {.sampler = sampling::Sampler::collapsed}, 1});
  auto kernels = dmr::Model(settings).kernels();
  kernels.at(place) = kernel;
  return compare(problem, posterior(), kernels, settings, dmr_length).is_right();
}

bool coefficients_pass(const CoefficientRecipe& recipe) {
  return passes(0, plain_coefficients_kernel(*DmrProblem().settings().design, recipe));
}

TEST(DmrMutants, WrongCoefficientsFail) {
  EXPECT_TRUE(coefficients_pass({}));
  EXPECT_FALSE(coefficients_pass({.tables = TablesOf::every_token}));
  EXPECT_FALSE(coefficients_pass({.tables = TablesOf::later_tokens}));
  EXPECT_FALSE(coefficients_pass({.shares = SharesOf::nothing})) << "the auxiliary of lengths is missing";
  EXPECT_FALSE(coefficients_pass({.shares = SharesOf::one_topic}));
  EXPECT_FALSE(coefficients_pass({.prior_precision = 0})) << "the prior is missing";
  EXPECT_FALSE(coefficients_pass({.prior_precision = 2}));
  EXPECT_FALSE(coefficients_pass({.exposure_sign = 1}));
}

TEST(DmrMutants, WrongTopicsFail) {
  EXPECT_TRUE(passes(1, plain_topics_kernel(WeightsOf::itself)));
  EXPECT_FALSE(passes(1, plain_topics_kernel(WeightsOf::next_document)));
  EXPECT_FALSE(passes(1, plain_topics_kernel(WeightsOf::mean)));
}

/// The kernels are coefficients, effects, beta, topics.
bool effects_pass(const EffectRecipe& recipe) {
  const dmr::Settings settings = geweke_dmr({"", {.sampler = sampling::Sampler::collapsed}, 1});
  const dmr::Model model(settings);
  auto kernels = model.kernels();
  kernels.at(1) = plain_effects_kernel(settings, recipe);
  return changes(model, kernels, dmr_geweke_corpus(), dmr_statistics(settings), 4'000, 2, 33).worst_z() <
         z_limit;
}

TEST(DmrMutants, WrongMeansAndSpreadsOfEffectsFail) {
  EXPECT_TRUE(effects_pass({}));
  EXPECT_FALSE(effects_pass({.mean_prior = 0})) << "the prior of mu is missing";
  EXPECT_FALSE(effects_pass({.added_topics = 1}));
  EXPECT_FALSE(effects_pass({.mixing_factor = 0.5}));
}

/// After the model's own kernels.
bool moves_pass(const MoveRecipe& recipe) {
  const dmr::Settings settings = geweke_dmr({"", {.sampler = sampling::Sampler::collapsed}, 1});
  const dmr::Model model(settings);
  auto kernels = model.kernels();
  kernels.push_back(plain_moves_kernel(settings, recipe));
  return changes(model, kernels, dmr_geweke_corpus(), dmr_statistics(settings), 3'000, 1, 37).worst_z() <
         z_limit;
}

TEST(DmrMutants, WrongMovesOfColumnsFail) {
  EXPECT_TRUE(moves_pass({}));
  EXPECT_FALSE(moves_pass({.mean_prior = 0}));
  EXPECT_FALSE(moves_pass({.jacobian = 0})) << "a density of sigma in place of log sigma";
  EXPECT_FALSE(moves_pass({.deviation_prior = 0.5}));
}

/// A density whose gradient has the wrong sign. Its draws would still be right, but few proposals are taken:
/// leapfrog steps along any field of forces keep volume and can be turned round.
TEST(DmrMutants, AGradientOfTheWrongSignIsSeenByTheAcceptance) {
  dmr::Settings settings = geweke_dmr({"", {}, 1});
  const dmr::Model model(settings);
  Pool alone(1);
  const Corpus shape = dmr_geweke_corpus();
  hmc::Tally right, wrong;
  for (std::uint64_t i = 0; i < 300; ++i) {
    Stream stream({35}, Purpose::data, i, 0);
    const dmr::State state = model.sample_prior(shape, stream, alone);
    const auto auxiliaries = dmr::draw_auxiliaries(state, {shape, {36}, i + 1, alone}, *settings.design);
    const dmr::CoefficientDensity density(*settings.design, auxiliaries, state, 0);
    const hmc::Mass mass(density.curvature(density.near_mode()), density.curvature_of_prior());
    const auto reversed = [&](const hmc::Vector& lambda, hmc::Vector& gradient) {
      const double value = density(lambda, gradient);
      gradient = -gradient;
      return value;
    };
    hmc::Vector point = Eigen::Map<const hmc::Vector>(state.lambda.data(), 3), same = point;
    right += hmc::move(stream, point, mass, {.steps = 5, .step = 0.3}, density);
    wrong += hmc::move(stream, same, mass, {.steps = 5, .step = 0.3}, reversed);
  }
  EXPECT_GT(right.rate(), 0.95);
  EXPECT_LT(wrong.rate(), 0.5);
}

}  // namespace
}  // namespace themata::testing
