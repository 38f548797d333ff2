#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "support/problems.hpp"
#include "themata/models/lda/model.hpp"
#include "themata/sampling/scans/block_collapsed.hpp"

// Counts in lists, of words and of documents, and when a sweep takes them.
namespace themata::sampling {
namespace {

WordTopicTable counts_of(const std::vector<std::map<std::size_t, std::int32_t>>& rows, std::size_t slots) {
  WordTopicTable counts(rows.size(), slots);
  for (std::size_t v = 0; v < rows.size(); ++v)
    for (const auto& [k, n] : rows[v]) counts.row(v)[k] = n;
  return counts;
}

/// One block of all types.
Layout layout_of(std::uint32_t types) { return make_layout(testing::Problem{{}, types}.corpus(), 1); }

std::map<std::size_t, std::int32_t> read(const WordList& word) {
  std::map<std::size_t, std::int32_t> found;
  for (std::size_t i = 0; i < word.n_places; ++i) {
    const bool is_new = found.emplace(word.topic(i), word.count(i)).second;
    EXPECT_TRUE(is_new) << "topic " << word.topic(i) << " twice";
  }
  return found;
}

TEST(WordListsTest, HoldWhatTheCountsDo) {
  std::map<std::size_t, std::int32_t> many;
  for (std::size_t k = 0; k < 40; ++k) many[k + 3] = static_cast<std::int32_t>(k + 1);
  const auto rows =
      std::vector<std::map<std::size_t, std::int32_t>>{{{0, 2}, {63, 1}}, {}, many, {{31, 70'000}}};
  const WordTopicTable counts = counts_of(rows, 64);
  Pool pool(2);
  WordLists lists;
  for (int again = 0; again < 2; ++again) {
    lists.fill(counts, layout_of(4), pool);
    for (std::size_t v = 0; v < rows.size(); ++v) EXPECT_EQ(read(lists.word(v)), rows[v]);
  }
  // One group for each token of words of two topics and one, three for those of forty.
  EXPECT_EQ(lists.groups_of_tokens(), 3 + 3 * (40 * 41 / 2) + 70'000);
  // Whatever lies in a word's last group beyond its topics weighs nothing.
  const WordList& word = lists.word(2);
  for (std::size_t i = word.n_places; i < 48; ++i) EXPECT_EQ(word.count(i), 0);
}

TEST(WordListsTest, TakeMoreRoomWhereTokensOrSlotsAreMore) {
  Pool pool(1);
  WordLists lists;
  lists.fill(counts_of({{{1, 1}}, {{2, 1}}}, 16), layout_of(2), pool);
  std::map<std::size_t, std::int32_t> many;
  for (std::size_t k = 0; k < 100; ++k) many[k] = 1;
  const std::vector<std::map<std::size_t, std::int32_t>> more{many, {{111, 5}}};
  lists.fill(counts_of(more, 112), layout_of(2), pool);
  for (std::size_t v = 0; v < more.size(); ++v) {
    EXPECT_EQ(read(lists.word(v)), more[v]);
    const bool takes_every_topic = lists.word(v).n_groups == 7;
    EXPECT_TRUE(takes_every_topic || lists.word(v).n_groups * slot_group > 5);
  }
}

TEST(WordListsTest, AreWrittenBack) {
  Pool pool(1);
  WordTopicTable counts = counts_of({{{1, 2}, {5, 1}}, {{2, 4}}}, 16);
  WordLists lists;
  lists.fill(counts, layout_of(2), pool);
  --lists.word(0).count(1);
  lists.word(0).add(9, 1, 16);
  lists.write_back(counts, pool);
  EXPECT_EQ(counts.row(0)[1], 2);
  EXPECT_EQ(counts.row(0)[5], 0);
  EXPECT_EQ(counts.row(0)[9], 1);
  EXPECT_EQ(counts.row(1)[2], 4);
}

TEST(DocumentListsTest, HoldTheTopicsOfEachDocument) {
  const Corpus corpus = testing::Problem{{{0, 0, 0, 0}, {}, {0, 0, 0}}, 1}.corpus();
  const std::vector<Topic> topics{7, 3, 7, 7, 15, 0, 1};
  Pool pool(1);
  DocumentLists lists;
  lists.fill(topics, corpus, 16, pool);
  const auto read_document = [&](std::size_t d) {
    const DocumentLists::List list = lists.of(d);
    std::map<std::size_t, std::uint32_t> found;
    for (std::uint32_t i = 0; i < *list.size; ++i) found[list.topics[i]] += list.counts[i];
    EXPECT_EQ(found.size(), *list.size);
    return found;
  };
  using Found = std::map<std::size_t, std::uint32_t>;
  EXPECT_EQ(read_document(0), (Found{{7, 3}, {3, 1}}));
  EXPECT_EQ(read_document(1), Found());
  EXPECT_EQ(read_document(2), (Found{{15, 1}, {0, 1}, {1, 1}}));
}

/// A chain of one word type by lists: its list fills up with topics that have lost their tokens, again and
/// again.
TEST(BlockScanTest, ListsThatFillUpKeepTheirCounts) {
  const Corpus corpus = testing::Problem{testing::Documents(9, {0, 1, 0, 2}), 3}.corpus();
  lda::Settings settings;
  settings.topics = 300;
  settings.alpha = 50;
  settings.beta = 5;
  settings.sampler.block_scan = BlockScan::lists;
  settings.blocks = 2;
  const lda::Model model(settings);
  Pool pool(1);
  const Key key = chain_key(4, 1);
  lda::State state = model.init(corpus, key, pool);
  for (std::uint64_t sweep = 1; sweep <= 200; ++sweep) {
    for (const auto& kernel : model.kernels()) kernel.step(state, Context{corpus, key, sweep, pool});
    ASSERT_NO_THROW(model.check(state, corpus)) << "after sweep " << sweep;
  }
}

/// Both scans from the same state: which of them a sweep took shows in the topics.
TEST(BlockScanTest, IsChosenByWhatCostsLess) {
  const Corpus corpus = testing::random_problem(200, 300, 3).corpus();
  Pool pool(1);
  const auto topics_after = [&](std::size_t topics, std::size_t used, BlockScan scan) {
    lda::Settings settings;
    settings.topics = topics;
    settings.sampler.block_scan = scan;
    settings.blocks = 4;
    const lda::Model model(settings);
    std::vector<Topic> z(corpus.n_tokens());
    for (std::size_t i = 0; i < z.size(); ++i) z[i] = static_cast<Topic>(i % used * 37 % topics);
    lda::State state = model.restore(corpus, z, std::vector<double>(topics, 0.1), 0.01, pool);
    for (const auto& kernel : model.kernels()) kernel.step(state, Context{corpus, chain_key(1, 1), 1, pool});
    return state.mix.topics;
  };
  const auto expect_taken = [&](std::size_t topics, std::size_t used, BlockScan expected) {
    const BlockScan other = expected == BlockScan::lists ? BlockScan::dense : BlockScan::lists;
    const auto found = topics_after(topics, used, BlockScan::automatic);
    EXPECT_EQ(found, topics_after(topics, used, expected)) << topics << " topics, " << used << " used";
    EXPECT_NE(found, topics_after(topics, used, other)) << "the two cannot be told apart";
  };
  expect_taken(1000, 5, BlockScan::lists);
  expect_taken(100, 5, BlockScan::dense);
}

}  // namespace
}  // namespace themata::sampling
