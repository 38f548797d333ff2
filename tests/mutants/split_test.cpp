#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "mutants/plain_split.hpp"
#include "support/hdp_problem.hpp"
#include "themata/models/hdp/table_moves.hpp"
#include "themata/models/hdp/weights.hpp"

// Planted bugs in the splits and merges of topics.
namespace themata::testing {
namespace {

void split_plainly(hdp::State& state, const Context& context, SplitMistake mistake) {
  Stream stream = context.stream(Purpose::split, 0);
  PlainSplit proposer(state, context, mistake);
  for (int proposal = 0; proposal < 10; ++proposal) proposer.propose(stream);
  sampling::recount(state.mix, context.corpus, context.pool);
}

bool passes(SplitMistake mistake) {
  const Kernels<hdp::State> kernels{
      {"tables", hdp::draw_tables},
      {"Psi", [](hdp::State& state,
                 const Context& context) { hdp::draw_psi_unbroken(state, context, sampling::max_topics); }},
      {"splits",
       [mistake](hdp::State& state, const Context& context) { split_plainly(state, context, mistake); }}};
  const Agreement found = open_hdp().compare(kernels, 1, ChainLength{100, 1'000, 5});
  return found.is_right();
}

TEST(SplitMutants, PlainSplitsAndMergesPassAndTheirMutantsFail) {
  EXPECT_TRUE(passes(SplitMistake::none));
  EXPECT_FALSE(passes(SplitMistake::without_q));
  EXPECT_FALSE(passes(SplitMistake::without_h));
  EXPECT_FALSE(passes(SplitMistake::without_jacobian));
  EXPECT_FALSE(passes(SplitMistake::q_of_the_launch));
}

/// Splits and merges of tables whose tokens were seated with other weights than Psi's.
bool seated_with(const std::function<void(hdp::State&)>& change) {
  const Kernels<hdp::State> kernels{
      {"tables, splits",
       [&](hdp::State& state, const Context& context) {
         change(state);
         hdp::move_tables(state, context, {.split_merge = {.proposals = 6}}, sampling::max_topics);
       }},
      {"Psi", [](hdp::State& state, const Context& context) { hdp::draw_psi(state, context, 100); }}};
  const Agreement found = open_hdp().compare(kernels, 1, ChainLength{100, 1'000, 5});
  return found.is_right();
}

TEST(SplitMutants, SeatsOfSplitsAndMergesMustBePsis) {
  EXPECT_TRUE(seated_with([](hdp::State&) {}));
  EXPECT_FALSE(seated_with([](hdp::State& state) { std::ranges::fill(state.psi, 1.0); })) << "alpha alone";
  EXPECT_FALSE(seated_with([](hdp::State& state) { std::ranges::fill(state.psi, 1e-9); }))
      << "one table each";
}

}  // namespace
}  // namespace themata::testing
