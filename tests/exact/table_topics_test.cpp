#include "support/table_topics.hpp"

#include <gtest/gtest.h>

// The draw of tables' topics by itself: with no other draw of z, it must find all 877 partitions
// (docs/theory/proof.md).
namespace themata::testing {
namespace {

void expect_right(const TableTopics& draw, std::uint32_t blocks) {
  ChainLength length = hdp_length;
  length.length *= draw.n_groups;  // a table seldom finds another topic in its group
  const Agreement found = open_hdp().compare(draw.kernels(), blocks, length);
  expect_posterior(found);
}

TEST(TableTopics, InOneGroupHaveThePosterior) { expect_right({.n_groups = 1}, 1); }

TEST(TableTopics, InThreeGroupsHaveThePosterior) { expect_right({.n_groups = 3}, 2); }

TEST(TableTopics, OfLargeTablesHaveThePosterior) { expect_right({.n_groups = 2, .most_kept = 1}, 1); }

}  // namespace
}  // namespace themata::testing
