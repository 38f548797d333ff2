#include <gtest/gtest.h>

#include "support/geweke_icdp.hpp"
#include "support/stationary.hpp"

// Geweke's test of the models with masks (docs/theory/proof.md): long, since a scan in the order of birth is
// off by little.
namespace themata::testing {
namespace {

struct MaskCase {
  const char* name;
  icdp::WhichMasks masks;
  bool finite, collapsed, learned;
  std::uint32_t blocks;
  friend void PrintTo(const MaskCase& c, std::ostream* out) { *out << c.name; }
};

icdp::Model model_of(const MaskCase& c) {
  icdp::Settings settings = geweke_masked(c.masks);
  settings.vocabulary = c.finite ? icdp::Vocabulary::finite : icdp::Vocabulary::unbounded;
  settings.collapsed = c.collapsed;
  settings.blocks = c.blocks;
  if (c.finite) settings.word_process = {4, 0.9, 0.2};
  settings.learn_alpha = settings.learn_beta = settings.learn_eta = settings.learn_delta =
      settings.learn_sigma = settings.learn_gamma = settings.learn_xi = settings.learn_zeta = c.learned;
  return icdp::Model(settings);
}

class DrawsOfMasks : public ::testing::TestWithParam<MaskCase> {};

TEST_P(DrawsOfMasks, FromThePriorStayDrawsOfIt) {
  const icdp::Model model = model_of(GetParam());
  expect_rows_right(changes(model, model.kernels(), masked_shape(), masked_statistics(model), 20'000, 3, 72));
}

class GewekeOfMasks : public ::testing::TestWithParam<MaskCase> {};

TEST_P(GewekeOfMasks, Passes) {
  const icdp::Model model = model_of(GetParam());
  const std::size_t length = GetParam().learned ? 3000 : 1000;
  const GewekeResult found =
      geweke(model, model.kernels(), masked_shape(), masked_statistics(model), ChainLength{80, length, 71});
  expect_rows_right(found);
  EXPECT_GT(found.fewest_times, 20) << "a batch is too short for its standard error to be trusted";
}

using enum icdp::WhichMasks;
const auto name_of_masks = [](const auto& one) { return one.param.name; };

INSTANTIATE_TEST_SUITE_P(Models, DrawsOfMasks,
                         ::testing::Values(MaskCase{"ftm_in_turn", topics, false, true, false, 1},
                                           MaskCase{"ftm", topics, false, false, false, 1},
                                           MaskCase{"ftm_in_blocks", topics, false, false, false, 2},
                                           MaskCase{"ftm_learned", topics, false, false, true, 1},
                                           MaskCase{"sstm_in_turn", words, false, true, false, 1},
                                           MaskCase{"sstm", words, false, false, false, 2},
                                           MaskCase{"sstm_one", words, false, false, false, 1},
                                           MaskCase{"sstm_finite_in_turn", words, true, true, false, 1},
                                           MaskCase{"sstm_finite", words, true, false, false, 2},
                                           MaskCase{"sstm_finite_learned", words, true, false, true, 1},
                                           MaskCase{"lida_in_turn", both, false, true, false, 1},
                                           MaskCase{"lida", both, false, false, false, 2},
                                           MaskCase{"lida_finite", both, true, false, false, 2},
                                           MaskCase{"lida_learned", both, false, false, true, 1}),
                         name_of_masks);
INSTANTIATE_TEST_SUITE_P(Models, GewekeOfMasks,
                         ::testing::Values(MaskCase{"ftm", topics, false, false, false, 2},
                                           MaskCase{"sstm_finite_learned", words, true, false, true, 1},
                                           MaskCase{"lida", both, false, false, false, 2},
                                           MaskCase{"lida_learned", both, false, false, true, 1}),
                         name_of_masks);

}  // namespace
}  // namespace themata::testing
