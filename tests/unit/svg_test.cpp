#include "themata/io/svg.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace themata {
namespace {

TEST(Svg, AxesHaveRoundValues) {
  EXPECT_EQ(round_values(0, 1), (std::vector<double>{0, 0.5, 1}));
  const std::vector<double> values = round_values(-8.13, -7.92);
  ASSERT_EQ(values.size(), 2U);
  EXPECT_DOUBLE_EQ(values[0], -8.1);
  EXPECT_DOUBLE_EQ(values[1], -8);
}

/// Their multiples of a step have no whole numbers: what they were converted to differed by processor, and
/// the loop over them had no end on AArch64.
TEST(Svg, NumbersThatAreNearlyTheSameAreNoAxis) {
  const double next = std::nextafter(-4.25, 0.0);
  for (const auto& [low, high] :
       {std::pair{-4.25, next}, {0.0, 0.0}, {1.0, 0.5}, {0.0, 5e-324}, {1e300, 1e300 * (1 + 1e-15)}}) {
    EXPECT_FALSE(is_axis(low, high));
    EXPECT_TRUE(round_values(low, high).empty());
  }
}

TEST(Svg, NorAreThoseThatAreNoNumbers) {
  for (const auto& [low, high] : {std::pair{-INFINITY, 0.0},
                                  {-1e308, 1e308},
                                  {0.0, INFINITY},
                                  {std::nan(""), 1.0},
                                  {0.0, std::nan("")}}) {
    EXPECT_FALSE(is_axis(low, high));
    EXPECT_TRUE(round_values(low, high).empty());
  }
}

TEST(Svg, AxesHaveFewValuesAtAnyScale) {
  for (const double range : {1e-290, 1e-7, 1.0, 5e11, 1e300})
    for (const double low : {-0.4 * range, 0.0, 7 * range}) {
      const std::size_t n = round_values(low, low + range).size();
      EXPECT_TRUE(n >= 2 && n <= 6) << n << " from " << low << " over " << range;
    }
}

}  // namespace
}  // namespace themata
