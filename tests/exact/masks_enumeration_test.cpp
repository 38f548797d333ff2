#include <gtest/gtest.h>

#include "support/icdp_problem.hpp"
#include "support/statistics.hpp"

// The samplers of the focused topic model against the posterior of 877 partitions, masks summed out
// (docs/theory/proof.md).
namespace themata::testing {
namespace {

constexpr ChainLength masks_length{100, 4'000, 1};
constexpr double masks_tv_limit = 0.02;

void expect_right(const FtmSetting& setting) {
  const Posterior posterior = ftm_posterior(seven_tokens(), setting);
  ASSERT_EQ(posterior.states.size(), 877U) << "Bell's number of 7";
  for (const FtmSampler& sampler : {FtmSampler{false}, FtmSampler{true}, FtmSampler{false, 1}}) {
    const Agreement found = compare_ftm(setting, sampler, posterior, masks_length);
    const std::string which = sampler.topic_moves > 0 ? "whole topics move"
                              : sampler.collapsed     ? "one after another"
                                                      : "at once";
    EXPECT_LT(found.total_variation, masks_tv_limit) << which;
    EXPECT_LT(found.noise, masks_tv_limit) << "too short a chain to tell anything";
    EXPECT_LT(found.excess, excess_limit) << which;
    EXPECT_LT(found.worst_z, z_limit) << which;
    EXPECT_LT(std::abs(found.topics_z), 4) << "mean number of topics, " << which;
  }
}

TEST(MasksEnumeration, ManyTopicsMatter) { expect_right({0.8, 0.5, {2, 1.5, 0.3}}); }

TEST(MasksEnumeration, ConcentrationBelowZero) { expect_right({1.2, 0.6, {1.5, -0.2, 0.5}}); }

TEST(MasksEnumeration, TellsDistributionsApart) {
  // The chain of one distribution against the posterior of another that is near it.
  const FtmSetting setting{0.8, 0.5, {2, 1.5, 0.3}};
  const Posterior other = ftm_posterior(seven_tokens(), {0.8, 0.5, {2, 1, 0.3}});
  EXPECT_GT(compare_ftm(setting, {}, other, masks_length).excess, excess_limit);
}

}  // namespace
}  // namespace themata::testing
