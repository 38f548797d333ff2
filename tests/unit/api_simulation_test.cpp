// What the library draws from models, and how it tests samplers on it.

#include <gtest/gtest.h>

#include <algorithm>

#include "support.hpp"
#include "themata/io/error.hpp"
#include "themata/io/interruptions.hpp"
#include "themata/simulate/simulate.hpp"
#include "themata/themata.hpp"

namespace themata {
namespace {

using test::TemporaryFolder;

TEST(Simulation, IsThatOfTheFolder) {
  const TemporaryFolder folder;
  SimulateOptions options("lda");
  options.read("documents", "30").read("topics", "3").read("types", "20");
  simulate_corpus(options, folder / "drawn");
  const SimulatedData made = simulate_from("lda", {{"documents", "30"}, {"topics", "3"}, {"types", "20"}});
  ASSERT_TRUE(made.collection.has_value());
  EXPECT_EQ(made.collection->manifest(), Collection::open(folder / "drawn").manifest());
  EXPECT_EQ(made.truth.size(), 3U) << "topics, their words, their weights";
  EXPECT_EQ(made.truth.at("topic-word.npy"), test::read_bytes(folder / "drawn" / "truth" / "topic-word.npy"));
}

TEST(Simulation, LeavesOutTheTruthOfLargeCorpora) {
  const GivenOptions options{{"documents", "50"}, {"tokens", "1000"}, {"types", "50"}, {"topics", "3"}};
  EXPECT_TRUE(simulate_from("zipf", options, TrueValues::as_usual).truth.empty());
  EXPECT_FALSE(simulate_from("zipf", options).truth.empty());
}

TEST(Simulation, DrawsMatrices) {
  const SimulatedData made = simulate_from("ibp", {{"documents", "10"}});
  EXPECT_FALSE(made.collection.has_value());
  EXPECT_EQ(made.truth.at("matrix.npz").substr(0, 2), "PK");
}

TEST(Simulation, RefusesAndStops) {
  EXPECT_THROW(simulate_from("lda", {{"documents", "5"}, {"gamma", "1"}}), UsageError);
  EXPECT_THROW(simulate_from("lda", {}), UsageError);
  EXPECT_THROW(simulate_from("nothing", {}), UsageError);
  EXPECT_THROW(simulate_from("lda", {{"documents", "50000"}, {"types", "50"}}, TrueValues::always,
                             [] { return false; }),
               Cancelled);
}

TEST(Simulation, HasTablesOfOptions) {
  const auto of_lda = simulation_options("lda");
  const auto found = std::ranges::find(of_lda, "topics", &OptionInfo::name);
  ASSERT_NE(found, of_lda.end());
  EXPECT_EQ(found->otherwise, "100");
  EXPECT_TRUE(std::ranges::any_of(simulations(), [](const ModelName& one) { return one.name == "zipf"; }));
}

TEST(SelfTests, TakeWhatChoosesASampler) {
  const SelfTestLength quick{.data_sets = 100, .draws = 19, .burn_in = 10, .thin = 2};
  const SelfTestResult result = selftest("lda", {{"sampler", "collapsed"}}, quick);
  EXPECT_FALSE(result.quantities.empty());
  EXPECT_NE(result.json.find("\"collapsed\""), std::string::npos);
  EXPECT_EQ(result.svg.substr(0, 4), "<svg");
  EXPECT_THROW(selftest("lda", {{"alpha", "1"}}, quick), UsageError);
  EXPECT_THROW(selftest("lda", {{"no-such", "1"}}, quick), UsageError);
  EXPECT_THROW(selftest("lda", {}, quick, 0, [] { return false; }), Cancelled);
}

}  // namespace
}  // namespace themata
