#include "themata/random/elementary.hpp"

#include <cassert>
#include <cmath>
#include <limits>

namespace themata {

namespace {
constexpr double ln2_high =
    6.93147180369123816490e-01;  // the first 33 bits of log 2, so that k * ln2_high is exact
constexpr double ln2_low = 1.90821492927058770002e-10;
constexpr double sqrt_half = 0.70710678118654752440;
constexpr double half_log_2pi = 0.91893853320467274178;
}  // namespace

double portable_log(double x) {
  assert(x > 0 && std::isfinite(x));
  int exponent = 0;
  double m = std::frexp(x, &exponent);
  if (m < sqrt_half) {
    m *= 2;
    --exponent;
  }
  // log m = 2 atanh(s), |s| <= 0.172: the series' eleventh term is below 2^-55 of its first.
  const double s = (m - 1) / (m + 1);
  const double s2 = s * s;
  double sum = 1.0 / 21;
  for (int i = 19; i >= 3; i -= 2) sum = sum * s2 + 1.0 / i;
  const double tail = 2 * s * s2 * sum;
  return exponent * ln2_high + (2 * s + (tail + exponent * ln2_low));
}

double portable_exp(double x) {
  if (x < -745) return 0;
  if (x > 709) return std::numeric_limits<double>::infinity();
  const double k = std::floor(x * 1.44269504088896340736 + 0.5);
  const double r = (x - k * ln2_high) - k * ln2_low;
  double sum = 1.0;
  for (int i = 13; i >= 1; --i) sum = 1.0 + sum * r / i;
  return std::ldexp(sum, static_cast<int>(k));
}

double portable_lgamma(double x) {
  assert(x > 0);
  double shift = 0;
  double product = 1;
  for (; x < 10; x += 1) {
    product *= x;
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
