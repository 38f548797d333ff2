#include "themata/seating/scaled_products.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace themata::seating {
namespace {

TEST(ScaledProducts, KeepTheirRatiosFarOutsideOfTheRangeOfADouble) {
  ScaledProducts products;
  products.reset(3);
  for (int i = 0; i < 500; ++i)
    for (std::size_t k = 0; k < 3; ++k) products.multiply(k, k == 0 ? 3e-9 : 3.01e-9);
  std::vector<double> weights{2, 1, 0};
  weigh(products, weights);
  EXPECT_NEAR(weights[0] / weights[1] / (2 * std::pow(3 / 3.01, 500)), 1, 1e-10);
  EXPECT_EQ(weights[2], 0);
}

/// A topic that has died has weight 0 and the empty product, however small those of the others are.
TEST(ScaledProducts, AWeightOf0StaysAtAnyDistance) {
  for (int halvings = 1000; halvings < 3200; ++halvings) {
    ScaledProducts products;
    products.reset(2);
    for (int i = 0; i < halvings; ++i) products.multiply(0, 0.5);
    std::vector<double> weights{1, 0};
    weigh(products, weights);
    ASSERT_EQ(weights[1], 0) << halvings;
    ASSERT_EQ(weights[0], 1) << halvings;
  }
}

}  // namespace
}  // namespace themata::seating
