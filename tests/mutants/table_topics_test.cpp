#include "support/table_topics.hpp"

#include <gtest/gtest.h>

// Planted bugs in the draw of tables' topics in groups.
namespace themata::testing {
namespace {

bool passes(const TableTopics& draw) {
  const Agreement found = open_hdp().compare(draw.kernels(), 1, ChainLength{100, 1'000, 5});
  return found.is_right();
}

TEST(TableTopicsMutants, EveryGroupHasItsPartOfTheConcentration) {
  EXPECT_TRUE(passes({.n_groups = 2}));
  EXPECT_FALSE(passes({.n_groups = 2, .concentration_factor = 2})) << "all of it in each";
  EXPECT_FALSE(passes({.n_groups = 2, .concentration_factor = 0.5})) << "divided twice";
}

}  // namespace
}  // namespace themata::testing
