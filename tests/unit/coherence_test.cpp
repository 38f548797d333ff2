#include "themata/evaluate/coherence.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "support/gensim.hpp"

namespace themata {
namespace {

using testing::GensimValue;

std::vector<GensimValue> recorded_coherence() {
  return testing::read_gensim_values(testing::gensim_folder() / "results.tsv");
}

/// Those of which gensim counts the windows right: whole documents, and texts in which no word is near
/// itself.
std::vector<GensimValue> rightly_counted() {
  std::vector<GensimValue> values = recorded_coherence();
  std::erase_if(values, [](const GensimValue& one) { return one.window > 0 && one.text != "apart"; });
  return values;
}

TEST(Coherence, AgreesWithTheRecordedValuesOfGensim) {
  EXPECT_GE(recorded_coherence().size(), 250U);
  EXPECT_LT(testing::distance_from_gensim(recorded_coherence(), testing::OurCoherence(WindowCounts::gensim)),
            testing::gensim_limit);
}

TEST(Coherence, AgreesWithGensimWhereItCountsWindowsRight) {
  EXPECT_GE(rightly_counted().size(), 120U);
  EXPECT_LT(testing::distance_from_gensim(rightly_counted(), testing::OurCoherence(WindowCounts::exact)),
            testing::gensim_limit);
  EXPECT_GT(testing::distance_from_gensim(recorded_coherence(), testing::OurCoherence(WindowCounts::exact)),
            0.01)
      << "elsewhere the two rules must differ";
}

/// The counts of one list of words in a corpus.
struct Listed {
  Listed(const Corpus& corpus, std::vector<std::uint32_t> words, const Windows& windows = {})
      : list(std::move(words)),
        watched({list}, corpus.n_types()),
        pool(1),
        tally(count_windows(corpus, watched, std::span(&windows, 1), pool).front()) {}
  ListCounts counts() const { return {list, watched, tally}; }

  std::vector<std::uint32_t> list;
  WatchedWords watched;
  Pool pool;
  WindowTally tally;
};

// Four documents: word 0 is in 1, 2, 3; word 1 in 1, 2; word 2 in 4 alone; word 3 nowhere.
const Corpus& four_documents() {
  static const Corpus corpus = make_corpus({0, 1, 0, 1, 0, 2}, {0, 2, 4, 5, 6}, 4);
  return corpus;
}

TEST(Coherence, HandComputedDocuments) {
  const Listed pair(four_documents(), {0, 1});
  EXPECT_NEAR(*umass(pair.counts()), std::log((0.5 + 1e-12) / 0.75), 1e-14);
  EXPECT_NEAR(*npmi(pair.counts()), std::log(0.5 / (0.75 * 0.5)) / std::log(2), 1e-11);
  const Listed turned(four_documents(), {1, 0});
  EXPECT_NEAR(*umass(turned.counts()), std::log((0.5 + 1e-12) / 0.5), 1e-14);
  EXPECT_EQ(*npmi(turned.counts()), *npmi(pair.counts()));
  // npmi(0, 0) = npmi(1, 1) = 1 within 1e-11; x = npmi(0, 1): both vectors make the same angle with their
  // sum.
  const double x = std::log(4.0 / 3) / std::log(2);
  EXPECT_NEAR(*cv(pair.counts()), (1 + x) * (1 + x) / std::sqrt((1 + x * x) * 2 * (1 + x) * (1 + x)), 1e-10);
}

TEST(Coherence, WordsThatNeverMeetHaveAValue) {
  const Listed apart(four_documents(), {0, 2});
  EXPECT_NEAR(*umass(apart.counts()), std::log(1e-12 / 0.75), 1e-12);
  EXPECT_NEAR(*npmi(apart.counts()), std::log(1e-12 / (0.75 * 0.25)) / -std::log(1e-12), 1e-12);
  EXPECT_TRUE(std::isfinite(*cv(apart.counts())));
}

TEST(Coherence, WordsThatTheReferenceLacksAreLeftOut) {
  const Listed with(four_documents(), {0, 3, 1}), without(four_documents(), {0, 1});
  EXPECT_EQ(with.counts().n_words(), 2U);
  EXPECT_EQ(umass(with.counts()), umass(without.counts()));
  EXPECT_EQ(npmi(with.counts()), npmi(without.counts()));
  EXPECT_EQ(cv(with.counts()), cv(without.counts()));
}

TEST(Coherence, FewerThanTwoWordsHaveNone) {
  for (const std::vector<std::uint32_t>& words : {std::vector<std::uint32_t>{}, {0}, {3}, {0, 3}}) {
    const Listed listed(four_documents(), words);
    EXPECT_FALSE(umass(listed.counts()) || npmi(listed.counts()) || cv(listed.counts()));
  }
}

// gensim says -1 of such a pair, by the logarithm of 1 + 1e-12 on both sides of the fraction.
TEST(Coherence, WordsOfEveryWindowTellNothingOfEachOther) {
  const Corpus corpus = make_corpus({0, 1, 2, 1, 0, 0, 2, 1}, {0, 3, 5, 8}, 3);
  const Listed both(corpus, {0, 1});
  EXPECT_EQ(npmi(both.counts()), 0);
  EXPECT_NEAR(*umass(both.counts()), 0, 1e-11);
  EXPECT_NEAR(*cv(both.counts()), 1 / std::sqrt(2), 1e-14);
  const Listed one(corpus, {0, 2});
  EXPECT_NEAR(*npmi(one.counts()), 0, 1e-10);
}

}  // namespace
}  // namespace themata
