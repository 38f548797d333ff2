#include "support/geweke.hpp"

#include <gtest/gtest.h>

#include "support/geweke_models.hpp"
#include "support/samplers.hpp"

// Geweke's test of every sampler, hyperparameters learned and not (docs/theory/proof.md).
namespace themata::testing {
namespace {

void expect_right(const GewekeResult& found) {
  for (const GewekeRow& row : found.rows) EXPECT_LT(std::abs(row.z), z_limit) << row.name;
  EXPECT_GT(found.fewest_times, 20) << "a batch is too short for its standard error to be trusted";
}

class Geweke : public ::testing::TestWithParam<NamedSampler> {};
class GewekeOfHyperparameters : public ::testing::TestWithParam<NamedSampler> {};

TEST_P(Geweke, Lda) {
  const lda::Model model(geweke_lda(GetParam(), lda::LearnAlpha::no));
  expect_right(geweke(model, model.kernels(), geweke_corpus(), lda_statistics, ChainLength{100, 500, 31}));
}

TEST_P(Geweke, Hdp) {
  const hdp::Model model(geweke_hdp(GetParam(), Concentrations::fixed));
  expect_right(geweke(model, model.kernels(), geweke_corpus(), hdp_statistics, ChainLength{80, 800, 41}));
}

TEST_P(GewekeOfHyperparameters, OfTheHdp) {
  const hdp::Model model(geweke_hdp(GetParam(), Concentrations::learned));
  expect_right(geweke(model, model.kernels(), geweke_corpus(), hdp_statistics, ChainLength{80, 800, 42}));
}

TEST_P(GewekeOfHyperparameters, LdaWithSymmetricAlphaAndBeta) {
  const lda::Model model(geweke_lda(GetParam(), lda::LearnAlpha::symmetric));
  expect_right(geweke(model, model.kernels(), geweke_corpus(), lda_statistics, ChainLength{100, 500, 32}));
}

TEST_P(GewekeOfHyperparameters, LdaWithAsymmetricAlphaAndBeta) {
  const lda::Model model(geweke_lda(GetParam(), lda::LearnAlpha::asymmetric));
  expect_right(geweke(model, model.kernels(), geweke_corpus(), lda_statistics, ChainLength{100, 500, 33}));
}

TEST_P(Geweke, LdaWithWeightsSeedsAndLabels) {
  const lda::Model model(geweke_informed_lda(GetParam()));
  expect_right(geweke(model, model.kernels(), geweke_corpus(), lda_statistics, ChainLength{100, 500, 34}));
}

INSTANTIATE_TEST_SUITE_P(Samplers, Geweke, ::testing::ValuesIn(every_sampler()), SamplerName());
INSTANTIATE_TEST_SUITE_P(Samplers, GewekeOfHyperparameters, ::testing::ValuesIn(one_of_each_kind()),
                         SamplerName());

}  // namespace
}  // namespace themata::testing
