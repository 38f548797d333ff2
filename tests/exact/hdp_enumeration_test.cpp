#include <gtest/gtest.h>

#include "support/hdp_problem.hpp"
#include "support/samplers.hpp"

// Every sampler of the HDP against the posterior of 877 partitions (docs/theory/proof.md).
namespace themata::testing {
namespace {

class HdpEnumeration : public ::testing::TestWithParam<NamedSampler> {
 protected:
  static void expect_right(const HdpProblem& problem) {
    const Agreement found =
        problem.compare(problem.model(GetParam()).kernels(), GetParam().blocks, hdp_length);
    expect_posterior(found);
    EXPECT_LT(std::abs(found.topics_z), 4) << "mean number of topics";
  }
};

TEST_P(HdpEnumeration, ManyPartitionsMatter) { expect_right(open_hdp()); }

class HdpEnumerationElsewhere : public HdpEnumeration {};

TEST_P(HdpEnumerationElsewhere, SmallDefaults) { expect_right(default_hdp()); }

TEST_P(HdpEnumerationElsewhere, WordsWithWeights) { expect_right(weighted_hdp()); }

INSTANTIATE_TEST_SUITE_P(Samplers, HdpEnumeration, ::testing::ValuesIn(every_sampler()), SamplerName());
INSTANTIATE_TEST_SUITE_P(Samplers, HdpEnumerationElsewhere, ::testing::ValuesIn(one_of_each_kind()),
                         SamplerName());

INSTANTIATE_TEST_SUITE_P(Direct, HdpEnumeration, ::testing::Values(direct_sampler()), SamplerName());
INSTANTIATE_TEST_SUITE_P(Direct, HdpEnumerationElsewhere, ::testing::Values(direct_sampler()), SamplerName());
INSTANTIATE_TEST_SUITE_P(SubCluster, HdpEnumeration, ::testing::Values(sub_cluster_sampler()), SamplerName());
INSTANTIATE_TEST_SUITE_P(SubCluster, HdpEnumerationElsewhere, ::testing::Values(sub_cluster_sampler()),
                         SamplerName());

INSTANTIATE_TEST_SUITE_P(UnusedApart, HdpEnumeration, ::testing::ValuesIn(unused_apart_samplers()),
                         SamplerName());
INSTANTIATE_TEST_SUITE_P(UnusedApart, HdpEnumerationElsewhere,
                         ::testing::Values(unused_apart_samplers().at(1)), SamplerName());
INSTANTIATE_TEST_SUITE_P(Tables, HdpEnumerationElsewhere, ::testing::Values(table_samplers().back()),
                         SamplerName());
INSTANTIATE_TEST_SUITE_P(Tables, HdpEnumeration, ::testing::ValuesIn(table_samplers()), SamplerName());

/// So far down the order that the flag topic is out of reach.
INSTANTIATE_TEST_SUITE_P(InOrder, HdpEnumeration, ::testing::ValuesIn(in_order_samplers(30)), SamplerName());

TEST(HdpEnumerationItself, PriorOfAllPartitionsSumsToOne) {
  // Without words, so that each partition's weight is its prior probability: the closed form's own check.
  const Problem problem = seven_tokens();
  const Posterior posterior = open_hdp().posterior;
  ASSERT_EQ(posterior.states.size(), 877) << "Bell's number of 7";
  for (const auto& [alpha, gamma] : {std::pair{1.0, 1.5}, {0.1, 1.0}, {7.0, 0.2}}) {
    double sum = 0;
    for (const Topics& z : posterior.states) {
      const std::size_t topics = *std::max_element(z.begin(), z.end()) + 1;
      sum += std::exp(log_partition(table_weights(Counts(problem, z, topics), alpha), topics, gamma));
    }
    EXPECT_NEAR(sum, 1, 1e-12);
  }
}

}  // namespace
}  // namespace themata::testing
