#include <gtest/gtest.h>

#include <vector>

#include "support/hpc_rank_chains.hpp"
#include "themata/cluster/in_process.hpp"

// Hierarchical Poisson convolution has the same bits for any number of ranks times any number of threads
// (docs/theory/hpc.md, "Over several machines").
namespace themata::testing {
namespace {

struct RanksOfRates {
  std::size_t ranks;
  int threads;
  std::uint64_t delays = 0;  ///< seed
  std::uint64_t resumed_at = 0;
};

const std::vector<RanksOfRates> several_ranks_of_rates{{5, 2, 3, 2}, {2, 2, 1},    {1, 1}, {2, 1},
                                                       {3, 1, 2},    {3, 2, 0, 5}, {5, 1}, {8, 1, 4}};

/// With so many documents that each of five ranks has some, and with fewer than a rank must have.
class HpcRanks : public ::testing::TestWithParam<std::size_t> {
 protected:
  ReachedRates run(const hpc::Settings& settings, const RanksOfRates& how) const {
    std::vector<ReachedRates> all(how.ranks);
    run_ranks(
        how.ranks,
        [&](const Communicator& ranks) {
          all[ranks.rank()] = run_hpc_chain(settings, corpus_, &ranks, how.threads, how.resumed_at);
        },
        Delays{how.delays});
    for (const ReachedRates& one : all) EXPECT_TRUE(one == all[0]) << "all ranks know the same";
    return all[0];
  }

  void expect_the_same(const hpc::Settings& settings) const {
    const ReachedRates alone = run_hpc_chain(settings, corpus_, nullptr, 1);
    if (!watched_for_races) {
      hpc::Settings other = settings;
      other.priors.psi_deviation *= 1 + 1e-6;
      ASSERT_FALSE(run_hpc_chain(other, corpus_, nullptr, 1) == alone)
          << "the comparison must see another chain";
    }
    for (const RanksOfRates& how : enough_of(several_ranks_of_rates, 2))
      EXPECT_TRUE(run(settings, how) == alone)
          << how.ranks << " ranks of " << how.threads << " threads, delays " << how.delays << ", resumed at "
          << how.resumed_at;
  }

  const Corpus corpus_ = random_problem(GetParam(), 300, 3).corpus();
};

TEST_P(HpcRanks, ATreeIsTheSameOnAnyRanks) { expect_the_same(chain_rank_hpc(corpus_)); }
TEST_P(HpcRanks, CorrelatedAffinitiesAreTheSameOnAnyRanks) {
  expect_the_same(chain_rank_correlated_hpc(corpus_));
}
TEST_P(HpcRanks, PcmIsTheSameOnAnyRanks) { expect_the_same(chain_rank_pcm()); }

INSTANTIATE_TEST_SUITE_P(Documents, HpcRanks, ::testing::Values(40, 400));

TEST(HpcShare, HasWholePiecesOfAboutAsManyTokens) {
  const Corpus corpus = random_problem(4000, 50, 4).corpus();
  run_ranks(5, [&](const Communicator& ranks) {
    const hpc::Share share = hpc::share_of(corpus, ranks);
    const auto [first, last] = share.documents();
    EXPECT_EQ(first % hpc::documents_per_sum, 0U);
    EXPECT_TRUE(ranks.rank() == 4 || last % hpc::documents_per_sum == 0);
    const double tokens = static_cast<double>(corpus.offsets()[last] - corpus.offsets()[first]);
    EXPECT_NEAR(tokens / static_cast<double>(corpus.n_tokens()), 0.2, 0.02);
    EXPECT_EQ(ranks.sum(last - first), corpus.n_documents());
  });
}

TEST(HpcShare, OfFewDocumentsIsEmpty) {
  const Corpus corpus = random_problem(40, 50, 4).corpus();
  run_ranks(3, [&](const Communicator& ranks) {
    const auto [first, last] = hpc::share_of(corpus, ranks).documents();
    EXPECT_EQ(ranks.sum(std::uint64_t{first == last}), 2U) << "one rank has all";
    EXPECT_EQ(ranks.sum(last - first), corpus.n_documents());
  });
}

}  // namespace
}  // namespace themata::testing
