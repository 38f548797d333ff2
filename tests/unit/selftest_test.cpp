#include "themata/calibrate/selftest.hpp"

#include <gtest/gtest.h>

#include "themata/io/error.hpp"
#include "themata/models/registry.hpp"

namespace themata {
namespace {

OptionFault fault_of(const auto& action) {
  try {
    action();
  } catch (const UsageError& error) {
    return error.fault().value_or(OptionFault{});
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

TEST(SelfTestModels, AreThoseOfAListOrAllOrTheDefault) {
  EXPECT_EQ(selftest_models("pcm,lda,pcm"), (std::vector<std::string>{"pcm", "lda"}));
  EXPECT_EQ(selftest_models("all"), calibrated_names());
  EXPECT_EQ(selftest_models(""), default_selftest_models());
  EXPECT_EQ(default_selftest_models(), (std::vector<std::string>{"lda", "hdp"}));
  const OptionFault fault = fault_of([] { selftest_models("lda,lsa"); });
  EXPECT_EQ(fault.option, "model");
  EXPECT_EQ(fault.value, "'lsa'");
}

TEST(SelfTestOptions, OutOfTheirRangeAreFaultsOfOneOption) {
  SelfTestOptions options;
  options.model = "lda";
  EXPECT_NO_THROW(check_selftest(options));
  options.run.draws = 50;
  const OptionFault draws = fault_of([&] { check_selftest(options); });
  EXPECT_EQ(draws.option, "draws");
  EXPECT_EQ(draws.value, "50");
  EXPECT_EQ(draws.expected, "one less than a multiple of 20, such as 19 or 99");
  options.run = CalibrationRun{};
  options.run.data_sets = 20;
  EXPECT_EQ(fault_of([&] { check_selftest(options); }).option, "data-sets");
}

/// 200 data sets whose ranks among 19 draws are spread evenly, or are all 0.
RankTest ranks(const char* name, bool even, double effective_draws) {
  RankTest test{name, 20, std::vector<std::uint32_t>(200, 0), effective_draws};
  if (even)
    for (std::uint32_t i = 0; i < 200; ++i) test.ranks[i] = i % 20;
  return test;
}

TEST(SelfTest, AutocorrelationCountsWhereRanksAreUneven) {
  CalibrationRun run;
  run.draws = 19;
  SelfTest test{default_options("lda"), run, {ranks("a", true, 5), ranks("b", true, 19)}, 0};
  EXPECT_TRUE(test.passed());
  EXPECT_FALSE(test.autocorrelated()) << "an even quantity has few effective draws";
  test.tests.push_back(ranks("c", false, 19));
  EXPECT_EQ(test.uneven(), std::vector<std::string>{"c"});
  EXPECT_FALSE(test.passed());
  EXPECT_FALSE(test.autocorrelated());
  test.tests.push_back(ranks("d", false, 12));
  EXPECT_TRUE(test.autocorrelated());
}

}  // namespace
}  // namespace themata
