#include "themata/models/icdp/topic_moves.hpp"

#include <gtest/gtest.h>

#include "support/geweke_icdp.hpp"
#include "support/stationary.hpp"

// Moves of whole topics of documents alone leave draws from the prior as they are (docs/theory/proof.md);
// with the other kernels they pass Geweke's test.
namespace themata::testing {
namespace {

struct MoveCase {
  const char* name;
  icdp::WhichMasks masks;
  icdp::Vocabulary vocabulary;
  std::uint32_t blocks;
  icdp::TopicMoves moves;
  friend void PrintTo(const MoveCase& c, std::ostream* out) { *out << c.name; }
};

icdp::Settings settings_of(const MoveCase& c) {
  icdp::Settings settings = geweke_masked(c.masks);
  settings.vocabulary = c.vocabulary;
  settings.blocks = c.blocks;
  settings.topic_moves = 1;
  if (c.vocabulary == icdp::Vocabulary::finite) settings.word_process = {4, 0.9, 0.2};
  return settings;
}

class DrawsOfMovedTopics : public ::testing::TestWithParam<MoveCase> {};

TEST_P(DrawsOfMovedTopics, FromThePriorStayDrawsOfIt) {
  const MoveCase& c = GetParam();
  const icdp::Model model(settings_of(c));
  const Kernels<icdp::State> alone{{"moves", [&](icdp::State& state, const Context& context) {
                                      icdp::move_topics(state, context, c.vocabulary, c.moves);
                                    }}};
  const GewekeResult found = changes(model, alone, masked_shape(), masked_statistics(model), 20'000, 3, 73);
  expect_rows_right(found);
  // What stays the same by construction has z = 0; the rest has moved.
  const auto used = std::ranges::find(found.rows, "topics", &GewekeRow::name);
  ASSERT_NE(used, found.rows.end());
  EXPECT_NE(used->z, 0) << "nothing has moved";
}

class GewekeOfMovedTopics : public ::testing::TestWithParam<MoveCase> {};

TEST_P(GewekeOfMovedTopics, Passes) {
  const icdp::Model model(settings_of(GetParam()));
  expect_rows_right(
      geweke(model, model.kernels(), masked_shape(), masked_statistics(model), ChainLength{80, 1000, 74}));
}

using enum icdp::WhichMasks;
constexpr auto open = icdp::Vocabulary::unbounded, finite = icdp::Vocabulary::finite;
const auto name_of_moves = [](const auto& one) { return one.param.name; };

INSTANTIATE_TEST_SUITE_P(
    Models, DrawsOfMovedTopics,
    ::testing::Values(MoveCase{"ftm", topics, open, 1, {}},
                      MoveCase{"ftm_few_spares", topics, open, 1, {.spares = 0.5}},
                      MoveCase{"ftm_in_groups", topics, open, 2, {}},
                      MoveCase{"ftm_large_sets", topics, open, 1, {.most_kept = 1}},
                      MoveCase{"lida", both, open, 1, {}},
                      MoveCase{"lida_in_groups", both, open, 2, {.spares = 1}},
                      MoveCase{"lida_large_sets", both, open, 1, {.spares = 2, .most_kept = 1}},
                      MoveCase{"lida_finite", both, finite, 2, {.spares = 1}}),
    name_of_moves);
INSTANTIATE_TEST_SUITE_P(Models, GewekeOfMovedTopics,
                         ::testing::Values(MoveCase{"ftm", topics, open, 2, {}},
                                           MoveCase{"lida", both, open, 2, {}}),
                         name_of_moves);

}  // namespace
}  // namespace themata::testing
