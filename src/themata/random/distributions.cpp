#include "themata/random/distributions.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

#include "themata/random/elementary.hpp"

namespace themata {

double draw_normal(Stream& stream) {
  for (;;) {
    const double u = 2 * stream.uniform() - 1;
    const double v = 2 * stream.uniform() - 1;
    const double s = u * u + v * v;
    if (s < 1 && s > 0) return u * std::sqrt(-2 * portable_log(s) / s);
  }
}

double draw_exponential(Stream& stream) { return -portable_log(stream.uniform()); }

double draw_log_gamma(Stream& stream, double shape) {
  assert(shape > 0);
  if (shape < 1) {
    const double boosted = draw_log_gamma(stream, shape + 1);
    return boosted + portable_log(stream.uniform()) / shape;
  }
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = draw_normal(stream);
    const double root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    const double u = stream.uniform();
    const double x2 = x * x;
    if (u < 1 - 0.0331 * x2 * x2 || portable_log(u) < 0.5 * x2 + d * (1 - v + portable_log(v)))
      return portable_log(d * v);
  }
}

double draw_gamma(Stream& stream, double shape, double rate) {
  assert(rate > 0);
  return portable_exp(draw_log_gamma(stream, shape)) / rate;
}

double draw_log_beta(Stream& stream, double a, double b) {
  const double x = draw_log_gamma(stream, a);
  const double y = draw_log_gamma(stream, b);
  const double top = std::max(x, y);
  return x - top - portable_log(portable_exp(x - top) + portable_exp(y - top));
}

namespace {

/// log k! minus Stirling's approximation of it around k + 1 (Hoermann 1993, "fc").
double stirling_remainder(double k) {
  static constexpr std::array<double, 10> table = {
      0.08106146679532726,  0.04134069595540929, 0.02767792568499834, 0.02079067210376509,
      0.01664469118982119,  0.01387612882307075, 0.01189670994589177, 0.01041126526197209,
      0.009255462182712733, 0.008330563433362871};
  if (k < 10) return table[static_cast<std::size_t>(k)];
  const double y = 1 / ((k + 1) * (k + 1));
  return (1.0 / 12 - y * (1.0 / 360 - y / 1260)) / (k + 1);
}

/// Sums the probabilities from 0 up; p <= 1/2 and n p < 10.
std::uint64_t binomial_by_inversion(Stream& stream, std::uint64_t n, double p) {
  const double ratio = p / (1 - p);
  const double none = portable_exp(static_cast<double>(n) * portable_log(1 - p));
  for (;;) {
    double u = stream.uniform();
    double mass = none;
    // Beyond 200 the mass is less than 2^-53: a u that gets there is a rounding error, and is redrawn.
    for (std::uint64_t k = 0; k <= std::min<std::uint64_t>(n, 200); ++k) {
      if (u < mass) return k;
      u -= mass;
      mass *= ratio * static_cast<double>(n - k) / static_cast<double>(k + 1);
    }
  }
}

/// p <= 1/2 and n p >= 10.
std::uint64_t binomial_by_rejection(Stream& stream, std::uint64_t trials, double p) {
  const auto n = static_cast<double>(trials);
  const double ratio = p / (1 - p);
  const double spread = std::sqrt(n * p * (1 - p));
  const double b = 1.15 + 2.53 * spread;
  const double a = -0.0873 + 0.0248 * b + 0.01 * p;
  const double center = n * p + 0.5;
  const double squeeze = 0.92 - 4.2 / b;
  const double alpha = (2.83 + 5.1 / b) * spread;
  const double mode = std::floor((n + 1) * p);
  for (;;) {
    const double u = stream.uniform() - 0.5;
    const double v = stream.uniform();
    const double us = 0.5 - std::abs(u);
    const double k = std::floor((2 * a / us + b) * u + center);
    if (k < 0 || k > n) continue;
    if (us >= 0.07 && v <= squeeze) return static_cast<std::uint64_t>(k);
    const double bound = (mode + 0.5) * portable_log((mode + 1) / (ratio * (n - mode + 1))) +
                         (n + 1) * portable_log((n - mode + 1) / (n - k + 1)) +
                         (k + 0.5) * portable_log(ratio * (n - k + 1) / (k + 1)) + stirling_remainder(mode) +
                         stirling_remainder(n - mode) - stirling_remainder(k) - stirling_remainder(n - k);
    if (portable_log(v * alpha / (a / (us * us) + b)) <= bound) return static_cast<std::uint64_t>(k);
  }
}

}  // namespace

std::uint64_t draw_binomial(Stream& stream, std::uint64_t n, double p) {
  assert(p >= 0 && p <= 1);
  if (n == 0 || p == 0) return 0;
  if (p == 1) return n;
  if (p > 0.5) return n - draw_binomial(stream, n, 1 - p);
  return static_cast<double>(n) * p < 10 ? binomial_by_inversion(stream, n, p)
                                         : binomial_by_rejection(stream, n, p);
}

namespace {

/// Sums the probabilities from 0 up; mean < 10.
std::uint64_t poisson_by_inversion(Stream& stream, double mean) {
  const double none = portable_exp(-mean);
  for (;;) {
    double u = stream.uniform();
    double mass = none;
    // As for a binomial: a u that gets beyond 200 is a rounding error.
    for (std::uint64_t k = 0; k <= 200; ++k) {
      if (u < mass) return k;
      u -= mass;
      mass *= mean / static_cast<double>(k + 1);
    }
  }
}

}  // namespace

std::uint64_t draw_poisson(Stream& stream, double mean) {
  assert(mean >= 0 && mean <= 0x1p52);
  std::uint64_t events = 0;
  while (mean >= 10) {
    // Arrival m of a process of rate 1 has a Gamma(m, 1) time. If it is too late, the m - 1 arrivals before
    // it are independent and uniform up to that time; otherwise the process starts again from it.
    const auto m = static_cast<std::uint64_t>(mean * 0.875);
    const double arrival = draw_gamma(stream, static_cast<double>(m), 1);
    if (arrival > mean) return events + draw_binomial(stream, m - 1, mean / arrival);
    events += m;
    mean -= arrival;
  }
  return events + poisson_by_inversion(stream, mean);
}

void draw_dirichlet(Stream& stream, std::span<double> a) {
  double top = -std::numeric_limits<double>::infinity();
  for (double& x : a) {
    x = x > 0 ? draw_log_gamma(stream, x) : -std::numeric_limits<double>::infinity();
    top = std::max(top, x);
  }
  assert(std::isfinite(top));
  double total = 0;
  for (double& x : a) {
    x = portable_exp(x - top);
    total += x;
  }
  for (double& x : a) x /= total;
}

std::size_t draw_index(Stream& stream, std::span<const double> weight) {
  double total = 0;
  for (const double w : weight) total += w;
  double rest = stream.uniform() * total;
  std::size_t last_with_weight = 0;
  for (std::size_t k = 0; k < weight.size(); ++k) {
    if (!(weight[k] > 0)) continue;
    if (rest < weight[k]) return k;
    rest -= weight[k];
    last_with_weight = k;  // used if rounding leaves a remainder
  }
  return last_with_weight;
}

}  // namespace themata
