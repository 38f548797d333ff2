#include <gtest/gtest.h>

#include <algorithm>

#include "support.hpp"
#include "support/small_fit.hpp"
#include "themata/diagnose/verdict.hpp"
#include "themata/fit/judging.hpp"
#include "themata/io/error.hpp"
#include "themata/store/fit_folder.hpp"

// A fit that runs until it has settled.
namespace themata::testing {
namespace {

TEST(NextJudgement, DependsOnTheRowsOfTheTrace) {
  RunOptions asked;
  asked.trace_every = 1;
  std::vector<std::uint64_t> points;
  for (std::uint64_t at = 0; points.size() < 7; points.push_back(at)) at = next_judgement(asked, at);
  EXPECT_EQ(points, (std::vector<std::uint64_t>{200, 300, 400, 600, 800, 1200, 1600}));
  asked.trace_every = 10;
  EXPECT_EQ(next_judgement(asked, 0), 400U) << "20 rows after burn-in";
  asked.trace_every = 100;
  EXPECT_EQ(next_judgement(asked, 0), 4800U);
  asked.trace_every = 10;
  asked.burn_in = 500;
  EXPECT_EQ(next_judgement(asked, 0), 800U);
  EXPECT_GE(next_judgement(asked, UINT32_MAX - 1), UINT32_MAX) << "and ends";
}

TEST(RunUntilSettled, IsTheDefaultWithoutANumberOfSweeps) {
  RunOptions options;
  EXPECT_TRUE(runs_until_settled(options));
  EXPECT_EQ(with_defaults(options).sweeps, 2000U);
  EXPECT_EQ(with_defaults(options).until, "settled");
  options.time_limit = 5;
  EXPECT_EQ(with_defaults(options).sweeps, UINT32_MAX);
  options.until = "sweeps";
  EXPECT_EQ(with_defaults(options).sweeps, UINT32_MAX);
  options.time_limit = 0;
  EXPECT_EQ(with_defaults(options).sweeps, 1000U);
  options = {};
  options.sweeps = 300;
  EXPECT_FALSE(runs_until_settled(options));
  options.until = "settled";
  EXPECT_TRUE(runs_until_settled(options));
  options.monitor_words = 1;
  EXPECT_EQ(with_defaults(options).monitor_from, 101U);
  options.until = "sweeps";
  EXPECT_EQ(with_defaults(options).monitor_from, 151U);
}

TEST(RunUntilSettled, IsNotWhatManifestsOfBeforeMeant) {
  const FitOptions options = options_from_json({{"model", "hdp"}, {"sweeps", 700}}, "manifest.json");
  EXPECT_EQ(options.until, "sweeps");
}

TEST(RunUntilSettled, LeavesTheStartOfTheHdpDefined) {
  FitOptions options = with_defaults(options_from("hdp", {}));
  EXPECT_EQ(options.whole("start-sweeps"), 100U);
  options = with_defaults(options_from("hdp", {{"time-limit", "3"}}));
  EXPECT_EQ(options.whole("start-sweeps"), 100U);
}

/// A fit of few tokens, which settles soon.
class FitUntilSettled : public ::testing::TestWithParam<const char*> {
 protected:
  FitUntilSettled() : options_(small_options(GetParam())) {
    write_problem(random_problem(30, 12, 1), folder_ / "corpus");
    options_.set("beta", 2.0);  // topics that hardly differ mix soon
    if (options_.has("learn")) options_.set("learn", std::string("none"));
    if (options_.has("gamma")) options_.set("gamma", 20.0);
    if (options_.has("start-sweeps")) options_.set("start-sweeps", std::uint64_t{20});
    options_.sweeps = 6400;
    options_.until = "settled";
    options_.trace_every = 1;
    options_.keep = 10;
    options_.chains = options_.threads = 2;
  }
  FitFolder run(const std::string& name, const FitWatch& watch = {}) const {
    start_fit(folder_ / "corpus", options_, folder_ / name, watch);
    return open_fit(folder_ / name);
  }
  static std::vector<std::string> content(const FitFolder& fit) {
    std::vector<std::string> all;
    for (const std::uint32_t chain : fit.chains()) {
      for (const std::uint64_t sweep : saved_draws(fit.path, chain))
        all.push_back(fmt::format("{} {} {}", chain, sweep, state_hash(fit.draw(chain, sweep))));
      all.push_back(state_hash(fit.checkpoint(chain)));
      const Trace trace = *fit.trace(chain);
      all.push_back(fmt::format("{} rows, last {}", trace.n_rows(), trace.column("word_part").back()));
    }
    all.push_back(fit.manifest.at("verdict").dump());
    return all;
  }
  static std::uint64_t option(const FitFolder& fit, const char* name) {
    return fit.manifest.at("options").at(name).get<std::uint64_t>();
  }
  static std::uint64_t sweeps_of(const FitFolder& fit) {
    return fit.manifest.at("chains").at(0).at("sweep").get<std::uint64_t>();
  }

  test::TemporaryFolder folder_;
  FitOptions options_;
};

TEST_P(FitUntilSettled, IsTheFitOfAsManySweeps) {
  const FitFolder fit = run("fit");
  EXPECT_EQ(fit.manifest.at("ended_by"), "settled");
  EXPECT_EQ(fit.manifest.at("verdict").at("settled"), "yes");
  EXPECT_GE(fit.manifest.at("verdict").at("ess"), least_ess_to_end);
  const std::uint64_t sweeps = sweeps_of(fit);
  EXPECT_LT(sweeps, 6400U);
  EXPECT_EQ(fit.manifest.at("chains").at(1).at("sweep"), sweeps);
  EXPECT_EQ(option(fit, "burn-in"), sweeps / 2);
  EXPECT_GE(fit.kept_sweeps(1).size(), 4U) << "of 10, every 25th of the second 100 of 200 sweeps";
  options_.sweeps = sweeps;
  options_.until = "sweeps";
  options_.burn_in = sweeps / 2;
  options_.thin = option(fit, "thin");
  EXPECT_EQ(content(run("same")), content(fit));
}

TEST_P(FitUntilSettled, IsTheSameForAnyThreadsAndAfterAnyInterruption) {
  options_.chains = 3;
  const FitFolder whole = run("whole");
  for (const std::uint64_t threads : {1U, 4U}) {
    options_.threads = threads;
    std::uint64_t stops = 0, last = 0;
    FitWatch watch;
    watch.report = [&](const FitProgress& p) { last = p.sweep; };
    watch.should_stop = [&] { return last >= 170 * (stops + 1); };
    const std::string name = fmt::format("stopped-{}", threads);
    FitEnd end = start_fit(folder_ / "corpus", options_, folder_ / name, watch);
    for (; end == FitEnd::interrupted; ++stops) end = resume_fit(folder_ / name, {}, watch);
    EXPECT_GE(stops, 1U);
    EXPECT_EQ(content(open_fit(folder_ / name)), content(whole)) << threads;
  }
}

TEST_P(FitUntilSettled, EndsAtItsLastSweepAndGoesOn) {
  const FitFolder whole = run("whole");
  options_.sweeps = 150;
  const FitFolder fit = run("fit");
  EXPECT_EQ(fit.manifest.at("ended_by"), "sweeps");
  EXPECT_EQ(sweeps_of(fit), 150U);
  ResumeChanges longer;
  longer.sweeps = 6400;
  longer.until = "settled";
  resume_fit(folder_ / "fit", longer, {});
  EXPECT_EQ(content(open_fit(folder_ / "fit")), content(whole)) << "as if it had had as many from the start";
}

TEST_P(FitUntilSettled, IsExtendedWithItsDraws) {
  const std::uint64_t sweeps = sweeps_of(run("fit"));
  const auto before = open_fit(folder_ / "fit").kept_sweeps(2);
  EXPECT_THROW(resume_fit(folder_ / "fit", {}, {}), UsageError);
  ResumeChanges changes;
  changes.sweeps = 2 * sweeps;
  resume_fit(folder_ / "fit", changes, {});
  const FitFolder longer = open_fit(folder_ / "fit");
  EXPECT_EQ(sweeps_of(longer), 2 * sweeps);
  EXPECT_EQ(longer.manifest.at("options").at("until"), "sweeps");
  EXPECT_EQ(option(longer, "burn-in"), sweeps / 2) << "as before";
  const auto after = longer.kept_sweeps(2);
  EXPECT_TRUE(std::ranges::includes(after, before));
  EXPECT_EQ(after.back(), 2 * sweeps);
  changes = {};
  changes.burn_in = sweeps;
  resume_fit(folder_ / "fit", changes, {});
  EXPECT_GT(open_fit(folder_ / "fit").kept_sweeps(1).front(), sweeps);
  EXPECT_EQ(sweeps_of(open_fit(folder_ / "fit")), 2 * sweeps);
}

INSTANTIATE_TEST_SUITE_P(Models, FitUntilSettled, ::testing::Values("lda", "hdp"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace themata::testing
