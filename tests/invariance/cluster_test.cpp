#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/rank_chains.hpp"
#include "themata/cluster/in_process.hpp"
#include "themata/io/interruptions.hpp"

// The same bits for any number of ranks times any number of threads (docs/theory/lda.md, "Over several
// machines").
namespace themata::testing {
namespace {

using sampling::TopicScan;

struct Ranks {
  std::size_t ranks;
  int threads;
  std::uint64_t delays = 0;  ///< seed
};

const std::vector<Ranks> several_ranks{{5, 2, 2}, {2, 2}, {1, 1}, {3, 1, 1}, {4, 1}, {8, 1, 3}};

class Cluster : public ::testing::TestWithParam<std::uint32_t> {
 protected:
  template <class Settings>
  Reached run(const Settings& settings, const Corpus& corpus, Ranks how) const {
    std::vector<Reached> all(how.ranks);
    run_ranks(
        how.ranks,
        [&](const Communicator& ranks) {
          all[ranks.rank()] = run_chain_of(settings, corpus, &ranks, how.threads);
        },
        Delays{how.delays});
    for (const Reached& one : all) EXPECT_TRUE(one == all[0]) << "all ranks know the same";
    return all[0];
  }

  template <class Settings>
  void expect_the_same(const Settings& settings) const {
    expect_the_same(settings, corpus_);
  }
  template <class Settings>
  void expect_the_same(const Settings& settings, const Corpus& corpus) const {
    const Reached alone = run_chain_of(settings, corpus, nullptr, 1);
    if (!watched_for_races) {
      Settings other = settings;
      other.alpha *= 1 + 1e-12;
      ASSERT_FALSE(run_chain_of(other, corpus, nullptr, 1) == alone)
          << "the comparison must see another chain";
    }
    for (const Ranks& how : enough_of(several_ranks, 2))
      EXPECT_TRUE(run(settings, corpus, how) == alone)
          << how.ranks << " ranks of " << how.threads << " threads, delays " << how.delays;
  }

  void expect_table_moves_the_same(const hdp::Settings& settings) const {
    const Reached alone = run_chain_of(settings, corpus_, nullptr, 1);
    ASSERT_GT(alone.born, 10U);
    ASSERT_GT(alone.died, 5U);
    EXPECT_TRUE(run_chain_of(settings, corpus_, nullptr, 3) == alone);
    expect_the_same(settings);
  }

  const Corpus corpus_ = random_problem(300, 400, 3).corpus();
};

TEST_P(Cluster, LdaIsTheSameOnAnyRanks) { expect_the_same(chain_lda(dense, GetParam())); }

TEST_P(Cluster, SymmetricLdaIsTheSameOnAnyRanks) {
  lda::Settings symmetric = chain_lda(dense, GetParam());
  symmetric.learn_alpha = lda::LearnAlpha::symmetric;
  expect_the_same(symmetric);
}

// One process has lists of rare words, ranks have rows.
TEST_P(Cluster, LdaOfALargeVocabularyIsTheSameOnAnyRanks) {
  lda::Settings settings = chain_lda_of_a_large_vocabulary();
  settings.blocks = GetParam();
  expect_the_same(settings, corpus_of_a_large_vocabulary());
}

TEST_P(Cluster, HdpIsTheSameOnAnyRanks) { expect_the_same(chain_rank_hdp(GetParam())); }

TEST_P(Cluster, LdaByListsIsTheSameOnAnyRanks) { expect_the_same(chain_lda(lists, GetParam())); }
TEST_P(Cluster, HdpByListsIsTheSameOnAnyRanks) { expect_the_same(chain_rank_hdp_by_lists(GetParam())); }

TEST_P(Cluster, HdpWithTableMovesIsTheSameOnAnyRanks) {
  expect_table_moves_the_same(with_table_moves(chain_rank_hdp(GetParam())));
}
TEST_P(Cluster, HdpByListsWithTableMovesIsTheSameOnAnyRanks) {
  expect_table_moves_the_same(with_table_moves(chain_rank_hdp_by_lists(GetParam())));
}

TEST_P(Cluster, LdaGivenPhiIsTheSameOnAnyRanks) {
  expect_the_same(chain_lda(given_phi(TopicScan::dense), GetParam()));
  expect_the_same(chain_lda(given_phi(TopicScan::sparse), GetParam()));
}
TEST_P(Cluster, LdaOfManyTopicsGivenPhiIsTheSameOnAnyRanks) { expect_the_same(chain_rank_auto(GetParam())); }
TEST_P(Cluster, HdpGivenPhiIsTheSameOnAnyRanks) {
  expect_the_same(chain_rank_hdp_given_phi(TopicScan::dense, GetParam()));
  expect_the_same(chain_rank_hdp_given_phi(TopicScan::sparse, GetParam()));
}
TEST_P(Cluster, HdpGivenPhiWithTableMovesIsTheSameOnAnyRanks) {
  expect_table_moves_the_same(with_table_moves(chain_rank_hdp_given_phi(TopicScan::dense, GetParam())));
}
TEST_P(Cluster, LdaGivenListsIsTheSameOnAnyRanks) {
  lda::Settings settings = chain_lda(given_lists(), GetParam());
  expect_the_same(settings);
  settings.topics = 400;  // some without tokens, whose masses are drawn again
  expect_the_same(settings);
  settings.beta = 1e-4;  // of which draws are skipped
  settings.learn_beta = false;
  expect_the_same(settings);
}
TEST_P(Cluster, HdpGivenListsIsTheSameOnAnyRanks) {
  expect_the_same(chain_hdp({.name = "hdp", .choice = given_lists(), .blocks = GetParam()}));
}
TEST_P(Cluster, TheUrnByListsIsTheSameOnAnyRanks) {
  lda::Settings settings = chain_lda(given_lists(sampling::PhiDraw::polya_urn), GetParam());
  expect_the_same(settings);
  settings.topics = 200;
  settings.beta = 1e-4;
  settings.learn_beta = false;
  expect_the_same(settings);
}
TEST_P(Cluster, TheUrnIsTheSameOnAnyRanks) {
  expect_the_same(chain_lda(given_phi(TopicScan::sparse, sampling::PhiDraw::polya_urn), GetParam()));
}
TEST_P(Cluster, TheUrnOfFewTokensIsTheSameOnAnyRanks) {
  // Of some topics all draws are 0, and come again.
  lda::Settings settings = chain_lda(given_phi(TopicScan::dense, sampling::PhiDraw::polya_urn), GetParam());
  settings.topics = 200;
  settings.beta = 1e-4;
  settings.learn_beta = false;
  expect_the_same(settings);
}
TEST_P(Cluster, SmallSumsOfPhiAreTheSameOnAnyRanks) {
  // Draws of topics without tokens lie far below what is expected of them, and are made again by the largest.
  lda::Settings settings = chain_lda(given_phi(TopicScan::dense), GetParam());
  settings.topics = 400;  // more than there are documents
  settings.beta = 1e-5;
  settings.learn_alpha = lda::LearnAlpha::no;  // so that tokens enter them
  settings.learn_beta = false;
  expect_the_same(settings);
}

TEST_P(Cluster, TheStartByTokensIsTheSameOnAnyRanks) {
  lda::Settings settings = chain_lda(dense, GetParam());
  settings.start = sampling::Start::tokens;
  expect_the_same(settings);
}

TEST_P(Cluster, TooManyTopicsOfTablesEndAllRanksAlike) {
  hdp::Settings settings = with_table_moves(chain_rank_hdp_by_lists(GetParam()));
  settings.max_topics = 12;
  const auto fault_of = [&](const Communicator* ranks) {
    try {
      run_chain_of(settings, corpus_, ranks, 1);
    } catch (const TopicLimitError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string alone = fault_of(nullptr);
  EXPECT_TRUE(alone.starts_with("the model needs")) << alone << ": of a move of tables";
  run_ranks(3, [&](const Communicator& ranks) { EXPECT_EQ(fault_of(&ranks), alone); });
}

INSTANTIATE_TEST_SUITE_P(Blocks, Cluster, ::testing::Values(1, 3, 8));

/// Of so many that ranks do not store where each block's piece of a document begins.
class ClusterOfManyBlocks : public Cluster {};

TEST_P(ClusterOfManyBlocks, LdaIsTheSameOnAnyRanks) { expect_the_same(chain_lda(dense, GetParam())); }
TEST_P(ClusterOfManyBlocks, LdaGivenPhiIsTheSameOnAnyRanks) { expect_the_same(chain_rank_auto(GetParam())); }
TEST_P(ClusterOfManyBlocks, HdpByListsIsTheSameOnAnyRanks) {
  expect_the_same(chain_rank_hdp_by_lists(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Blocks, ClusterOfManyBlocks, ::testing::Values(70));

}  // namespace
}  // namespace themata::testing
