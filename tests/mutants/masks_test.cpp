#include <gtest/gtest.h>

#include "mutants/plain_masks.hpp"
#include "support/geweke_icdp.hpp"
#include "support/stationary.hpp"

// Planted bugs in the draw of the masks, the paper's own among them (docs/theory/icdp.md).
namespace themata::testing {
namespace {

/// Whether draws from the prior stay draws from it, and how far the worst statistic is off.
double worst_z(MaskMistake mistake) {
  const icdp::Model model(geweke_masked(icdp::WhichMasks::topics));
  const Kernels<icdp::State> kernels{{"plain", [&](icdp::State& state, const Context& context) {
                                        draw_plain_topics(state, context, mistake);
                                      }}};
  return changes(model, kernels, masked_shape(), masked_statistics(model), 40'000, 1, 81).worst_z();
}

TEST(MaskMutants, PlainMasksPassAndTheirMutantsFail) {
  EXPECT_LT(worst_z(MaskMistake::none), z_limit);
  for (const MaskMistake mistake :
       {MaskMistake::by_age, MaskMistake::ends_early, MaskMistake::printed_births, MaskMistake::one_too_many,
        MaskMistake::without_tokens, MaskMistake::never_lost})
    EXPECT_GT(worst_z(mistake), z_limit) << static_cast<int>(mistake);
}

}  // namespace
}  // namespace themata::testing
