#include <gtest/gtest.h>

#include "support/dmr_geweke.hpp"
#include "support/stationary.hpp"

// Geweke's test of Dirichlet-multinomial regression, with everything learned (docs/theory/dmr.md, "Proof").
namespace themata::testing {
namespace {

TEST(GewekeOfTheRegression, EverythingLearned) {
  const dmr::Settings settings = geweke_dmr({"", {}, 2});
  const dmr::Model model(settings);
  const GewekeResult found =
      geweke(model, model.kernels(), dmr_geweke_corpus(), dmr_statistics(settings), ChainLength{60, 700, 91});
  expect_rows_right(found);
  EXPECT_GT(found.fewest_times, 20) << "a batch is too short for its standard error to be trusted";
  ::testing::Test::RecordProperty("worst_z", std::to_string(found.worst_z()));
}

/// Draws of prior and data must stay such draws.
TEST(StationaryRegression, EverythingLearned) {
  const dmr::Settings settings = geweke_dmr({"", {.sampler = sampling::Sampler::collapsed}, 1});
  const dmr::Model model(settings);
  const GewekeResult found =
      changes(model, model.kernels(), dmr_geweke_corpus(), dmr_statistics(settings), 15'000, 2, 92);
  expect_rows_right(found);
  ::testing::Test::RecordProperty("worst_z", std::to_string(found.worst_z()));
}

}  // namespace
}  // namespace themata::testing
