#include <gtest/gtest.h>

#include "support/alignment.hpp"

// Planted bugs in the alignment of topics, which the comparisons of tests/unit/align_test.cpp must show.
namespace themata::testing {
namespace {

/// Each row takes the cheapest column that is left.
std::vector<Assigned> greedy(const CostMatrix& costs) {
  std::vector<Assigned> pairs;
  std::vector<bool> taken(costs.columns(), false);
  for (std::size_t i = 0; i < costs.rows(); ++i) {
    std::size_t best = costs.columns();
    for (std::size_t j = 0; j < costs.columns(); ++j)
      if (!taken[j] && (best == costs.columns() || costs.row(i)[j] < costs.row(i)[best])) best = j;
    taken[best] = true;
    pairs.push_back({i, best});
  }
  return pairs;
}

TEST(AlignMutants, AGreedyAssignmentIsCaught) {
  const auto excess = [](auto assign) {
    double worst = 0;
    for (std::uint64_t trial = 0; trial < 30; ++trial) {
      const CostMatrix costs = random_costs(4, 5, trial);
      worst = std::max(worst, total_of(costs, assign(costs)) - least_total(costs));
    }
    return worst;
  };
  EXPECT_LT(excess(least_assignment), 1e-12);
  EXPECT_GT(excess(greedy), 0.1);
}

TEST(AlignMutants, DistancesThatForgetUnseenWordsAreCaught) {
  Pool pool(1);
  const PlainTopics a = random_topics(5, 40, 1), b = random_topics(5, 40, 2);
  for (const TopicDistance distance : {TopicDistance::hellinger, TopicDistance::jensen_shannon}) {
    EXPECT_LT(off_by(topic_distances(a.set(), b.set(), distance, pool), a, b, distance), 1e-9);
    TopicSet forgetful = a.set();
    for (double& absent : forgetful.absent) absent = 1e-300;
    EXPECT_GT(off_by(topic_distances(forgetful, b.set(), distance, pool), a, b, distance), 1e-3);
  }
}

}  // namespace
}  // namespace themata::testing
