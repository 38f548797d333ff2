#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>

#include "support.hpp"
#include "support/small_fit.hpp"
#include "themata/io/error.hpp"
#include "themata/run/chain_job.hpp"
#include "themata/store/fit_folder.hpp"

// Chains of one fit, side by side: how they are watched, and how they end together.
namespace themata::testing {
namespace {

class ChainsSideBySide : public ::testing::Test {
 protected:
  ChainsSideBySide() : options_(small_options("lda")) {
    write_problem(random_problem(60, 40, 1), folder_ / "corpus");
    options_.sweeps = 600;
    options_.chains = 3;
    options_.threads = 3;
    options_.trace_every = 1;
  }
  FitEnd run(const FitWatch& watch) const { return start_fit(folder_ / "corpus", options_, fit_, watch); }
  nlohmann::json manifest() const { return open_fit(fit_).manifest; }
  nlohmann::json chains() const { return manifest().at("chains"); }

  test::TemporaryFolder folder_;
  FitOptions options_;
  std::filesystem::path fit_ = folder_ / "fit";
};

TEST_F(ChainsSideBySide, AreWatchedOnOneThreadAtATime) {
  std::atomic<int> inside{0};
  std::set<std::uint64_t> seen;
  const auto alone = [&](const auto& call) {
    EXPECT_EQ(++inside, 1);
    std::this_thread::yield();
    call();
    --inside;
  };
  FitWatch watch;
  watch.report = [&](const FitProgress& p) { alone([&] { seen.insert(p.chain); }); };
  watch.should_stop = [&] {
    alone([] {});
    return false;
  };
  EXPECT_EQ(run(watch), FitEnd::complete);
  EXPECT_EQ(seen, (std::set<std::uint64_t>{1, 2, 3}));
  ASSERT_EQ(chains().size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(chains()[i].at("chain"), i + 1);
}

TEST_F(ChainsSideBySide, AreAllSavedWhereOneIsStopped) {
  FitWatch watch;
  std::set<std::uint64_t> begun;
  watch.report = [&](const FitProgress& p) { begun.insert(p.chain); };
  watch.should_stop = [&] { return begun.contains(3); };
  EXPECT_EQ(run(watch), FitEnd::interrupted);
  ASSERT_EQ(chains().size(), 3U);
  EXPECT_LT(chains()[2].at("sweep"), options_.sweeps);
  EXPECT_EQ(resume_fit(fit_, {}, {}), FitEnd::complete);
  const nlohmann::json resumed = chains();
  fit_ = folder_ / "whole";
  run({});
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(resumed[i].at("state_hash"), chains()[i].at("state_hash"));
}

TEST_F(ChainsSideBySide, AreAllSavedWhereOneFails) {
  FitWatch watch;
  std::set<std::uint64_t> begun;
  watch.report = [&](const FitProgress& p) {
    if (begun.insert(p.chain).second && begun.size() == 3) throw ResourceError("the disk is full");
  };
  std::string message;
  watch.failed = [&](const ResourceError& error) { message = error.what(); };
  EXPECT_EQ(run(watch), FitEnd::interrupted);
  EXPECT_NE(message.find("the disk is full"), std::string::npos);
  EXPECT_EQ(manifest().at("status"), "interrupted");
  EXPECT_EQ(chains().size(), 2U) << "of the others";
  EXPECT_EQ(resume_fit(fit_, {}, {}), FitEnd::complete);
}

TEST_F(ChainsSideBySide, HaveTheWholeTimeEach) {
  options_.sweeps = 1000000;
  options_.time_limit = 0.6;
  EXPECT_EQ(run({}), FitEnd::complete);
  for (const nlohmann::json made = chains(); const nlohmann::json& chain : made)
    EXPECT_GE(chain.at("seconds"), 0.6);
}

TEST_F(ChainsSideBySide, ShareTheTimeWhereTheyTakeTurns) {
  options_.sweeps = 1000000;
  options_.time_limit = 0.6;
  options_.threads = 2;  // two rounds
  EXPECT_EQ(run({}), FitEnd::complete);
  for (const nlohmann::json made = chains(); const nlohmann::json& chain : made) {
    EXPECT_GE(chain.at("seconds"), 0.3);
    EXPECT_LT(chain.at("seconds"), 0.6);
  }
}

TEST(ChainsOfAFit, AreTwoWhereItFindsTheNumberOfTopics) {
  EXPECT_EQ(with_defaults(default_options("lda")).chains, 1U);
  EXPECT_EQ(with_defaults(default_options("hdp")).chains, 2U);
  EXPECT_EQ(with_defaults(default_options("franchise")).chains, 2U);
  EXPECT_EQ(with_defaults(options_from("hdp", {{"chains", "1"}})).chains, 1U);
  EXPECT_EQ(options_from_json({{"model", "hdp"}}, "").chains, 1U) << "before there was a default of two";
}

TEST_F(ChainsSideBySide, OfTheHdpStartFromDifferentNumbersOfTopics) {
  options_ = small_options("hdp");
  options_.set("topics", std::uint64_t{12});
  options_.sweeps = 4;
  options_.chains = 1;
  run({});
  const nlohmann::json alone = chains();
  fit_ = folder_ / "several";
  options_.chains = 3;
  run({});
  EXPECT_EQ(chains()[0].at("state_hash"), alone[0].at("state_hash")) << "the first chain is as it was";
  const FitFolder fit = open_fit(fit_);
  const FitOptions options = with_defaults(options_);
  for (const std::uint32_t chain : {1U, 2U, 3U})
    EXPECT_EQ(options_at_start(fit.plugin(), options, chain).whole("topics"), 12 / chain);
}

}  // namespace
}  // namespace themata::testing
