#include "themata/io/scratch.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "support/fit_content.hpp"
#include "support/rank_chains.hpp"
#include "support/small_fit.hpp"
#include "themata/cluster/in_process.hpp"

// The same bits where groups of documents have several parts, and where the tokens are in files
// (sampling/state/cell_order.hpp, io/scratch.hpp).
namespace themata::testing {
namespace {

class ChainInParts : public ::testing::TestWithParam<std::uint32_t> {
 protected:
  static constexpr std::uint64_t tokens_of_part = 200;

  template <class Settings>
  Reached run(const Settings& settings, int threads) const {
    return run_chain_of(settings, corpus_, nullptr, threads, tokens_of_part);
  }

  /// In memory and in files, for any threads, and over ranks.
  template <class Settings>
  void expect_the_same(const Settings& settings) const {
    const Reached alone = run(settings, 1);
    for (const int threads : {2, 5}) EXPECT_TRUE(run(settings, threads) == alone) << threads << " threads";
    const Scratch scratch(std::filesystem::temp_directory_path());
    for (const int threads : {1, 2, 5})
      EXPECT_TRUE(run(settings, threads) == alone) << threads << " threads, in files";
    for (const std::size_t n : {2U, 3U})
      run_ranks(n, [&](const Communicator& ranks) {
        const Reached one = run_chain_of(settings, corpus_, &ranks, 2, tokens_of_part);
        EXPECT_TRUE(one == alone) << n << " ranks";
      });
  }

  const Corpus corpus_ = random_problem(300, 400, 3).corpus();
};

TEST_P(ChainInParts, LdaIsTheSame) { expect_the_same(chain_lda(dense, GetParam())); }
TEST_P(ChainInParts, LdaByListsIsTheSame) { expect_the_same(chain_lda(lists, GetParam())); }
TEST_P(ChainInParts, HdpIsTheSame) { expect_the_same(chain_rank_hdp(GetParam())); }
TEST_P(ChainInParts, HdpByListsIsTheSame) { expect_the_same(chain_rank_hdp_by_lists(GetParam())); }
TEST_P(ChainInParts, HdpWithTableMovesIsTheSame) {
  expect_the_same(with_table_moves(chain_rank_hdp_by_lists(GetParam())));
}

INSTANTIATE_TEST_SUITE_P(Blocks, ChainInParts, ::testing::Values(1, 3, 8));

TEST(Parts, OfOneGroupDoNotChangeLda) {
  const Corpus corpus = random_problem(300, 400, 3).corpus();
  for (const auto& choice : {dense, lists})
    EXPECT_TRUE(run_chain_of(chain_lda(choice, 3), corpus, nullptr, 2, 200) ==
                run_chain_of(chain_lda(choice, 3), corpus, nullptr, 2));
}

/// A whole fit with its summaries.
TEST(FitInFiles, IsThatInMemory) {
  const test::TemporaryFolder folder;
  write_problem(random_problem(300, 400, 3), folder / "corpus");
  for (const std::string model : {"lda", "hdp", "lida", "dmm", "pcm"}) {
    FitOptions options = options_from(model, {{"topics", "4"}});
    options.sweeps = 20;
    options.keep = 3;
    options.chains = 1;
    options.threads = 2;
    start_fit(folder / "corpus", options, folder / (model + "-memory"), {});
    const Scratch scratch(folder.path());
    start_fit(folder / "corpus", options, folder / (model + "-files"), {});
    EXPECT_TRUE(content_of(folder / (model + "-memory")) == content_of(folder / (model + "-files"))) << model;
  }
}

}  // namespace
}  // namespace themata::testing
