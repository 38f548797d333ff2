#include <gtest/gtest.h>

#include "support/order_problem.hpp"

// The HDP cut off at a flag topic, topics told apart by their place in the order (docs/theory/proof.md).
namespace themata::testing {
namespace {

class InOrderEnumeration : public ::testing::TestWithParam<NamedSampler> {};

TEST_P(InOrderEnumeration, EveryPlaceInTheOrderHasItsProbability) {
  const HdpProblem problem = in_order_hdp();
  const Agreement found =
      problem.compare(problem.model(GetParam()).kernels(), GetParam().blocks, in_order_length);
  EXPECT_LT(found.total_variation, in_order_tv_limit);
  EXPECT_LT(found.excess, excess_limit);
  EXPECT_LT(found.noise, in_order_tv_limit) << "too short a chain to tell anything";
  EXPECT_LT(found.worst_z, z_limit);
  RecordProperty("noise", std::to_string(found.noise));
  RecordProperty("total_variation", std::to_string(found.total_variation));
}

INSTANTIATE_TEST_SUITE_P(Samplers, InOrderEnumeration, ::testing::ValuesIn(in_order_samplers(few_topics)),
                         SamplerName());

TEST(InOrderEnumerationItself, FarFromTheFlagItsPartitionsAreThoseOfTheHdp) {
  // Two tokens of one document: together or apart, with the order summed out over so many topics that the
  // flag takes less than 1e-6.
  const Problem pair{{{0, 0}}, 1};
  const HdpSetting setting{1, 0.5, 0.5};
  const Posterior in_order = in_order_posterior(pair, 14, setting);
  const Posterior exact = hdp_posterior(pair, setting);
  double together = 0;
  for (std::size_t s = 0; s < in_order.states.size(); ++s)
    if (in_order.states[s][0] == in_order.states[s][1]) together += in_order.probability[s];
  EXPECT_NEAR(together, exact.probability[exact.place({0, 0})], 1e-6);
}

}  // namespace
}  // namespace themata::testing
