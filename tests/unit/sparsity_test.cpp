#include <gtest/gtest.h>

#include "support/problems.hpp"
#include "themata/models/lda/model.hpp"

namespace themata::sampling {
namespace {

TEST(Sparsity, CountsTheZerosOfTheTopicsInUse) {
  // Topics 0 and 2 of three: types 0 and 1 in topic 0, type 2 in topic 2; the last document has both.
  const Corpus corpus = testing::Problem{{{0, 1}, {}, {2, 0}}, 4}.corpus();
  lda::Settings settings;
  settings.topics = 3;
  Pool alone(1);
  const lda::State state =
      lda::Model(settings).restore(corpus, std::vector<Topic>{0, 0, 2, 0}, {1, 1, 1}, 0.1, alone);
  const Sparsity zeros = sparsity(state.mix, corpus, alone);
  EXPECT_DOUBLE_EQ(zeros.word_topic, 1 - 3.0 / 8);
  EXPECT_DOUBLE_EQ(zeros.document_topic, 1 - 3.0 / 6);
}

TEST(Sparsity, OfAnEmptyCorpusIsZero) {
  const Corpus corpus = testing::Problem{{{}}, 2}.corpus();
  lda::Settings settings;
  settings.topics = 2;
  Pool alone(1);
  const lda::State state = lda::Model(settings).restore(corpus, std::vector<Topic>{}, {1, 1}, 0.1, alone);
  EXPECT_EQ(sparsity(state.mix, corpus, alone).word_topic, 0);
}

}  // namespace
}  // namespace themata::sampling
