#include <gtest/gtest.h>

#include "support/dmm_geweke.hpp"
#include "support/stationary.hpp"

// Geweke's test of the mixture, alpha and beta learned and not (docs/theory/dmm.md, "Proof").
namespace themata::testing {
namespace {

void expect_right(const DmmSetting& setting, DmmHyper hyper, std::uint64_t seed) {
  const dmm::Model model(geweke_dmm(setting, hyper));
  const GewekeResult found = geweke(model, model.kernels(), dmm_geweke_corpus(), dmm_statistics(setting),
                                    ChainLength{100, 400, seed});
  expect_rows_right(found);
  EXPECT_GT(found.fewest_times, 20) << "a batch is too short for its standard error to be trusted";
  ::testing::Test::RecordProperty("worst_z", std::to_string(found.worst_z()));
}

TEST(GewekeOfTheMixture, Finite) { expect_right(finite_setting(), DmmHyper::fixed, 71); }

TEST(GewekeOfTheMixture, Infinite) { expect_right(infinite_setting(), DmmHyper::fixed, 72); }

TEST(GewekeOfTheMixture, FiniteLearned) { expect_right(finite_setting(), DmmHyper::learned, 73); }

TEST(GewekeOfTheMixture, InfiniteLearned) { expect_right(infinite_setting(), DmmHyper::learned, 74); }

/// Draws of prior and data must stay such draws.
void expect_stationary(const DmmSetting& setting, std::uint64_t seed) {
  const dmm::Model model(geweke_dmm(setting, DmmHyper::learned));
  const GewekeResult found =
      changes(model, model.kernels(), dmm_geweke_corpus(), dmm_statistics(setting), 20'000, 3, seed);
  expect_rows_right(found);
  ::testing::Test::RecordProperty("worst_z", std::to_string(found.worst_z()));
}

TEST(StationaryMixture, Finite) { expect_stationary(finite_setting(), 75); }

TEST(StationaryMixture, Infinite) { expect_stationary(infinite_setting(), 76); }

}  // namespace
}  // namespace themata::testing
