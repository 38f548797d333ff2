#include "themata/random/elementary.hpp"

#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace themata {

namespace {

constexpr double ln2_high =
    6.93147180369123816490e-01;  // the first 33 bits of log 2, so that k * ln2_high is exact
constexpr double ln2_low = 1.90821492927058770002e-10;
constexpr double sqrt_two = 1.41421356237309504880;
constexpr double half_log_2pi = 0.91893853320467274178;

constexpr int exponent_bias = 1023;
constexpr int mantissa_bits = 52;
constexpr std::uint64_t mantissa_mask = (std::uint64_t{1} << mantissa_bits) - 1;

/// 2^k as a normal number: k from -1022 to 1023.
double power_of_two(int k) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(k + exponent_bias) << mantissa_bits);
}

/// 1/3, 1/5, ..., 1/21.
constexpr auto odd_inverses = [] {
  std::array<double, 10> table{};
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = 1.0 / (2.0 * static_cast<double>(i) + 3);
  return table;
}();

/// 1/0!, 1/1!, ..., 1/13!.
constexpr auto inverse_factorials = [] {
  std::array<double, 14> table{};
  double factorial = 1;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (i > 0) factorial *= static_cast<double>(i);
    table[i] = 1 / factorial;
  }
  return table;
}();

template <std::size_t n>
double horner(const std::array<double, n>& coefficients, double x) {
  double sum = coefficients[n - 1];
  for (std::size_t i = n - 1; i-- > 0;) sum = sum * x + coefficients[i];
  return sum;
}

}  // namespace

double portable_log(double x) {
  assert(x > 0 && std::isfinite(x));
  int exponent = 0;
  if (x < std::numeric_limits<double>::min()) {
    x *= 0x1p54;
    exponent = -54;
  }
  const auto bits = std::bit_cast<std::uint64_t>(x);
  exponent += static_cast<int>(bits >> mantissa_bits) - exponent_bias;
  auto m = std::bit_cast<double>((bits & mantissa_mask) | std::bit_cast<std::uint64_t>(1.0));
  if (m > sqrt_two) {
    m *= 0.5;
    ++exponent;
  }
  // log m = 2 atanh(s), |s| <= 0.172: the eleventh term of the series is below 2^-55 of the first.
  const double s = (m - 1) / (m + 1);
  const double s2 = s * s;
  const double tail = 2 * s * s2 * horner(odd_inverses, s2);
  return exponent * ln2_high + (2 * s + (tail + exponent * ln2_low));
}

double portable_exp(double x) {
  if (x < -745) return 0;
  if (x > 709) return std::numeric_limits<double>::infinity();
  const double k = std::floor(x * 1.44269504088896340736 + 0.5);
  const double r = (x - k * ln2_high) - k * ln2_low;
  const double sum = horner(inverse_factorials, r);
  const int exponent = static_cast<int>(k);
  if (exponent > -exponent_bias) return sum * power_of_two(exponent);
  return sum * power_of_two(exponent + 128) * 0x1p-128;  // rounds only once, into the subnormal numbers
}

double portable_lgamma(double x) {
  assert(x > 0);
  double shift = 0;
  double product = 1;
  while (x < 10) {
    product *= x;
    x += 1;
    if (product < 1e-280) {
      shift += portable_log(product);
      product = 1;
    }
  }
  shift += portable_log(product);
  const double y = 1 / (x * x);
  const double series =
      (1.0 / 12 - y * (1.0 / 360 - y * (1.0 / 1260 - y * (1.0 / 1680 - y * (1.0 / 1188))))) / x;
  return (x - 0.5) * portable_log(x) - x + half_log_2pi + series - shift;
}

}  // namespace themata
