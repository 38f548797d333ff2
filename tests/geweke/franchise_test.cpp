#include <gtest/gtest.h>

#include "support/geweke_franchise.hpp"

// Geweke's test of the franchise, its hyperparameters learned and not (docs/theory/proof.md).
namespace themata::testing {
namespace {

void expect_right(const franchise::Settings& settings, std::uint64_t seed) {
  const franchise::Model model(settings);
  const GewekeResult found = geweke(model, model.kernels(), geweke_corpus(), franchise_statistics(model),
                                    ChainLength{80, 800, seed});
  expect_rows_right(found);
  EXPECT_GT(found.fewest_times, 20) << "a batch is too short for its standard error to be trusted";
}

TEST(GewekeOfTheFranchise, Fixed) { expect_right(geweke_franchise(), 61); }

TEST(GewekeOfTheFranchise, ConcentrationsLearned) {
  franchise::Settings settings = geweke_franchise();
  settings.learn_alpha = settings.learn_beta = settings.learn_gamma = true;
  expect_right(settings, 62);
}

TEST(GewekeOfTheFranchise, EverythingLearnedWithSplitsAndMerges) {
  franchise::Settings settings = geweke_franchise();
  settings.learn_alpha = settings.learn_beta = settings.learn_gamma = true;
  settings.learn_document_discount = settings.learn_discount = true;
  settings.split_merge.proposals = 2;
  expect_right(settings, 63);
}

}  // namespace
}  // namespace themata::testing
