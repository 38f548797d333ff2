#include "themata/models/hpc/label_odds.hpp"

#include <algorithm>
#include <cmath>

#include "themata/random/elementary.hpp"

namespace themata::hpc {

namespace {

/// log(1 + x) for x >= 0.
double log_one_plus(double x) { return x < 1e-6 ? x - x * x / 2 : portable_log(1 + x); }

}  // namespace

double log_one_plus_exp(double x) { return std::max(x, 0.0) + log_one_plus(portable_exp(-std::fabs(x))); }

double log_one_minus_exp(double x) {
  constexpr double near = -1e-6, far = -14;
  if (x > near) return portable_log(-x - x * x / 2);
  const double e = portable_exp(x);
  return x < far ? -e - e * e / 2 : portable_log(1 - e);
}

LogOdds log_label_odds(double mean, double deviation) {
  constexpr double pi = 3.14159265358979323846, most_step = 0.5;
  // The logistic's poles are pi / deviation from the real line: the rule's error is about
  // 2 exp(-2 pi^2 / (deviation * step)).
  const double least = std::max(deviation, 1e-9);
  const double step = std::min(most_step, 2 * pi * pi / (30 * least));
  // A small probability is that of a tail, whose mass is where the product of the normal density and e^x is
  // largest.
  const double reach = 8.5 + std::min(least, std::fabs(mean) / least);
  const auto half = static_cast<int>(reach / step) + 1;
  // Of the two sums, the one that is not near 1 is used directly, so that no digit is lost.
  double there = 0, absent = 0, all = 0;
  for (int i = -half; i <= half; ++i) {
    const double z = i * step;
    const double weight = portable_exp(-z * z / 2), x = mean + deviation * z;
    const double small = portable_exp(-std::fabs(x)), one = weight / (1 + small);
    there += x > 0 ? one : one * small;
    absent += x > 0 ? one * small : one;
    all += weight;
  }
  const double log_there = portable_log(there / all), log_absent = portable_log(absent / all);
  return there < absent ? LogOdds{log_there, log_one_minus_exp(log_there)}
                        : LogOdds{log_one_minus_exp(log_absent), log_absent};
}

}  // namespace themata::hpc
