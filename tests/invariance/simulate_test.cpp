#include "themata/simulate/simulate.hpp"

#include <gtest/gtest.h>

#include "support.hpp"
#include "support/simulation.hpp"

// Simulated corpora are the same for any number of threads: their manifests hold the checksums of all their
// files.
namespace themata::testing {
namespace {

class Simulation : public ::testing::TestWithParam<const char*> {
 protected:
  static SimulateOptions options() {
    const std::string model = GetParam();
    SimulateOptions options = model == "lda" ? small_lda() : model == "hdp" ? small_hdp() : small_zipf();
    options.read("lengths", "log-normal");
    options.read("documents", "3000");
    options.truth = true;
    if (model == "zipf") {
      options.read("types", "2000");
      options.read("tokens", "120000");
    }
    return options;
  }
  static std::string manifest(SimulateOptions options) {
    const test::TemporaryFolder folder;
    simulate_corpus(options, folder / "corpus");
    return test::read_bytes(folder / "corpus/manifest.json");
  }
};

TEST_P(Simulation, IsTheSameForAnyThreads) {
  SimulateOptions asked = options();
  asked.read("threads", "1");
  const std::string alone = manifest(asked);
  for (const std::uint64_t threads : {2U, 3U, 8U}) {
    asked.set("threads", std::uint64_t{threads});
    EXPECT_EQ(manifest(asked), alone) << threads;
  }
  asked.read("seed", "2");
  EXPECT_NE(manifest(asked), alone);
}

INSTANTIATE_TEST_SUITE_P(Models, Simulation, ::testing::Values("lda", "hdp", "zipf"),
                         [](const auto& model) { return std::string(model.param); });

TEST(SimulatedRounds, AreDrawnOneAfterTheOther) {
  // More tokens than fit into a round, and a document that is larger than one by itself.
  SimulateOptions options = small_lda();
  options.read("documents", "3");
  options.read("length", "5000000");
  options.read("lengths", "fixed");
  const Drawn drawn = draw_all(options);
  ASSERT_EQ(drawn.words.size(), 15'000'000U);
  EXPECT_EQ(drawn.words, draw_all(options, 1).words);
}

}  // namespace
}  // namespace themata::testing
