#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "themata/consensus/agreement.hpp"
#include "themata/consensus/topic_groups.hpp"
#include "themata/counts/holding.hpp"
#include "themata/random/stream.hpp"

namespace themata {
namespace {

using Parts = std::vector<std::uint32_t>;

// Values of scikit-learn 1.7: mutual_info_score less expected_mutual_information, adjusted_mutual_info_score.
TEST(PartitionAgreement, IsThatOfVinhEppsAndBailey) {
  const PartitionAgreement some = agreement_of(Parts{0, 0, 0, 1, 1, 1, 2, 2}, Parts{0, 0, 1, 1, 1, 2, 2, 2});
  EXPECT_NEAR(some.information, 0.22431426372279867, 1e-12);
  EXPECT_NEAR(some.adjusted, 0.319672650569647, 1e-12);
  const PartitionAgreement crossed = agreement_of(Parts{0, 1, 0, 1}, Parts{0, 0, 1, 1});
  EXPECT_NEAR(crossed.information, -0.23104906018664825, 1e-12);
  EXPECT_NEAR(crossed.adjusted, -0.5, 1e-12);
  Parts a(100), b(100);
  for (std::uint32_t i = 0; i < 100; ++i) a[i] = i / 10, b[i] = i / 12;
  EXPECT_NEAR(agreement_of(a, b).information, 1.3100122634249678, 1e-11);
  EXPECT_NEAR(agreement_of(a, b).adjusted, 0.7283809770308637, 1e-11);
  EXPECT_NEAR(agreement_of(b, a).adjusted, 0.7283809770308637, 1e-11);
}

TEST(PartitionAgreement, IsOneOfEqualPartitionsWhateverTheirNumbers) {
  EXPECT_NEAR(agreement_of(Parts{0, 0, 1, 1}, Parts{1, 1, 0, 0}).adjusted, 1, 1e-12);
  EXPECT_NEAR(agreement_of(Parts{7, 7, 3, 9, 9}, Parts{0, 0, 1, 5, 5}).adjusted, 1, 1e-12);
}

TEST(PartitionAgreement, IsNothingWhereAllIsOnePart) {
  EXPECT_EQ(agreement_of(Parts{0, 0, 0}, Parts{0, 1, 2}).information, 0);
  EXPECT_EQ(agreement_of(Parts{4, 4, 4}, Parts{4, 4, 4}).adjusted, 0);
}

// The expectation by all permutations of four things, as the formula has it.
TEST(PartitionAgreement, HasAMeanOfZeroOverAllPermutations) {
  const Parts a{0, 0, 1, 2, 2};
  Parts b{0, 0, 0, 1, 2};
  double sum = 0;
  std::vector<std::size_t> order(a.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  do {
    Parts permuted;
    for (const std::size_t i : order) permuted.push_back(b[i]);
    sum += agreement_of(a, permuted).information;
  } while (std::ranges::next_permutation(order).found);
  EXPECT_NEAR(sum, 0, 1e-10);
}

TEST(RecurringTopics, NeedAShareOfTheChainsAndTwoAtLeast) {
  EXPECT_EQ(least_chains(12, 0.75), 9U);
  EXPECT_EQ(least_chains(10, 0.75), 8U);
  EXPECT_EQ(least_chains(4, 0.75), 3U);
  EXPECT_EQ(least_chains(2, 0.1), 2U);
  EXPECT_EQ(least_chains(1, 0.75), 1U);
  EXPECT_EQ(least_chains(8, 1), 8U);
}

// Quantiles of Beta(m + 1/2, n - m + 1/2) by SciPy 1.16.
TEST(Recurrence, IsThatOfJeffreysPrior) {
  const Recurrence all = recurrence_of(12, 12), few = recurrence_of(2, 8);
  EXPECT_NEAR(all.mean, 12.5 / 13, 1e-12);
  EXPECT_NEAR(all.low, 0.8549434818071235, 1e-10);
  EXPECT_NEAR(all.high, 0.999839550791377, 1e-10);
  EXPECT_NEAR(few.low, 0.07631498583180729, 1e-10);
  EXPECT_NEAR(few.high, 0.5378137913352304, 1e-10);
}

/// Chains that have the same topics of ten words each, with noise, in an order of their own, and one topic
/// that no other chain has. Document d is of topic d mod n.
ChainTopics drawn_chains(std::size_t n_chains, std::uint32_t n_topics, std::uint64_t seed) {
  ChainTopics all;
  all.n_chains = n_chains;
  all.n_types = 10 * n_topics + 10 * n_chains;
  all.documents.resize(40 * n_topics);
  for (std::uint32_t c = 0; c < n_chains; ++c) {
    Stream stream(chain_key(seed, c + 1), Purpose::data, 0, 0);
    const auto first = static_cast<std::uint32_t>(all.size());
    for (std::uint32_t i = 0; i <= n_topics; ++i) {
      const bool is_own = i == n_topics;
      const std::uint32_t topic = is_own ? n_topics + c : (i + c) % n_topics;
      std::vector<MeanCount> words;
      for (std::uint32_t v = 0; v < 10; ++v)
        words.push_back({10 * topic + v, static_cast<float>(100 + 40 * stream.uniform())});
      all.chain.push_back(c);
      all.words.push_back(std::move(words));
      all.tokens.push_back(is_own ? 50 : 1000 + topic);
      if (is_own) continue;
      for (std::size_t d = topic; d < all.documents.size(); d += n_topics)
        all.documents[d].push_back({first + i, 30});
    }
    for (auto& cells : all.documents) cells.push_back({first + n_topics, 2});
  }
  for (auto& cells : all.documents) std::ranges::sort(cells, {}, &MeanCount::of);
  return all;
}

class RecurringTopicsOfChains : public ::testing::TestWithParam<std::uint32_t> {};

TEST_P(RecurringTopicsOfChains, AreFoundAtTheCutThatIsChosen) {
  Pool pool(1);
  const std::uint32_t n = GetParam();
  const ChainTopics chains = drawn_chains(6, n, 5);
  const CostMatrix distances = distances_of(chains, pool);
  const CutScore cut = best_cut(score_cuts(chains, distances, 0.75, pool));
  EXPECT_NEAR(cut.agreement.adjusted, 1, 1e-9);
  const RecurringTopics found =
      cut_tree(chains, average_linkage(distances), cut.height, least_chains(6, 0.75));
  ASSERT_EQ(found.groups.size(), n);
  for (const RecurringTopic& group : found.groups) EXPECT_EQ(group.chains, 6U);
  for (std::size_t k = 0; k < chains.size(); ++k)
    EXPECT_EQ(found.group_of[k] == RecurringTopics::none, chains.tokens[k] == 50) << k;
  EXPECT_GT(found.groups.front().tokens, found.groups.back().tokens);
  const double all = std::accumulate(chains.tokens.begin(), chains.tokens.end(), 0.0);
  EXPECT_NEAR(found.share, 1 - 6 * 50 / all, 1e-12);
  std::vector<std::uint32_t> documents(chains.documents.size());
  std::iota(documents.begin(), documents.end(), 0U);
  const Parts parts = main_topics(chains, found, documents);
  Parts truth;
  for (const std::uint32_t d : documents) truth.push_back(d % n);
  EXPECT_NEAR(agreement_of(parts, truth).adjusted, 1, 1e-12);
}

TEST_P(RecurringTopicsOfChains, DoNotDependOnTheNumberOfThreads) {
  Pool one(1), three(3);
  const ChainTopics chains = drawn_chains(5, GetParam(), 9);
  const CostMatrix a = distances_of(chains, one), b = distances_of(chains, three);
  const auto first = score_cuts(chains, a, 0.75, one), second = score_cuts(chains, b, 0.75, three);
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i].score(), second[i].score());
}

INSTANTIATE_TEST_SUITE_P(Numbers, RecurringTopicsOfChains, ::testing::Values(2U, 5U, 20U));

TEST(RecurringTopics, AreNoneBelowTheirDistances) {
  Pool pool(1);
  const ChainTopics chains = drawn_chains(4, 3, 2);
  const RecurringTopics found = cut_tree(chains, average_linkage(distances_of(chains, pool)), 0, 2);
  EXPECT_TRUE(found.groups.empty());
  EXPECT_EQ(found.share, 0);
  const std::vector<std::uint32_t> documents{0, 1};
  EXPECT_EQ(main_topics(chains, found, documents), (Parts{0, 0}));
}

// The last topic of a consensus is what does not come back, whatever its size.
TEST(TopicsHolding, AreTheLargestWhateverTheirOrder) {
  EXPECT_EQ(topics_holding({5, 3, 92}, 90), 1U);
  EXPECT_EQ(topics_holding({5, 3, 92}, 97), 2U);
  EXPECT_EQ(topics_holding({92, 5, 3}, 99), 3U);
}

TEST(MainTopics, OfEqualOnesIsTheLarger) {
  ChainTopics topics;
  topics.n_chains = 2;
  topics.chain = {0, 0, 1};
  topics.tokens = {5, 9, 1};
  topics.documents = {{{0, 3}, {1, 3}}, {{2, 8}, {0, 1}}, {}};
  RecurringTopics recurring;
  recurring.groups.resize(2);
  recurring.group_of = {1, 0, RecurringTopics::none};
  const std::vector<std::uint32_t> documents{0, 1, 2};
  EXPECT_EQ(main_topics(topics, recurring, documents), (Parts{0, 1, 2}));
}

}  // namespace
}  // namespace themata
