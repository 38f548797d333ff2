#include <gtest/gtest.h>

#include "mutants/plain_dmr.hpp"
#include "support/dmr_problem.hpp"
#include "support/lda_problem.hpp"
#include "themata/models/dmr/coefficients.hpp"

// Dirichlet-multinomial regression against every state of seven tokens, with the coefficients integrated out
// (docs/theory/dmr.md, "Proof").
namespace themata::testing {
namespace {

using hmc::Matrix;
using hmc::Vector;

constexpr ChainLength dmr_length{100, 800, 21};
constexpr double dmr_tv_limit = 0.012;

std::vector<NamedSampler> samplers() {
  using sampling::BlockScan;
  using sampling::Sampler;
  return {{"block_collapsed_1", {.block_scan = BlockScan::dense}, 1},
          {"block_collapsed_2", {.block_scan = BlockScan::dense}, 2},
          {"block_collapsed_by_lists_2", {.block_scan = BlockScan::lists}, 2},
          {"collapsed", {.sampler = Sampler::collapsed}, 1}};
}

class DmrEnumeration : public ::testing::TestWithParam<NamedSampler> {};

TEST_P(DmrEnumeration, TopicsAndCoefficients) {
  const DmrProblem problem;
  static const DmrPosterior posterior = dmr_posterior(problem);
  const dmr::Settings settings = problem.settings(GetParam());
  const DmrAgreement found =
      compare(problem, posterior, dmr::Model(settings).kernels(), settings, dmr_length);
  EXPECT_LT(found.topics.total_variation, dmr_tv_limit);
  EXPECT_LT(found.topics.excess, excess_limit);
  EXPECT_LT(found.topics.noise, dmr_tv_limit) << "too short a chain to tell anything";
  EXPECT_LT(found.worst_z(), z_limit);
  ::testing::Test::RecordProperty("total_variation", std::to_string(found.topics.total_variation));
  ::testing::Test::RecordProperty("worst_z", std::to_string(found.worst_z()));
}

/// Topics alone, given coefficients: each document has its own prior weights.
TEST_P(DmrEnumeration, TopicsGivenCoefficients) {
  const Problem problem = eight_tokens_uneven();
  const std::vector<double> x{-1, 0.5, 2}, lambda{-0.2, 0.9, 0.1, -0.7};
  Table alpha;
  for (const double xd : x)
    alpha.push_back({std::exp(lambda[0] + lambda[1] * xd), std::exp(lambda[2] + lambda[3] * xd)});
  const Posterior posterior =
      lda_posterior(problem, alpha, Table(2, std::vector<double>(problem.types, 0.5)));
  dmr::Settings settings;
  settings.topics = 2;
  settings.design = design_of({x});
  settings.sampler = GetParam().choice;
  settings.blocks = GetParam().blocks;
  const dmr::Model model(settings);
  const Corpus corpus = problem.corpus();
  Pool alone(1);
  dmr::State state = model.restore(
      corpus, {sampling::TokenTopics(corpus.n_tokens(), 0), lambda, {0, 0}, {1, 1}, 0.5}, alone);
  const Agreement found = compare_with_enumeration(Kernels<dmr::State>{model.kernels().back()},
                                                   std::move(state), problem, posterior, {100, 3000, 4});
  EXPECT_LT(found.excess, excess_limit);
  EXPECT_LT(found.noise, dmr_tv_limit);
  EXPECT_LT(found.worst_z, z_limit);
}

INSTANTIATE_TEST_SUITE_P(Samplers, DmrEnumeration, ::testing::ValuesIn(samplers()), SamplerName());

/// The slow samplers that the fast one must agree with: slices on the density with the auxiliaries, document
/// by document, and on the Dirichlet-multinomial itself.
TEST(DmrEnumerationOfSlowSamplers, BothAgree) {
  const DmrProblem problem;
  const DmrPosterior posterior = dmr_posterior(problem);
  const dmr::Settings settings = problem.settings({"", {.sampler = sampling::Sampler::collapsed}, 1});
  for (const bool with_auxiliaries : {true, false}) {
    auto kernels = dmr::Model(settings).kernels();
    kernels.front() = with_auxiliaries ? plain_coefficients_kernel(*settings.design, {})
                                       : direct_coefficients_kernel(*settings.design);
    const DmrAgreement found = compare(problem, posterior, kernels, settings, {100, 150, 22});
    EXPECT_TRUE(found.is_right()) << with_auxiliaries << ' ' << found.worst_z() << ' ' << found.topics.excess;
  }
}

TEST(DmrEnumerationItself, PriorOfAllCountsSumsToOne) {
  const DmrProblem problem;
  const auto choose = [](std::size_t n, std::size_t m) {
    return std::round(std::tgamma(n + 1) / std::tgamma(m + 1) / std::tgamma(n - m + 1));
  };
  double sum = 0;
  for (const auto& [m, sums] : detail::Masses(problem).of) {
    double ways = 1;
    for (std::size_t d = 0; d < m.size(); ++d) ways *= choose(problem.problem.documents[d].size(), m[d]);
    sum += ways * sums[0];
  }
  EXPECT_NEAR(sum, 1, 1e-10);
}

TEST(DmrEnumerationItself, QuadratureHasConverged) {
  const DmrProblem problem;
  const auto coarse = detail::Masses(problem, 14).of, fine = detail::Masses(problem, 18).of;
  for (const auto& [m, sums] : fine)
    for (std::size_t i = 0; i < sums.size(); ++i) EXPECT_NEAR(coarse.at(m)[i], sums[i], 2e-5);
}

/// A state of five documents with four columns, and auxiliaries of it.
struct Regression {
  Pool alone{1};
  dmr::Settings settings;
  Corpus corpus = random_problem(5, 6, 2).corpus();
  dmr::State state;
  dmr::Auxiliaries auxiliaries;

  Regression() {
    settings.topics = 3;
    settings.design = design_of({{0.5, -1, 0.5, 2, -2}, {0, 1, 0, 1, 0}, {1, 0.3, 1, -1, -0.4}});
    const dmr::Model model(settings);
    Stream stream({5}, Purpose::data, 0, 0);
    state = model.sample_prior(corpus, stream, alone);
    auxiliaries = dmr::draw_auxiliaries(state, {corpus, {3}, 1, alone}, *settings.design);
  }
};

TEST(DmrDensity, HasItsDerivatives) {
  const Regression of;
  EXPECT_EQ(of.settings.design->n_rows(), 4) << "two documents are of one kind";
  for (std::size_t k = 0; k < 3; ++k) {
    const dmr::CoefficientDensity density(*of.settings.design, of.auxiliaries, of.state, k);
    const Vector point = Eigen::Map<const Vector>(of.state.coefficients(k).data(), 4) / 4;
    Vector gradient(4), above(4), below(4);
    ASSERT_TRUE(std::isfinite(density(point, gradient)));
    const Matrix curvature = density.curvature(point);
    constexpr double step = 1e-5;
    for (Eigen::Index i = 0; i < 4; ++i) {
      Vector high = point, low = point;
      high[i] += step;
      low[i] -= step;
      const double rise = density(high, above) - density(low, below);
      EXPECT_NEAR(gradient[i], rise / (2 * step), 1e-5 * (1 + std::abs(gradient[i])));
      for (Eigen::Index j = 0; j < 4; ++j)
        EXPECT_NEAR(curvature(i, j), (below[j] - above[j]) / (2 * step),
                    1e-4 * (1 + std::abs(curvature(i, j))));
    }
  }
}

TEST(DmrDensity, NewtonStepsFindItsMode) {
  const Regression of;
  for (std::size_t k = 0; k < 3; ++k) {
    const dmr::CoefficientDensity density(*of.settings.design, of.auxiliaries, of.state, k);
    const Vector mode = density.near_mode();
    Vector gradient(4);
    density(mode, gradient);
    const Vector left = Eigen::LLT<Matrix>(density.curvature(mode)).solve(gradient);
    EXPECT_LT(left.dot(gradient), 1e-3) << "in units of the log density";
  }
}

TEST(DmrLogJoint, IsThatOfDocumentsWithTheirOwnWeights) {
  const Regression of;
  const Problem problem = problem_of(of.corpus);
  const auto z = sampling::to_corpus_order(of.corpus, of.state.mix.layout, of.state.mix.topics);
  const Counts counts(problem, {z.begin(), z.end()}, 3);
  Table alpha;
  for (std::size_t d = 0; d < 5; ++d)
    alpha.push_back(dmr::weights_of(of.settings.design->row(of.settings.design->row_of[d]), of.state.lambda));
  Pool alone(1);
  const double expected = log_documents(counts, alpha) + log_words(counts, of.state.mix.beta);
  const dmr::Model model(of.settings);
  ASSERT_NO_THROW(model.check(of.state, of.corpus));
  EXPECT_NEAR(model.log_joint(of.state, of.corpus, alone), expected, 1e-5 * std::abs(expected));
}

}  // namespace
}  // namespace themata::testing
