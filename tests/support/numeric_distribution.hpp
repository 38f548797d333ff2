#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace themata::testing {

/// A distribution of one dimension that is known by its log density alone, up to a constant: its quantiles by
/// the trapezoidal rule on a fine grid between two points that hold all of it.
class NumericDistribution {
 public:
  template <class LogDensity>
  NumericDistribution(double low, double high, const LogDensity& log_density)
      : low_(low), step_((high - low) / cells) {
    std::vector<double> logs(cells + 1);
    for (std::size_t i = 0; i <= cells; ++i) logs[i] = log_density(low + step_ * static_cast<double>(i));
    const double top = *std::ranges::max_element(logs);
    below_.push_back(0);
    for (std::size_t i = 0; i < cells; ++i)
      below_.push_back(below_.back() + (std::exp(logs[i] - top) + std::exp(logs[i + 1] - top)) / 2);
    for (double& x : below_) x /= below_.back();
  }

  double quantile(double p) const {
    const auto after = std::ranges::upper_bound(below_, p);
    const auto i = static_cast<std::size_t>(after - below_.begin()) - 1;
    if (i >= cells) return low_ + step_ * cells;
    return low_ + step_ * (static_cast<double>(i) + (p - below_[i]) / (below_[i + 1] - below_[i]));
  }

 private:
  static constexpr std::size_t cells = 200'000;
  double low_, step_;
  std::vector<double> below_;  ///< the distribution function at the grid's points
};

}  // namespace themata::testing
