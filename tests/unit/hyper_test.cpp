#include "themata/sampling/state/hyper.hpp"

#include <gtest/gtest.h>

#include "support/problems.hpp"
#include "themata/models/lda/model.hpp"

// What the hyperparameters' kernels count; their distributions are tested in tests/exact/hyper_test.cpp.
namespace themata::sampling {
namespace {

lda::State small_state(const Corpus& corpus, Pool& pool) {
  lda::Settings settings;
  settings.topics = 2;
  const std::vector<Topic> z{0, 0, 1, 1, 1, 1, 0, 1};
  return lda::Model(settings).restore(corpus, z, {0.5, 0.5}, 0.4, pool);
}

TEST(AtLeast, CountsDocumentsByTopic) {
  const Corpus corpus = testing::eight_tokens().corpus();  // three tokens, none, five
  Pool pool(2);
  const lda::State state = small_state(corpus, pool);
  const auto at_least = document_counts_at_least(state.mix, corpus, pool);
  EXPECT_EQ(at_least[0], (AtLeast{2, 1}));        // m = 2 and 1
  EXPECT_EQ(at_least[1], (AtLeast{2, 1, 1, 1}));  // m = 1 and 4
  EXPECT_TRUE(at_least[2].empty());
}

TEST(AtLeast, CountsWordsOfAllTopicsTogether) {
  const Corpus corpus = testing::eight_tokens().corpus();
  Pool pool(2);
  const lda::State state = small_state(corpus, pool);
  // Words 0 1 0 | 2 3 3 0 2: topic 0 has n = 2, 1 of types 0, 1 (its third token is type 0, so 2 of type 0);
  // topic 1 has 1, 2, 2 of types 0, 2, 3.
  EXPECT_EQ(word_counts_at_least(state.mix, pool), (AtLeast{5, 3}));
}

TEST(Tables, AreAtLeastOneACountAndAtMostItsSize) {
  Stream stream({1}, Purpose::tables, 0, 0);
  for (int i = 0; i < 200; ++i) {
    const std::uint64_t tables = draw_tables(stream, AtLeast{5, 3, 3, 1}, 0.7);
    ASSERT_GE(tables, 5);
    ASSERT_LE(tables, 12);
  }
  EXPECT_EQ(draw_tables(stream, AtLeast{}, 0.7), 0);
  EXPECT_EQ(draw_tables(stream, AtLeast{4, 4}, 1e-300), 4);
}

TEST(LogShares, SkipEmptyDocuments) {
  const Corpus corpus = testing::Problem{{{}, {0}, {}}, 2}.corpus();
  Pool pool(1);
  const auto shares =
      draw_log_shares(Context{corpus, {1}, 1, pool}, make_layout(corpus, 1), [](std::size_t) { return 3.0; });
  ASSERT_EQ(shares.size(), 3U);
  EXPECT_EQ(shares[0], 0);
  EXPECT_LT(shares[1], 0);
  EXPECT_EQ(shares[2], 0);
}

}  // namespace
}  // namespace themata::sampling
