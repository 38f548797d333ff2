#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace themata::seating {

/// One product for each topic, stored as fraction 2^exponent, since it exceeds the range of a double.
struct ScaledProducts {
  std::vector<double> fraction;  ///< in [1, 2)
  std::vector<std::int64_t> exponent;

  /// Products of nothing.
  void reset(std::size_t n) {
    fraction.assign(n, 1.0);
    exponent.assign(n, 0);
  }
  /// @param by  positive, and in the range of a normal double
  void multiply(std::size_t k, double by) {
    constexpr std::uint64_t exponent_bits = std::uint64_t{2047} << 52, of_one = std::uint64_t{1023} << 52;
    const auto bits = std::bit_cast<std::uint64_t>(fraction[k] * by);
    exponent[k] += static_cast<std::int64_t>((bits & exponent_bits) >> 52) - 1023;
    fraction[k] = std::bit_cast<double>((bits & ~exponent_bits) | of_one);
  }
  /// The same by exp(log_by).
  void multiply_log(std::size_t k, double log_by);
};

/// Multiplies the weights by the products, up to a common power of 2; underflow becomes 0.
void weigh(const ScaledProducts& products, std::vector<double>& weights);

}  // namespace themata::seating
