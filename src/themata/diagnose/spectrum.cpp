#include "themata/diagnose/spectrum.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

namespace themata {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double rounding = 1e-12;  ///< relative to the largest value; within it, a series is a line

std::vector<double> centered(std::span<const double> series) {
  const auto n = static_cast<double>(series.size());
  const double mean = std::accumulate(series.begin(), series.end(), 0.0) / n;
  std::vector<double> result(series.begin(), series.end());
  for (double& x : result) x -= mean;
  return result;
}

double sum_of_squares(const std::vector<double>& values) {
  return std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
}

/// Whether the residuals from the least-squares line in t are only rounding errors.
bool is_a_line(std::span<const double> series) {
  if (series.size() < 3) return true;
  std::vector<double> residuals = centered(series);
  const double middle = (static_cast<double>(series.size()) - 1) / 2;
  double cross = 0, square = 0;
  for (std::size_t t = 0; t < residuals.size(); ++t) {
    const double place = static_cast<double>(t) - middle;
    cross += place * residuals[t];
    square += place * place;
  }
  double largest = 0;
  for (std::size_t t = 0; t < residuals.size(); ++t) {
    residuals[t] -= cross / square * (static_cast<double>(t) - middle);
    largest = std::max(largest, std::abs(series[t]));
  }
  const double deviation = std::sqrt(sum_of_squares(residuals) / static_cast<double>(series.size() - 1));
  return deviation <= rounding * largest;
}

/// Autocovariances at lags 0 to `lags`, each divided by n, so that the Yule-Walker equations have a
/// stationary solution.
std::vector<double> autocovariances(std::span<const double> series, std::size_t lags) {
  const std::vector<double> x = centered(series);
  std::vector<double> result(lags + 1);
  for (std::size_t lag = 0; lag <= lags; ++lag)
    result[lag] = std::inner_product(x.begin() + static_cast<std::ptrdiff_t>(lag), x.end(), x.begin(), 0.0) /
                  static_cast<double>(x.size());
  return result;
}

/// The Yule-Walker solutions for increasing orders, by the Levinson-Durbin recursion.
class YuleWalker {
 public:
  explicit YuleWalker(std::vector<double> autocovariances)
      : r_(std::move(autocovariances)), variance_(r_[0]) {}

  const std::vector<double>& coefficients() const { return a_; }
  double variance() const { return variance_; }

  void raise_order() {
    const std::size_t order = a_.size();
    double partial = r_[order + 1];
    for (std::size_t j = 0; j < order; ++j) partial -= a_[j] * r_[order - j];
    partial /= variance_;
    std::vector<double> next = a_;
    for (std::size_t j = 0; j < order; ++j) next[j] -= partial * a_[order - 1 - j];
    next.push_back(partial);
    a_ = std::move(next);
    variance_ *= 1 - partial * partial;
  }

 private:
  std::vector<double> r_, a_;
  double variance_;
};

}  // namespace

Autoregression fit_autoregression(std::span<const double> series) {
  assert(series.size() > 1);
  const auto n = static_cast<double>(series.size());
  const auto most = std::min(series.size() - 1, static_cast<std::size_t>(std::floor(10 * std::log10(n))));
  YuleWalker solution(autocovariances(series, most));
  Autoregression best;
  double least = infinity;
  for (std::size_t order = 0;; ++order, solution.raise_order()) {
    const double aic = n * std::log(solution.variance()) + 2 * static_cast<double>(order);
    if (aic < least) {
      least = aic;
      best = {solution.coefficients(), solution.variance()};
    }
    if (order == most) break;
  }
  best.variance *= n / (n - static_cast<double>(best.coefficients.size()) - 1);
  return best;
}

double spectrum0_ar(std::span<const double> series) {
  if (!std::ranges::all_of(series, [](double x) { return std::isfinite(x); }))
    return std::numeric_limits<double>::quiet_NaN();
  if (is_a_line(series)) return 0;
  const Autoregression fit = fit_autoregression(series);
  const double gain = 1 - std::accumulate(fit.coefficients.begin(), fit.coefficients.end(), 0.0);
  return fit.variance / (gain * gain);
}

double effective_size(std::span<const double> series) {
  const double spectrum = spectrum0_ar(series);
  if (spectrum == 0) return 0;
  const auto n = static_cast<double>(series.size());
  return n * (sum_of_squares(centered(series)) / (n - 1)) / spectrum;
}

double inefficiency_factor(std::span<const double> series) {
  const double size = effective_size(series);
  return size == 0 ? infinity : static_cast<double>(series.size()) / size;
}

}  // namespace themata
