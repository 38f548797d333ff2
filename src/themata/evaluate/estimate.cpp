#include "themata/evaluate/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "themata/evaluate/quantile.hpp"

namespace themata {

Estimate estimate_of(std::vector<double> draws, double interval) {
  if (draws.empty()) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    return {none, none, none, none, none};
  }
  std::ranges::sort(draws);
  const auto n = static_cast<double>(draws.size());
  const double mean = std::accumulate(draws.begin(), draws.end(), 0.0) / n;
  double squares = 0;
  for (const double draw : draws) squares += (draw - mean) * (draw - mean);
  const auto above = draws.end() - std::ranges::upper_bound(draws, 0.0);
  return {mean, n > 1 ? std::sqrt(squares / (n - 1)) : 0, quantile_of(draws, (1 - interval) / 2),
          quantile_of(draws, (1 + interval) / 2), static_cast<double>(above) / n};
}

}  // namespace themata
