#include <gtest/gtest.h>

#include "mutants/plain_direct.hpp"
#include "support/hdp_problem.hpp"
#include "themata/models/hdp/weights.hpp"

// Planted bugs in direct assignment.
namespace themata::testing {
namespace {

bool passes(const DirectRecipe& recipe) {
  const Kernels<hdp::State> kernels{
      {"tables", hdp::draw_tables},
      {"Psi", [](hdp::State& state,
                 const Context& context) { hdp::draw_psi_unbroken(state, context, sampling::max_topics); }},
      {"topics",
       [recipe](hdp::State& state, const Context& context) { PlainDirect(state, context, recipe).draw(); }}};
  const Agreement found = open_hdp().compare(kernels, 1, ChainLength{100, 1'000, 5});
  return found.is_right();
}

TEST(DirectMutants, PlainDirectAssignmentPassesAndItsMutantsFail) {
  EXPECT_TRUE(passes({}));
  EXPECT_FALSE(passes({.new_topic = NewTopic::as_if_nothing_were_taken})) << "a new topic by alpha alone";
  EXPECT_FALSE(passes({.birth = Birth::leaves_the_rest}));
  EXPECT_FALSE(passes({.death = Death::loses_its_weight}));
}

}  // namespace
}  // namespace themata::testing
