#include <gtest/gtest.h>

#include "support.hpp"
#include "support/small_fit.hpp"
#include "themata/store/fit_folder.hpp"

// The chains of a fit, which run side by side, are the same for any number of threads.
namespace themata::testing {
namespace {

class FitOfSeveralChains : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override { write_problem(random_problem(60, 40, 1), folder_ / "corpus"); }

  std::vector<std::string> states(std::uint64_t chains, std::uint64_t threads) const {
    FitOptions options = small_options(GetParam());
    options.chains = chains;
    options.threads = threads;
    options.trace_every = 2;
    options.sweeps = sweeps_;
    options.until = until_;
    const std::filesystem::path fit = folder_ / fmt::format("fit-{}-{}", chains, threads);
    FitWatch watch;
    std::size_t reports = 0;  // not atomic: the thread sanitizer sees two calls at once
    watch.report = [&](const FitProgress&) { ++reports; };
    watch.should_stop = [&] { return reports > 1000; };
    EXPECT_EQ(start_fit(folder_ / "corpus", options, fit, watch), FitEnd::complete);
    const nlohmann::json manifest = open_fit(fit).manifest;
    std::size_t sweeps = 0;
    for (const nlohmann::json& chain : manifest.at("chains")) sweeps += chain.at("sweep").get<std::size_t>();
    EXPECT_EQ(reports, sweeps / options.trace_every);
    std::vector<std::string> hashes;
    for (const nlohmann::json& chain : manifest.at("chains"))
      hashes.push_back(chain.at("state_hash").get<std::string>());
    return hashes;
  }

  test::TemporaryFolder folder_;
  std::uint64_t sweeps_ = 20;
  std::string until_ = "sweeps";
};

TEST_P(FitOfSeveralChains, IsTheSameForAnyThreads) {
  for (const std::uint64_t chains : {2U, 3U}) {
    const std::vector<std::string> alone = states(chains, 1);
    ASSERT_EQ(alone.size(), chains);
    EXPECT_NE(alone[0], alone[1]);
    for (const std::uint64_t threads : {2U, 4U})
      EXPECT_EQ(states(chains, threads), alone) << chains << " chains on " << threads;
  }
}

TEST_P(FitOfSeveralChains, ThatIsJudgedOnItsWayIsTheSameForAnyThreads) {
  sweeps_ = 250;  // judged at 200
  until_ = "settled";
  const std::vector<std::string> alone = states(2, 1);
  for (const std::uint64_t threads : {2U, 4U}) EXPECT_EQ(states(2, threads), alone) << threads;
}

INSTANTIATE_TEST_SUITE_P(Models, FitOfSeveralChains, ::testing::Values("lda", "hdp"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace themata::testing
