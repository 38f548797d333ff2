#include <gtest/gtest.h>

#include "support/hdp_problem.hpp"
#include "themata/models/hdp/sub_cluster.hpp"
#include "themata/models/hdp/table_moves.hpp"
#include "themata/models/hdp/weights.hpp"

// Splits and merges by themselves: with no other draw of z, they must find all 877 partitions
// (docs/theory/proof.md).
namespace themata::testing {
namespace {

void expect_right(const Kernels<hdp::State>& kernels) {
  const Agreement found = open_hdp().compare(kernels, 2, hdp_length);
  expect_posterior(found);
}

const Kernel<hdp::State> psi{
    "Psi", [](hdp::State& state, const Context& context) { hdp::draw_psi(state, context, 100); }};

TEST(SplitsAndMerges, AloneHaveThePosterior) {
  expect_right({{"tables", hdp::draw_tables}, psi, {"splits", [](hdp::State& state, const Context& context) {
                                                      hdp::split_and_merge(state, context, 6);
                                                    }}});
}

void expect_tables_alone_right(const seating::SplitMerge& move) {
  expect_right({{"tables, splits",
                 [move](hdp::State& state, const Context& context) {
                   hdp::move_tables(state, context, {.split_merge = move}, sampling::max_topics);
                 }},
                psi});
}

TEST(SplitsAndMerges, OfTablesAloneHaveThePosterior) { expect_tables_alone_right({.proposals = 6}); }

TEST(SplitsAndMerges, OfTablesChosenByLikenessAloneHaveThePosterior) {
  expect_tables_alone_right({.pick = seating::SplitMerge::Pick::by_likeness, .proposals = 6});
}

}  // namespace
}  // namespace themata::testing
