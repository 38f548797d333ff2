#include "themata/seating/group_topics.hpp"

#include <gtest/gtest.h>

namespace themata::seating {
namespace {

TEST(GroupTopics, KeepTheirSumWhereTheLargestTopicIsTakenAway) {
  // For 16 tokens a topic without tokens weighs some 40 orders of magnitude more than a large one.
  GroupTopics topics;
  for (int k = 0; k < 3; ++k) topics.append();
  topics.set(0, 1, 1e-3);
  topics.set(1, 2, 700);
  topics.set(2, 3, 900);
  topics.set(0, 0, 1e-3);
  for (std::size_t n = 1; n <= GroupTopics::most_kept; ++n) {
    const double sum = topics.weight(1, n) + topics.weight(2, n);
    EXPECT_NEAR(topics.total(n), sum, 1e-9 * sum) << n;
  }
}

TEST(GroupTopics, DivideByLogarithmsAsByFactors) {
  GroupTopics topics;
  topics.append();
  topics.set(0, 1, 3.5);
  ScaledProducts few, many;
  topics.divide(512, few);
  topics.divide(513, many);
  const double ratio =
      many.fraction[0] / few.fraction[0] * std::exp2(static_cast<double>(many.exponent[0] - few.exponent[0]));
  EXPECT_NEAR(ratio * (3.5 + 512), 1, 1e-9);
}

}  // namespace
}  // namespace themata::seating
