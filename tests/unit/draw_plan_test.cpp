#include "themata/options/draw_plan.hpp"

#include <gtest/gtest.h>

#include "support.hpp"
#include "support/small_fit.hpp"
#include "themata/store/fit_folder.hpp"

// Which draws a fit keeps that may end before its last sweep.
namespace themata::testing {
namespace {

RunOptions asked_for(std::uint64_t burn_in, std::uint64_t thin, std::uint64_t keep) {
  RunOptions asked;
  asked.sweeps = 100000;
  asked.time_limit = 1;
  asked.burn_in = burn_in;
  asked.thin = thin;
  asked.keep = keep;
  return asked;
}

std::vector<RunOptions> several() {
  std::vector<RunOptions> all;
  for (const std::uint64_t burn_in : {automatic, std::uint64_t{0}, std::uint64_t{333}})
    for (const std::uint64_t thin : {automatic, std::uint64_t{1}, std::uint64_t{7}})
      for (const std::uint64_t keep : {1, 3, 20, 50}) all.push_back(asked_for(burn_in, thin, keep));
  return all;
}

std::size_t draws_of(const DrawWindow& window, std::uint64_t sweeps) {
  return (sweeps - window.burn_in) / window.thin;
}

TEST(DrawWindow, IsTheSecondHalf) {
  for (const std::uint64_t keep : {1, 3, 20, 50}) {
    const RunOptions asked = asked_for(automatic, automatic, keep);
    for (std::uint64_t sweeps = 1; sweeps < 6000; ++sweeps) {
      const DrawWindow window = window_of(asked, sweeps, sweeps);
      EXPECT_LE(2 * window.burn_in, sweeps);
      EXPECT_LE(draws_of(window, sweeps), std::max<std::uint64_t>(keep, 4));
      if (sweeps <= 400) continue;
      EXPECT_GT(static_cast<double>(window.burn_in), 0.33 * static_cast<double>(sweeps)) << sweeps;
      EXPECT_GE(draws_of(window, sweeps), keep / 2) << sweeps;
    }
  }
}

TEST(DrawWindow, IsExactlyTheSecondHalfWhereFitsAreJudged) {
  for (std::uint64_t keep = 0; keep < 60; ++keep) {
    const RunOptions asked = asked_for(automatic, automatic, keep);
    for (std::uint64_t two = 200; two < 1000000; two *= 2) {
      EXPECT_EQ(window_of(asked, two, two).burn_in, two / 2) << keep;
      const std::uint64_t three = two / 2 * 3;
      EXPECT_EQ(window_of(asked, three, three).burn_in, three / 2) << keep;
    }
  }
}

TEST(DrawWindow, BeginsWhereItWasAskedToOnceTheChainIsThere) {
  const RunOptions asked = asked_for(333, automatic, 20);
  EXPECT_EQ(window_of(asked, 333, 333).burn_in, 160U);
  for (std::uint64_t sweeps = 334; sweeps < 3000; ++sweeps) {
    const DrawWindow window = window_of(asked, sweeps, sweeps);
    EXPECT_EQ(window.burn_in, 333U);
    EXPECT_LE(draws_of(window, sweeps), 20U);
    EXPECT_GE(draws_of(window, sweeps), std::min<std::uint64_t>(10, sweeps - 333));
  }
}

TEST(DrawWindow, OfChainsOfDifferentLengthsHasDrawsOfBoth) {
  const RunOptions asked = asked_for(automatic, automatic, 20);
  const DrawWindow window = window_of(asked, 195, 210);
  EXPECT_EQ(window.thin, window_of(asked, 210, 210).thin);
  EXPECT_LE(window.burn_in, 195U / 2);
  EXPECT_GE(draws_of(window, 195), 10U);
}

TEST(DrawPlan, HasEveryDrawThatItMayNeed) {
  for (const RunOptions& asked : several()) {
    const DrawPlan plan(asked);
    for (std::uint64_t done = 1; done < 1200; done += 13)
      for (std::uint64_t draw = 1; draw <= done; ++draw) {
        if (!plan.may_need(draw, done)) continue;
        const bool stays = plan.may_need(draw, draw) && plan.may_need(draw, (draw + done) / 2);
        ASSERT_TRUE(plan.is_due(draw) && stays) << draw << " of " << done;
      }
  }
}

TEST(DrawPlan, OfAFitWithoutALimitIsItsSchedule) {
  RunOptions asked = asked_for(automatic, automatic, 20);
  asked.time_limit = 0;
  asked.sweeps = 1000;
  const DrawPlan plan(asked);
  for (std::uint64_t sweep = 1; sweep <= 1000; ++sweep)
    EXPECT_EQ(plan.is_due(sweep), sweep > 500 && sweep % 25 == 0) << sweep;
}

class FitWithATimeLimit : public ::testing::Test {
 protected:
  FitWithATimeLimit() : options_(small_options("lda")) {
    write_problem(random_problem(60, 40, 1), folder_ / "corpus");
    options_.sweeps = 1000000;
    options_.time_limit = 0.5;
    options_.checkpoint_every = 0.02;
    options_.chains = options_.threads = 2;
    options_.keep = 6;
  }
  static std::vector<std::string> draws(const std::filesystem::path& path) {
    const FitFolder fit = open_fit(path);
    std::vector<std::string> hashes;
    for (const std::uint32_t chain : fit.chains())
      for (const std::uint64_t sweep : fit.kept_sweeps(chain))
        hashes.push_back(fmt::format("{} {:08} {}", chain, sweep, state_hash(fit.draw(chain, sweep))));
    return hashes;
  }
  static std::uint64_t least(const FitFolder& fit) {
    const auto& chains = fit.manifest.at("chains");
    return std::min(chains[0].at("sweep").get<std::uint64_t>(), chains[1].at("sweep").get<std::uint64_t>());
  }
  /// The draws up to the end of the shorter chain are those of a fit of as many sweeps.
  void expect_second_half(const std::filesystem::path& path) const {
    const FitFolder fit = open_fit(path);
    EXPECT_EQ(fit.manifest.at("ended_by"), "time");
    const std::uint64_t sweeps = least(fit);
    // Fewer have draws 25 sweeps apart, too far for half of them to have three.
    if (sweeps < 150) GTEST_SKIP() << "a slow machine: only " << sweeps << " sweeps in so short a time";
    FitOptions same = options_from_json(fit.manifest.at("options"), "");
    EXPECT_GT(same.burn_in, sweeps / 3);
    EXPECT_LE(same.burn_in, sweeps / 2);
    same.sweeps = sweeps;
    same.time_limit = 0;
    write_fit(folder_ / "corpus", same, folder_ / "same");
    const std::vector<std::string> expected = draws(folder_ / "same");
    for (const std::string& draw : draws(path))
      if (draw.substr(2, 8) <= fmt::format("{:08}", sweeps)) {
        EXPECT_EQ(std::ranges::count(expected, draw), 1) << draw;
      }
    for (const std::uint32_t chain : {1U, 2U}) {
      EXPECT_GE(fit.kept_sweeps(chain).size(), 3U);
      EXPECT_LE(fit.kept_sweeps(chain).size(), 6U);
      EXPECT_GT(fit.kept_sweeps(chain).front(), same.burn_in);
      EXPECT_EQ(saved_draws(path, chain), fit.kept_sweeps(chain)) << "no others are left";
      EXPECT_NE(test::read_bytes(trace_path(path, chain).path())
                    .find(fmt::format("# num_warmup = {}\n", same.burn_in)),
                std::string::npos);
    }
  }

  test::TemporaryFolder folder_;
  FitOptions options_;
};

TEST_F(FitWithATimeLimit, KeepsDrawsOfItsSecondHalf) {
  write_fit(folder_ / "corpus", options_, folder_ / "fit");
  expect_second_half(folder_ / "fit");
}

TEST_F(FitWithATimeLimit, KeepsTheSameDrawsWhereItWasInterrupted) {
  std::uint64_t last = 0;
  FitWatch watch;
  watch.report = [&](const FitProgress& p) { last = p.sweep; };
  watch.should_stop = [&] { return last >= 50; };
  EXPECT_EQ(start_fit(folder_ / "corpus", options_, folder_ / "fit", watch), FitEnd::interrupted);
  const FitFolder stopped = open_fit(folder_ / "fit");
  EXPECT_FALSE(stopped.kept_sweeps(1).empty()) << "readers of a stopped fit see its second half";
  EXPECT_LE(2 * stopped.manifest.at("options").at("burn-in").get<std::uint64_t>(), least(stopped));
  resume_fit(folder_ / "fit", {}, {});
  expect_second_half(folder_ / "fit");
  ResumeChanges more, longer;
  more.sweeps = 2000000;
  longer.time_limit = 1;
  EXPECT_THROW(resume_fit(folder_ / "fit", more, {}), UsageError) << "its time is used up";
  const std::uint64_t before = least(open_fit(folder_ / "fit"));
  std::filesystem::remove_all(folder_ / "same");
  resume_fit(folder_ / "fit", longer, {});
  EXPECT_GT(least(open_fit(folder_ / "fit")), before);
  expect_second_half(folder_ / "fit");
}

TEST_F(FitWithATimeLimit, IsAsWithoutWhereItDoesAllItsSweeps) {
  options_.sweeps = 90;
  options_.time_limit = 1000;
  write_fit(folder_ / "corpus", options_, folder_ / "fit");
  options_.time_limit = 0;
  write_fit(folder_ / "corpus", options_, folder_ / "plain");
  EXPECT_EQ(draws(folder_ / "fit"), draws(folder_ / "plain"));
  EXPECT_EQ(saved_draws(folder_ / "fit", 1), saved_draws(folder_ / "plain", 1));
  EXPECT_EQ(open_fit(folder_ / "fit").manifest.at("options").at("burn-in"), 45);
  EXPECT_EQ(open_fit(folder_ / "fit").manifest.at("ended_by"), "sweeps");
}

TEST_F(FitWithATimeLimit, OfLessThanASweepKeepsThatSweep) {
  options_.time_limit = 1e-9;
  write_fit(folder_ / "corpus", options_, folder_ / "fit");
  EXPECT_EQ(open_fit(folder_ / "fit").kept_sweeps(1), std::vector<std::uint64_t>{1});
}

}  // namespace
}  // namespace themata::testing
