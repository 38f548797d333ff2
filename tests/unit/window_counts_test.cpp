#include "themata/evaluate/window_counts.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "support/plain_windows.hpp"

namespace themata {
namespace {

WindowTally tally_of(const Corpus& corpus, const WatchedWords& watched, const Windows& windows,
                     int threads = 1) {
  Pool pool(threads);
  return count_windows(corpus, watched, std::span(&windows, 1), pool).front();
}

// Words a b c d are 0 1 2 3; windows of three words: aba, bac, acd.
TEST(WindowCounts, AHandCountedText) {
  const Corpus corpus = make_corpus({0, 1, 0, 2, 3}, {0, 5}, 4);
  const WatchedWords watched({{0, 1}, {2, 1}, {0, 2}}, 4);
  EXPECT_EQ(watched.n_words(), 3U);
  EXPECT_EQ(watched.n_pairs(), 3U);
  EXPECT_EQ(watched.number(3), WatchedWords::none);
  const WindowTally exact = tally_of(corpus, watched, {3, WindowCounts::exact});
  EXPECT_EQ(exact.windows, 3U);
  EXPECT_EQ(exact.words, (std::vector<std::uint64_t>{3, 2, 2}));
  EXPECT_EQ(exact.pairs[watched.pair(0, 1)], 2U);
  EXPECT_EQ(exact.pairs[watched.pair(2, 0)], 2U);
  EXPECT_EQ(exact.pairs[watched.pair(1, 2)], 1U);
  const WindowTally gensim = tally_of(corpus, watched, {3, WindowCounts::gensim});
  EXPECT_EQ(gensim.words, (std::vector<std::uint64_t>{1, 2, 2}));
  EXPECT_EQ(gensim.pairs[watched.pair(0, 1)], 1U);
}

TEST(WindowCounts, ADocumentHasAWindowHoweverShort) {
  const Corpus corpus = make_corpus({0, 1, 0, 1, 1}, {0, 0, 2, 5}, 2);
  const WatchedWords watched({{0, 1}}, 2);
  for (const std::size_t size : {0U, 3U, 100U}) {
    const WindowTally tally = tally_of(corpus, watched, {size, WindowCounts::exact});
    EXPECT_EQ(tally.windows, 3U) << size;
    EXPECT_EQ(tally.words, (std::vector<std::uint64_t>{2, 2}));
    EXPECT_EQ(tally.pairs, (std::vector<std::uint64_t>{2}));
  }
  EXPECT_EQ(tally_of(corpus, watched, {2, WindowCounts::exact}).windows, 4U);
  EXPECT_EQ(tally_of(make_corpus({}, {0}, 2), watched, {}).windows, 0U);
}

TEST(WindowCounts, SeveralKindsAtOnceAreEachByItself) {
  const Corpus corpus = make_corpus({0, 1, 0, 2, 3, 1, 1, 0, 2}, {0, 5, 5, 9}, 4);
  const WatchedWords watched({{0, 1}, {2, 1, 3}}, 4);
  const std::vector<Windows> kinds{
      {0, WindowCounts::exact}, {2, WindowCounts::exact}, {3, WindowCounts::gensim}};
  Pool pool(1);
  const std::vector<WindowTally> together = count_windows(corpus, watched, kinds, pool);
  ASSERT_EQ(together.size(), 3U);
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const WindowTally alone = tally_of(corpus, watched, kinds[i]);
    EXPECT_EQ(together[i].windows, alone.windows);
    EXPECT_EQ(together[i].words, alone.words);
    EXPECT_EQ(together[i].pairs, alone.pairs);
  }
  EXPECT_NE(together[0].pairs, together[1].pairs);
}

TEST(WindowCounts, PairsAreThoseOfTheListsAlone) {
  const WatchedWords watched({{5, 2}, {}, {2, 7, 5}, {1}}, 9);
  EXPECT_EQ(watched.n_words(), 4U);
  EXPECT_EQ(watched.n_pairs(), 3U);
  EXPECT_TRUE(watched.partners(watched.number(1)).empty());
  EXPECT_EQ(watched.partners(watched.number(2)).size(), 2U);
  EXPECT_EQ(WatchedWords({}, 3).n_words(), 0U);
}

/// A corpus of few words, so that they come again, and all pairs of them.
struct RandomTexts {
  std::vector<std::vector<std::uint8_t>> documents;

  Corpus corpus() const {
    std::vector<std::uint32_t> tokens;
    std::vector<std::uint64_t> offsets{0};
    for (const auto& document : documents) {
      for (const std::uint8_t word : document) tokens.push_back(word % 6);
      offsets.push_back(tokens.size());
    }
    return make_corpus(std::move(tokens), std::move(offsets), 6);
  }
};

using WordPair = std::pair<std::uint32_t, std::uint32_t>;

RC_GTEST_PROP(WindowCounts, AreThoseOfWindowsTakenOneByOne,
              (std::vector<std::vector<std::uint8_t>> documents)) {
  const Corpus corpus = RandomTexts{documents}.corpus();
  const Windows windows{*rc::gen::inRange<std::size_t>(0, 12),
                        *rc::gen::element(WindowCounts::exact, WindowCounts::gensim)};
  const WatchedWords watched({{0, 1, 2}, {4, 3, 0}}, 6);
  const WindowTally tally = tally_of(corpus, watched, windows);
  RC_ASSERT(tally.windows == testing::plain_count(corpus, {}, windows));
  for (const std::uint32_t word : {0U, 1U, 2U, 3U, 4U})
    RC_ASSERT(tally.words[watched.number(word)] == testing::plain_count(corpus, {word}, windows));
  for (const auto& [a, b] : std::initializer_list<WordPair>{{0, 1}, {0, 2}, {1, 2}, {0, 3}, {0, 4}, {3, 4}})
    RC_ASSERT(tally.pairs[watched.pair(a, b)] == testing::plain_count(corpus, {a, b}, windows));
}

TEST(WindowCounts, DoNotDependOnThreads) {
  std::vector<std::uint32_t> tokens(20000);
  for (std::size_t i = 0; i < tokens.size(); ++i) tokens[i] = static_cast<std::uint32_t>(i * i * i % 97 % 40);
  std::vector<std::uint64_t> offsets(1001);
  for (std::size_t d = 0; d < offsets.size(); ++d) offsets[d] = 20 * d;
  const Corpus corpus = make_corpus(std::move(tokens), std::move(offsets), 40);
  std::vector<std::uint32_t> all(40);
  std::iota(all.begin(), all.end(), 0U);
  const WatchedWords watched({all}, 40);
  const WindowTally one = tally_of(corpus, watched, {7, WindowCounts::exact}, 1);
  EXPECT_GT(*std::ranges::max_element(one.pairs), 0U);
  for (const int threads : {2, 5}) {
    const WindowTally more = tally_of(corpus, watched, {7, WindowCounts::exact}, threads);
    EXPECT_EQ(more.windows, one.windows);
    EXPECT_EQ(more.words, one.words);
    EXPECT_EQ(more.pairs, one.pairs);
  }
}

}  // namespace
}  // namespace themata
