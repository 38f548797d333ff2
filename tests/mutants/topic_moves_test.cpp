#include <gtest/gtest.h>

#include "mutants/plain_moves.hpp"
#include "support/geweke_icdp.hpp"
#include "support/stationary.hpp"

// Planted bugs in the moves of whole topics of documents (docs/theory/icdp.md).
namespace themata::testing {
namespace {

struct Draws {
  Corpus shape;
  std::size_t number, rounds;
};

double worst_z(const icdp::Settings& settings, MoveMistake mistake, const Draws& draws) {
  const icdp::Model model(settings);
  const Kernels<icdp::State> kernels{{"plain", [&](icdp::State& state, const Context& context) {
                                        PlainMoves(state, context, mistake).draw();
                                      }}};
  return changes(model, kernels, draws.shape, masked_statistics(model), draws.number, draws.rounds, 82)
      .worst_z();
}

TEST(MoveMutants, PlainMovesPassAndTheirMutantsFail) {
  using enum icdp::WhichMasks;
  const Draws draws{masked_shape(), 20'000, 2};
  const icdp::Settings ftm = geweke_masked(topics), lida = geweke_masked(both);
  EXPECT_LT(worst_z(ftm, MoveMistake::none, draws), z_limit);
  EXPECT_LT(worst_z(lida, MoveMistake::none, draws), z_limit);
  for (const MoveMistake mistake :
       {MoveMistake::counts_itself, MoveMistake::used_too, MoveMistake::few_births, MoveMistake::no_births})
    EXPECT_GT(worst_z(ftm, mistake, draws), z_limit) << static_cast<int>(mistake);
  for (const MoveMistake mistake : {MoveMistake::words_stay, MoveMistake::words_not_summed})
    EXPECT_GT(worst_z(lida, mistake, draws), z_limit) << static_cast<int>(mistake);
}

TEST(MoveMutants, AnOrderByAgeIsNotInvariant) {
  icdp::Settings settings = geweke_masked(icdp::WhichMasks::topics);
  settings.topic_process = {3, 1, 0};
  const Draws draws{long_masked_shape(), 100'000, 1};  // one round: the next ones begin in another order
  EXPECT_LT(worst_z(settings, MoveMistake::none, draws), z_limit);
  EXPECT_GT(worst_z(settings, MoveMistake::by_age, draws), z_limit);
}

}  // namespace
}  // namespace themata::testing
