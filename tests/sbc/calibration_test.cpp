#include <gtest/gtest.h>

#include "mutants/plain_kernels.hpp"
#include "support/geweke_models.hpp"
#include "support/statistics.hpp"
#include "themata/calibrate/selftest.hpp"
#include "themata/calibration/mixture_quantities.hpp"
#include "themata/models/hdp/calibrate.hpp"
#include "themata/models/hdp/weights.hpp"
#include "themata/models/lda/calibrate.hpp"

// Simulation-based calibration: right samplers' ranks are uniform, planted bugs' are not
// (docs/theory/proof.md). Short here; `themata selftest` and `make nightly` run it at length.
namespace themata::testing {
namespace {

CalibrationRun short_run() {
  return {.data_sets = 300 * proof_scale(), .draws = 19, .burn_in = 100, .thin = 10, .seed = 7};
}

double least_p(const std::vector<RankTest>& tests) {
  double least = 1;
  for (const RankTest& test : tests) least = std::min(least, uniformity_p(test));
  return least;
}

template <class Model>
std::vector<RankTest> ranks_of(const Model& model, const Kernels<typename Model::State>& kernels) {
  Pool pool(2);
  return calibrate(CalibrationOf<Model>(model, kernels, calibration_shape()), short_run(), pool);
}

template <class Model>
void expect_calibrated(const Model& model) {
  for (const RankTest& test : ranks_of(model, model.kernels()))
    EXPECT_GT(uniformity_p(test), 1e-3) << test.name << ", effective draws " << test.effective_draws;
}

class Calibration : public ::testing::TestWithParam<NamedSampler> {};

TEST_P(Calibration, Lda) {
  expect_calibrated(lda::Model(geweke_lda(GetParam(), lda::LearnAlpha::symmetric)));
}

TEST_P(Calibration, Hdp) { expect_calibrated(hdp::Model(geweke_hdp(GetParam(), Concentrations::learned))); }

INSTANTIATE_TEST_SUITE_P(Samplers, Calibration, ::testing::ValuesIn(one_of_each_kind()), SamplerName());

const NamedSampler collapsed{"collapsed", {sampling::Sampler::collapsed, sampling::TopicScan::dense}, 2};

/// LDA's kernels are alpha, beta, weights, topics.
double least_p_with_topics(const CollapsedRecipe& recipe) {
  const lda::Model model(geweke_lda(collapsed, lda::LearnAlpha::symmetric));
  auto kernels = model.kernels();
  kernels.at(3) = on_mix<lda::State>(
      [recipe](sampling::State& s, const Context& c) { draw_topics_plainly(s, c, recipe); });
  return least_p(ranks_of(model, kernels));
}

TEST(CalibrationMutants, WrongTopicsFail) {
  EXPECT_GT(least_p_with_topics({}), 1e-3);
  EXPECT_LT(least_p_with_topics({.taken = {.document = 0}}), 1e-6) << "token left in m";
  EXPECT_LT(least_p_with_topics({.taken = {.word = 0}}), 1e-6) << "token left in n_kv";
  EXPECT_LT(least_p_with_topics({.prior_factor = 2}), 1e-6) << "prior counted twice";
}

/// What the parameters alone would not show: a sampler that draws from the prior, blind to the words.
TEST(CalibrationMutants, ASamplerThatIgnoresTheWordsFailsByTheLikelihoodAlone) {
  const lda::Model model(geweke_lda(collapsed, lda::LearnAlpha::symmetric));
  const Kernels<lda::State> blind{{"the prior", [&](lda::State& state, const Context& context) {
                                     Stream stream = context.stream(Purpose::hyper, 0);
                                     state = model.sample_prior(context.corpus, stream, context.pool);
                                   }}};
  for (const RankTest& test : ranks_of(model, blind)) {
    const bool of_the_data = test.name == "log likelihood" || test.name == "log joint";
    if (of_the_data) {
      EXPECT_LT(uniformity_p(test), 1e-6) << test.name;
    }
    if (test.name == "alpha" || test.name == "beta") {
      EXPECT_GT(uniformity_p(test), 1e-3) << test.name;
    }
  }
}

TEST(CalibrationMutants, WrongConcentrationsOfTheHdpFail) {
  const hdp::Model model(geweke_hdp(collapsed, Concentrations::learned));
  auto kernels = model.kernels();
  kernels.at(1) = {
      "mutant", [](hdp::State& state, const Context& context) {
        hdp::draw_gamma_concentration(state, context, {geweke_prior.shape + 2, geweke_prior.rate});
      }};
  EXPECT_LT(least_p(ranks_of(model, kernels)), 1e-3) << "two topics too many in gamma's shape";
}

TEST(CalibrationMutants, TheUrnFails) {
  lda::Settings settings = geweke_lda(one_of_each_kind().back(), lda::LearnAlpha::symmetric);
  settings.sampler.phi = sampling::PhiDraw::polya_urn;
  const lda::Model model(settings);
  EXPECT_LT(least_p(ranks_of(model, model.kernels())), 1e-6);
}

struct RateSampler {
  const char *model, *sampler;
  friend void PrintTo(const RateSampler& one, std::ostream* out) { *out << one.model << ' ' << one.sampler; }
};

class CalibrationOfRates : public ::testing::TestWithParam<RateSampler> {};

TEST_P(CalibrationOfRates, IsRight) {
  SelfTestOptions options;
  options.model = GetParam().model;
  options.sampler = {{"sampler", GetParam().sampler}};
  options.run = short_run();
  options.run.data_sets = 200 * proof_scale();
  options.run.burn_in = 200;
  options.run.thin = 40;  // hyperparameters and what is drawn from them are autocorrelated
  options.threads = 2;
  const SelfTest done = run_selftest(options);
  EXPECT_EQ(done.tests.size(), 15);
  for (const RankTest& test : done.tests)
    EXPECT_GT(uniformity_p(test), 1e-3) << test.name << ", effective draws " << test.effective_draws;
}

INSTANTIATE_TEST_SUITE_P(Samplers, CalibrationOfRates,
                         ::testing::Values(RateSampler{"hpc", "split"}, RateSampler{"pcm", "split"}),
                         [](const auto& one) {
                           return std::string(one.param.model) + "_" + one.param.sampler;
                         });

TEST(CalibrationOfSamplers, IsTheSameForAnyThreads) {
  const lda::Model model(geweke_lda(collapsed, lda::LearnAlpha::symmetric));
  const CalibrationRun run{.data_sets = 10, .draws = 19, .burn_in = 5, .thin = 2, .seed = 3};
  const auto ranks = [&](int threads) {
    Pool pool(threads);
    std::vector<std::vector<std::uint32_t>> all;
    for (const RankTest& test : calibrate(CalibrationOf<lda::Model>(model, calibration_shape()), run, pool))
      all.push_back(test.ranks);
    return all;
  };
  EXPECT_EQ(ranks(1), ranks(3));
}

}  // namespace
}  // namespace themata::testing
