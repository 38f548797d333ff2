#include <gtest/gtest.h>

#include "support/lda_problem.hpp"
#include "support/samplers.hpp"

// Every sampler of LDA against the posterior of 256 states (docs/theory/proof.md).
namespace themata::testing {
namespace {

class LdaEnumeration : public ::testing::TestWithParam<NamedSampler> {
 protected:
  static void expect_right(const LdaProblem& problem) {
    const Agreement found =
        problem.compare(problem.model(GetParam()).kernels(), GetParam().blocks, lda_length);
    EXPECT_LT(found.total_variation, lda_tv_limit);
    EXPECT_LT(found.excess, excess_limit);
    EXPECT_LT(found.noise, lda_tv_limit) << "too short a chain to tell anything";
    EXPECT_LT(found.worst_z, z_limit);
    ::testing::Test::RecordProperty("noise", std::to_string(found.noise));
    ::testing::Test::RecordProperty("total_variation", std::to_string(found.total_variation));
  }
};

TEST_P(LdaEnumeration, SymmetricAlpha) { expect_right(symmetric_lda()); }

TEST_P(LdaEnumeration, AsymmetricAlpha) { expect_right(asymmetric_lda()); }

TEST_P(LdaEnumeration, WordsWithWeightsAndTopicsWithSeeds) { expect_right(seeded_lda()); }

TEST_P(LdaEnumeration, DocumentsHeldToTheirTopics) { expect_right(labelled_lda()); }

/// Of samplers that scan words with seeds in another way than those without.
class WeightsEnumeration : public LdaEnumeration {};

TEST_P(WeightsEnumeration, WordsWithWeights) { expect_right(weighted_lda()); }

/// Of other numbers of proposals than the usual one.
class LightStepsEnumeration : public LdaEnumeration {};

TEST_P(LightStepsEnumeration, AsymmetricAlpha) { expect_right(asymmetric_lda()); }

INSTANTIATE_TEST_SUITE_P(Steps, LightStepsEnumeration, ::testing::ValuesIn(light_samplers_of_other_steps()),
                         SamplerName());
INSTANTIATE_TEST_SUITE_P(Samplers, WeightsEnumeration,
                         ::testing::Values(NamedSampler{"block_collapsed_2", {}, 2},
                                           NamedSampler{"block_collapsed_by_lists_2",
                                                        {.block_scan = sampling::BlockScan::lists},
                                                        2}),
                         SamplerName());
INSTANTIATE_TEST_SUITE_P(Samplers, LdaEnumeration, ::testing::ValuesIn(every_sampler()), SamplerName());

}  // namespace
}  // namespace themata::testing
