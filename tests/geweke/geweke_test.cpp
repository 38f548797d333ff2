#include "support/geweke.hpp"

#include <gtest/gtest.h>

#include "support/geweke_models.hpp"
#include "support/samplers.hpp"

// Geweke's test of every sampler, hyperparameters learned and not (docs/theory/proof.md).
namespace themata::testing {
namespace {

void expect_right(const GewekeResult& found) {
  expect_rows_right(found);
  EXPECT_GT(found.fewest_times, 20) << "a batch is too short for its standard error to be trusted";
}

class Geweke : public ::testing::TestWithParam<NamedSampler> {};
class GewekeOfHyperparameters : public ::testing::TestWithParam<NamedSampler> {};

TEST_P(Geweke, Lda) {
  const lda::Model model(geweke_lda(GetParam(), lda::LearnAlpha::no));
  expect_right(geweke(model, model.kernels(), geweke_corpus(), lda_statistics, ChainLength{100, 500, 31}));
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

class GewekeOfTheHdp : public ::testing::TestWithParam<NamedSampler> {};
class GewekeOfTheHdpsHyperparameters : public ::testing::TestWithParam<NamedSampler> {};

TEST_P(GewekeOfTheHdp, Fixed) {
  const hdp::Model model(geweke_hdp(GetParam(), Concentrations::fixed));
  expect_right(geweke(model, model.kernels(), geweke_corpus(), hdp_statistics, ChainLength{80, 800, 41}));
}

TEST_P(GewekeOfTheHdpsHyperparameters, Learned) {
  const hdp::Model model(geweke_hdp(GetParam(), Concentrations::learned));
  expect_right(geweke(model, model.kernels(), geweke_corpus(), hdp_statistics, ChainLength{80, 800, 42}));
}

INSTANTIATE_TEST_SUITE_P(Samplers, GewekeOfTheHdp, ::testing::ValuesIn(every_sampler()), SamplerName());
INSTANTIATE_TEST_SUITE_P(UnusedApart, GewekeOfTheHdp, ::testing::ValuesIn(unused_apart_samplers()),
                         SamplerName());
INSTANTIATE_TEST_SUITE_P(UnusedApart, GewekeOfTheHdpsHyperparameters,
                         ::testing::Values(unused_apart_samplers().at(1)), SamplerName());
INSTANTIATE_TEST_SUITE_P(Direct, GewekeOfTheHdp, ::testing::Values(direct_sampler()), SamplerName());
INSTANTIATE_TEST_SUITE_P(Samplers, GewekeOfTheHdpsHyperparameters, ::testing::ValuesIn(one_of_each_kind()),
                         SamplerName());
INSTANTIATE_TEST_SUITE_P(Direct, GewekeOfTheHdpsHyperparameters, ::testing::Values(direct_sampler()),
                         SamplerName());
INSTANTIATE_TEST_SUITE_P(SubCluster, GewekeOfTheHdp, ::testing::Values(sub_cluster_sampler()), SamplerName());
INSTANTIATE_TEST_SUITE_P(Tables, GewekeOfTheHdpsHyperparameters, ::testing::ValuesIn(table_samplers()),
                         SamplerName());

/// Cut off so soon that the flag topic counts; what tells topics by their places is watched too.
class GewekeInOrder : public ::testing::TestWithParam<NamedSampler> {
 protected:
  static constexpr std::size_t flag_ = 4;

  static Statistics statistics(const hdp::State& state, const Corpus& corpus) {
    Statistics out = hdp_statistics(state, corpus);
    const auto sizes = sampling::topic_sizes(state.mix);
    out.emplace_back("psi_1", state.psi.at(0));
    out.emplace_back("psi of the flag", state.psi.at(flag_ - 1));
    out.emplace_back("tokens of topic 1", static_cast<double>(sizes.at(0)));
    out.emplace_back("tokens of the flag", static_cast<double>(sizes.at(flag_ - 1)));
    return out;
  }
};

TEST_P(GewekeInOrder, Fixed) {
  const hdp::Model model(geweke_hdp(GetParam(), Concentrations::fixed));
  expect_right(geweke(model, model.kernels(), geweke_corpus(), statistics, ChainLength{80, 800, 45}));
}

TEST_P(GewekeInOrder, Learned) {
  const hdp::Model model(geweke_hdp(GetParam(), Concentrations::learned));
  expect_right(geweke(model, model.kernels(), geweke_corpus(), statistics, ChainLength{80, 800, 46}));
}

INSTANTIATE_TEST_SUITE_P(Samplers, GewekeInOrder, ::testing::ValuesIn(in_order_samplers(4)), SamplerName());

}  // namespace
}  // namespace themata::testing
