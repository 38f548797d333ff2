#include "themata/evaluate/word_scores.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "themata/corpus/corpus.hpp"
#include "themata/evaluate/topic_table.hpp"

namespace themata {
namespace {

// Two topics over four words: topic 0 has (3, 1, 0, 0), topic 1 has (1, 0, 2, 1); beta is 1.
const Corpus& small_corpus() {
  static const Corpus corpus = make_corpus({0, 0, 0, 1, 0, 2, 2, 3}, {0, 4, 4, 8}, 4);
  return corpus;
}
const std::vector<std::uint16_t> small_z{0, 0, 0, 0, 1, 1, 1, 1};

SparseCounts small_counts() { return topic_word_counts({small_corpus(), small_z, 2}); }

TEST(SparseCounts, HoldTheCellsOfEachTopic) {
  const SparseCounts counts = small_counts();
  EXPECT_EQ(counts.indptr, (LargeVector<std::int64_t>{0, 2, 5}));
  EXPECT_EQ(counts.indices, (LargeVector<std::int32_t>{0, 1, 0, 2, 3}));
  EXPECT_EQ(counts.values, (LargeVector<std::int32_t>{3, 1, 1, 2, 1}));
  EXPECT_EQ(row_sums(counts), (std::vector<std::uint64_t>{4, 4}));
  EXPECT_EQ(column_sums(counts), (std::vector<std::uint64_t>{4, 1, 2, 1}));
}

TEST(SparseCounts, KeepTheRowOfAnEmptyDocument) {
  const SparseCounts counts = document_topic_counts({small_corpus(), small_z, 2});
  EXPECT_EQ(counts.indptr, (LargeVector<std::int64_t>{0, 1, 1, 2}));
  EXPECT_EQ(document_word_counts(small_corpus()).indptr, (LargeVector<std::int64_t>{0, 2, 2, 5}));
  EXPECT_EQ(count_empty(small_corpus()), 1U);
}

// phi_0 = (4, 2, 1, 1) / 8 and phi_1 = (2, 1, 3, 2) / 8, with p = 1/2 each.
TEST(WordScores, AgreeWithTheHandComputedTable) {
  const SparseCounts counts = small_counts();
  const WordScores scores(counts, DirichletWords{1.0});
  EXPECT_DOUBLE_EQ(scores.probability(0, 0, 3), 0.5);
  EXPECT_DOUBLE_EQ(scores.exclusivity(0, 0, 3), 4.0 / 6);
  EXPECT_DOUBLE_EQ(scores.exclusivity(1, 2, 2), 3.0 / 4);
  const auto lift = scores.scores(0, {WordScore::lift, 0.5, 10});
  EXPECT_DOUBLE_EQ(lift[0], 0.5 / (4.0 / 8));
  EXPECT_DOUBLE_EQ(lift[1], 0.25 / (1.0 / 8));
  const auto score = scores.scores(0, {WordScore::score, 0.5, 10});
  EXPECT_NEAR(score[0], 0.5 * (std::log(0.5) - (std::log(0.5) + std::log(0.25)) / 2), 1e-14);
}

// Exclusivities of topic 0: 4/6, 2/3, 1/4, 1/3, so words 0 and 1 tie at rank 4; frequencies rank 4, 3, 2, 2.
TEST(WordScores, RankAmongAllWordsWithTiesAtTheirHighest) {
  const SparseCounts counts = small_counts();
  const auto ranks = WordScores(counts, DirichletWords{1.0}).ranks(0);
  ASSERT_EQ(ranks.size(), 2U);
  EXPECT_EQ(ranks[0].frequency, 4U);
  EXPECT_EQ(ranks[1].frequency, 3U);
  EXPECT_EQ(ranks[0].exclusivity, 4U);
  EXPECT_EQ(ranks[1].exclusivity, 4U);
}

// Against all V words one by one, with weights that put words without a token above some with, and a seed of
// a word without a token.
TEST(WordScores, RankByProbabilityAlsoWhereThePriorHasWeightsAndSeeds) {
  const SparseCounts counts = small_counts();
  const WordPrior prior({1, 1, 40, 1}, {{.type = 3, .topic = 0, .count = 5}});
  const WordScores scores(counts, DirichletWords{0.1}, prior);
  const std::vector<std::vector<std::int32_t>> cells{{3, 1, 0, 0}, {1, 0, 2, 1}};
  for (std::size_t k = 0; k < 2; ++k) {
    const auto ranks = scores.ranks(k);
    std::size_t i = 0;
    for (std::uint32_t v = 0; v < 4; ++v) {
      if (cells[k][v] == 0) continue;
      WordRanks expected;
      for (std::uint32_t w = 0; w < 4; ++w) {
        expected.frequency +=
            scores.probability(k, w, cells[k][w]) <= scores.probability(k, v, cells[k][v]) ? 1 : 0;
        expected.exclusivity +=
            scores.exclusivity(k, w, cells[k][w]) <= scores.exclusivity(k, v, cells[k][v]) + 1e-7 ? 1 : 0;
      }
      EXPECT_EQ(ranks[i].frequency, expected.frequency) << k << " " << v;
      EXPECT_EQ(ranks[i++].exclusivity, expected.exclusivity) << k << " " << v;
    }
  }
  EXPECT_EQ(scores.ranks(0)[1].frequency, 1U);  // 3.1, 1.1, 4 and 5.1 before normalization
}

TEST(WordScores, FrexWeighsExclusivity) {
  const WordRanks exclusive{1, 4}, frequent{4, 1};
  EXPECT_GT(frex(exclusive, 4, 0.9), frex(frequent, 4, 0.9));
  EXPECT_LT(frex(exclusive, 4, 0.1), frex(frequent, 4, 0.1));
  EXPECT_DOUBLE_EQ(frex(exclusive, 4, 0.25), 1 / (0.25 / 1.0 + 0.75 / 0.25));
}

TEST(WordScores, WithOneTopicAllWordsAreEquallyExclusive) {
  const std::vector<std::uint16_t> z(8, 0);
  const SparseCounts counts = topic_word_counts({small_corpus(), z, 1});
  for (const WordRanks& ranks : WordScores(counts, DirichletWords{0.01}).ranks(0))
    EXPECT_EQ(ranks.exclusivity, 4U);
}

TEST(WordScores, ATopicWithoutTokensHasNoWords) {
  const SparseCounts counts = topic_word_counts({small_corpus(), small_z, 3});
  const WordScores scores(counts, DirichletWords{0.01});
  for (const WordScore by : {WordScore::probability, WordScore::frex, WordScore::lift, WordScore::score})
    EXPECT_TRUE(scores.top(2, {by, 0.5, 10}).empty());
  EXPECT_EQ(scores.share(2), 0);
}

TEST(WordScores, AnEmptyCorpusHasTopicsWithoutWords) {
  const Corpus corpus = make_corpus({}, {0, 0}, 0);
  const SparseCounts counts = topic_word_counts({corpus, {}, 2});
  const WordScores scores(counts, DirichletWords{0.01});
  EXPECT_TRUE(scores.top(0, {}).empty());
  EXPECT_EQ(scores.share(1), 0);
}

TEST(TopicTable, EqualScoresAreOrderedByWordType) {
  const SparseCounts counts = small_counts();
  const auto rows = topic_rows(WordScores(counts, DirichletWords{1.0}), {});
  ASSERT_EQ(rows.size(), 2U);
  ASSERT_EQ(rows[1].words.size(), 3U);
  EXPECT_EQ(rows[1].words[0].type, 2U);
  EXPECT_EQ(rows[1].words[1].type, 0U);
  EXPECT_EQ(rows[1].words[2].type, 3U);
  EXPECT_EQ(topic_table_tsv(rows, {"a b", "c\td", "e", ""}),
            "topic\ttokens\tshare\twords\n0\t4\t0.500000\ta_b c_d\n1\t4\t0.500000\te a_b _\n");
}

TEST(TopicTable, QuantilesLeaveOutSmallTopics) {
  const auto groups = quantile_summary({1000, 800, 600, 400, 200, 100, 99, 0}, 100, 2);
  ASSERT_EQ(groups.size(), 5U);
  EXPECT_EQ(groups[0].topics, (std::vector<std::size_t>{0, 1}));
  EXPECT_DOUBLE_EQ(groups[1].tokens, 750);
  EXPECT_DOUBLE_EQ(groups[2].tokens, 500);
  EXPECT_EQ(groups[2].topics, (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(groups[4].topics, (std::vector<std::size_t>{4, 5}));
  EXPECT_TRUE(quantile_summary({99, 5}, 100, 5).empty());
  EXPECT_EQ(quantile_summary({150}, 100, 5)[3].topics, (std::vector<std::size_t>{0}));
}

}  // namespace
}  // namespace themata
