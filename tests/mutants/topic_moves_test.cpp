#include <gtest/gtest.h>

#include "mutants/plain_moves.hpp"
#include "support/geweke_icdp.hpp"
#include "support/stationary.hpp"

// Planted bugs in the moves of whole topics of documents (docs/theory/icdp.md).
namespace themata::testing {
namespace {

using Mistake = MoveMistake;

double worst_z(icdp::WhichMasks masks, Mistake mistake) {
  const icdp::Model model(geweke_masked(masks));
  const Kernels<icdp::State> kernels{{"plain", [&](icdp::State& state, const Context& context) {
                                        PlainMoves(state, context, mistake).draw();
                                      }}};
  return changes(model, kernels, masked_shape(), masked_statistics(model), 20'000, 2, 82).worst_z();
}

TEST(MoveMutants, PlainMovesPassAndTheirMutantsFail) {
  using enum icdp::WhichMasks;
  EXPECT_LT(worst_z(topics, Mistake::none), z_limit);
  EXPECT_LT(worst_z(both, Mistake::none), z_limit);
  for (const Mistake mistake :
       {Mistake::counts_itself, Mistake::used_too, Mistake::few_births, Mistake::no_births})
    EXPECT_GT(worst_z(topics, mistake), z_limit) << static_cast<int>(mistake);
  for (const Mistake mistake : {Mistake::words_stay, Mistake::words_not_summed})
    EXPECT_GT(worst_z(both, mistake), z_limit) << static_cast<int>(mistake);
}

}  // namespace
}  // namespace themata::testing
