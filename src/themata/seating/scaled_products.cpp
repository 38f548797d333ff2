#include "themata/seating/scaled_products.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "themata/random/elementary.hpp"

namespace themata::seating {

void ScaledProducts::multiply_log(std::size_t k, double log_by) {
  const double twos = std::floor(log_by / std::numbers::ln2);
  multiply(k, portable_exp(log_by - twos * std::numbers::ln2));
  exponent[k] += static_cast<std::int64_t>(twos);
}

void weigh(const ScaledProducts& products, std::vector<double>& weights) {
  std::int64_t top = INT64_MIN;
  for (std::size_t k = 0; k < weights.size(); ++k)
    if (weights[k] > 0) top = std::max(top, products.exponent[k]);
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const std::int64_t exponent = products.exponent[k] - top;
    if (exponent < -1000)
      weights[k] = 0;
    else if (weights[k] > 0)
      weights[k] *=
          products.fraction[k] * std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
  }
}

}  // namespace themata::seating
