#include <gtest/gtest.h>

#include "mutants/plain_moves.hpp"
#include "support/geweke_icdp.hpp"
#include "support/stationary.hpp"

// Planted bugs in the moves of whole topics of documents (docs/theory/icdp.md).
namespace themata::testing {
namespace {

using Mistake = MoveMistake;

double worst_z(const icdp::Settings& settings, Mistake mistake, const Corpus& shape = masked_shape()) {
  const icdp::Model model(settings);
  const Kernels<icdp::State> kernels{{"plain", [&](icdp::State& state, const Context& context) {
                                        PlainMoves(state, context, mistake).draw();
                                      }}};
  return changes(model, kernels, shape, masked_statistics(model), 20'000, 2, 82).worst_z();
}

TEST(MoveMutants, PlainMovesPassAndTheirMutantsFail) {
  using enum icdp::WhichMasks;
  const icdp::Settings ftm = geweke_masked(topics), lida = geweke_masked(both);
  EXPECT_LT(worst_z(ftm, Mistake::none), z_limit);
  EXPECT_LT(worst_z(lida, Mistake::none), z_limit);
  for (const Mistake mistake :
       {Mistake::counts_itself, Mistake::used_too, Mistake::few_births, Mistake::no_births})
    EXPECT_GT(worst_z(ftm, mistake), z_limit) << static_cast<int>(mistake);
  for (const Mistake mistake : {Mistake::words_stay, Mistake::words_not_summed})
    EXPECT_GT(worst_z(lida, mistake), z_limit) << static_cast<int>(mistake);
}

TEST(MoveMutants, AnOrderByAgeIsNotInvariant) {
  icdp::Settings settings = geweke_masked(icdp::WhichMasks::topics);
  settings.topic_process = {3, 1, 0};
  EXPECT_LT(worst_z(settings, Mistake::none, long_masked_shape()), z_limit);
  EXPECT_GT(worst_z(settings, Mistake::by_age, long_masked_shape()), z_limit);
}

}  // namespace
}  // namespace themata::testing
