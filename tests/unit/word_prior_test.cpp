#include "themata/counts/word_prior.hpp"

#include <gtest/gtest.h>

#include "support/problems.hpp"
#include "themata/models/lda/model.hpp"
#include "themata/sampling/state/word_beta.hpp"

namespace themata {
namespace {

const std::vector<Seed> some_seeds{{3, 1, 0.5}, {0, 2, 1.0}, {3, 0, 2.0}, {3, 1, 0.25}};

TEST(WordPrior, IsSymmetricByDefault) {
  const WordPrior prior;
  EXPECT_TRUE(prior.is_symmetric());
  EXPECT_EQ(prior.weight(7), 1);
  EXPECT_EQ(prior.total_weight(10), 10);
  EXPECT_EQ(prior.seed(0, 0), 0);
  EXPECT_TRUE(prior.seeds_of(3).empty());
}

TEST(WordPrior, AddsUpSeedsOfOneCellAndFindsThem) {
  const WordPrior prior({}, some_seeds);
  EXPECT_FALSE(prior.is_symmetric());
  ASSERT_EQ(prior.seeds().size(), 3U);
  EXPECT_EQ(prior.seed(1, 3), 0.75);
  EXPECT_EQ(prior.seed(2, 3), 0);
  ASSERT_EQ(prior.seeds_of(3).size(), 2U);
  EXPECT_EQ(prior.seeds_of(3)[0].topic, 0U);
  EXPECT_EQ(prior.seed_totals(3), (std::vector<double>{2.0, 0.75, 1.0}));
}

TEST(WordBeta, HoldsEveryCellAndTheTotalsOfEveryBlock) {
  const Corpus corpus = testing::eight_tokens().corpus();
  const std::vector<double> weights{0.5, 1, 2, 4};
  for (const std::uint32_t blocks : {1U, 2U, 4U}) {
    lda::Settings settings;
    settings.topics = 3;
    settings.blocks = blocks;
    settings.given.word_prior = WordPrior(weights, some_seeds);
    Pool alone(1);
    const lda::State state =
        lda::Model(settings).restore(corpus, sampling::TokenTopics(8, 0), {1, 1, 1}, 0.1, alone);
    const sampling::WordBeta betas(state.mix);
    for (std::size_t k = 0; k < 3; ++k) {
      double total = 0;
      for (std::size_t v = 0; v < 4; ++v) {
        const double expected = 0.1 * weights[v] + state.mix.word_prior.seed(k, v);
        EXPECT_NEAR(betas.at(k, v), expected, 1e-7);
        total += expected;
      }
      EXPECT_NEAR(betas.total(k), total, 1e-6);
    }
    EXPECT_EQ(betas.seeded(1), nullptr);
    EXPECT_NE(betas.seeded(3), nullptr);
  }
}

TEST(AllowedTopics, AreEverythingUnlessADocumentHasAList) {
  const sampling::AllowedTopics everything;
  EXPECT_TRUE(everything.everything());
  EXPECT_TRUE(everything.allows(5, 9));
  const sampling::AllowedTopics some({{2, 0, 2}, {}});
  EXPECT_EQ(some.of(0).size(), 2U);
  EXPECT_TRUE(some.allows(0, 2));
  EXPECT_FALSE(some.allows(0, 1));
  EXPECT_TRUE(some.allows(1, 1));
  const std::vector<double> values{1, 10, 100};
  EXPECT_EQ(some.sum(0, values), 101);
  EXPECT_EQ(some.sum(1, values), 111);
}

}  // namespace
}  // namespace themata
