#include <gtest/gtest.h>

#include <memory>

#include "support/hdp_problem.hpp"
#include "support/lda_problem.hpp"
#include "support/samplers.hpp"

// The approximate samplers: what of them is exact passes the enumeration, and what is not is seen to fail it
// (docs/theory/proof.md).
namespace themata::testing {
namespace {

using sampling::Sampler;

const LdaProblem& problem() {
  static const LdaProblem uneven = asymmetric_lda();
  return uneven;
}

/// A million sweeps: the least of what is missed is not seen in lda_length.
constexpr ChainLength long_length{100, 10'000, 1};
constexpr double approximation_tv_limit = 0.006;

Agreement compare(const NamedSampler& sampler) {
  return problem().compare(problem().model(sampler).kernels(), sampler.blocks, long_length);
}

void expect_right(const Agreement& found) {
  EXPECT_LT(found.total_variation, approximation_tv_limit);
  EXPECT_LT(found.excess, excess_limit);
  EXPECT_LT(found.noise, approximation_tv_limit) << "too short a chain to tell anything";
  EXPECT_LT(found.worst_z, z_limit);
}

/// A total variation above `least`, and beyond what chance explains by far.
void expect_wrong(const Agreement& found, double least) {
  EXPECT_GT(found.total_variation, least);
  EXPECT_GT(found.excess, 10 * excess_limit);
  ::testing::Test::RecordProperty("noise", std::to_string(found.noise));
  ::testing::Test::RecordProperty("total_variation", std::to_string(found.total_variation));
}

TEST(AdLda, OfOnePartitionIsExact) {
  expect_right(compare({"", {.sampler = Sampler::ad_lda, .partitions = 1}, 1}));
}

TEST(AdLda, OfMorePartitionsMissesThePosterior) {
  const Agreement two = compare({"", {.sampler = Sampler::ad_lda, .partitions = 2}, 1});
  const Agreement three = compare({"", {.sampler = Sampler::ad_lda, .partitions = 3}, 1});
  expect_wrong(two, 0.06);
  expect_wrong(three, 0.09);
}

class LightCollapsed : public ::testing::TestWithParam<std::uint32_t> {};

TEST_P(LightCollapsed, WithTablesThatDoNotLookAtTheTopicsIsExact) {
  // The tables of the first sweep's start, kept.
  const auto tables = std::make_shared<Matrix<float>>();
  const Kernels<lda::State> kernels{{"light", [tables](lda::State& state, const Context& context) {
                                       if (tables->empty())
                                         *tables = tabulate_word_proposals(state.mix, context.pool);
                                       draw_topics_by_tables(state.mix, context, {*tables, GetParam()});
                                     }}};
  expect_right(problem().compare(kernels, 2, long_length));
}

INSTANTIATE_TEST_SUITE_P(Steps, LightCollapsed, ::testing::Values(1, 3, 4));

TEST(LightCollapsedSweeps, WithTablesOfEachSweepsStartMissThePosterior) {
  expect_wrong(compare({"", {Sampler::light_collapsed, {}}, 2}), 0.02);
}

TEST(LightAdLda, MissesThePosteriorByMoreThanLightCollapsed) {
  const auto of = [](std::uint32_t partitions) {
    const Agreement found = compare(
        {"", {.sampler = Sampler::ad_lda, .scan = sampling::TopicScan::light, .partitions = partitions}, 1});
    ::testing::Test::RecordProperty("partitions_" + std::to_string(partitions),
                                    std::to_string(found.total_variation));
    return found;
  };
  const Agreement one = of(1), two = of(2), three = of(3);
  expect_wrong(one, 0.02);
  expect_wrong(two, 0.05);
  expect_wrong(three, 0.07);
  EXPECT_GT(two.total_variation, one.total_variation + 0.02);
}

}  // namespace
}  // namespace themata::testing
