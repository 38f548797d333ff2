#include "themata/diagnose/rank_diagnostics.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include "themata/evaluate/quantile.hpp"
#include "themata/random/quantiles.hpp"

namespace themata {

namespace {

using Series = std::vector<double>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Relative to the first value, so that the mean of equal values is exactly that value.
double mean_of(const Series& x) {
  double sum = 0;
  for (const double value : x) sum += value - x.front();
  return x.front() + sum / static_cast<double>(x.size());
}

/// With divisor n - 1.
double variance_of(const Series& x) {
  const double mean = mean_of(x);
  double squares = 0;
  for (const double value : x) squares += (value - mean) * (value - mean);
  return squares / static_cast<double>(x.size() - 1);
}

Series joined(const Chains& chains) {
  Series all;
  for (const Series& chain : chains) all.insert(all.end(), chain.begin(), chain.end());
  return all;
}

/// Splits values in the order of joined() into chains of the same lengths as `chains`.
Chains cut_like(const Chains& chains, const Series& all) {
  Chains result;
  auto next = all.begin();
  for (const Series& chain : chains) {
    const auto length = static_cast<std::ptrdiff_t>(chain.size());
    result.emplace_back(next, next + length);
    next += length;
  }
  return result;
}

/// Whether the draws are not all equal, and all finite.
bool can_be_estimated(const Chains& chains) {
  const double first = chains.front().front();
  bool differ = false;
  for (const Series& chain : chains)
    for (const double x : chain) {
      if (!std::isfinite(x)) return false;
      differ = differ || x != first;
    }
  return differ;
}

bool long_enough(const Chains& chains, std::size_t draws) {
  assert(!chains.empty());
  assert(std::ranges::all_of(chains, [&](const Series& c) { return c.size() == chains.front().size(); }));
  return chains.front().size() >= draws;
}

/// The first and the last half of each chain; for an odd number of draws the middle one is left out.
Chains halves_of(const Chains& chains) {
  Chains halves;
  for (const Series& chain : chains) {
    const auto half = static_cast<std::ptrdiff_t>(chain.size() / 2);
    halves.emplace_back(chain.begin(), chain.begin() + half);
    halves.emplace_back(chain.end() - half, chain.end());
  }
  return halves;
}

/// Ranks from 1 among all draws; ties get the mean of their ranks.
Series ranks_of(const Series& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  Series ranks(values.size());
  for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
    while (last < order.size() && values[order[last]] == values[order[first]]) ++last;
    for (std::size_t i = first; i < last; ++i) ranks[order[i]] = static_cast<double>(first + 1 + last) / 2;
  }
  return ranks;
}

/// Equation 10: the normal quantiles of (rank - 3/8) / (S + 1/4).
Chains normal_scores(const Chains& chains) {
  Series scores = ranks_of(joined(chains));
  const double all = static_cast<double>(scores.size()) + 0.25;
  for (double& score : scores) score = normal_quantile((score - 0.375) / all);
  return cut_like(chains, scores);
}

/// Distances from the median of all draws.
Chains folded(const Chains& chains) {
  Series ascending = joined(chains);
  std::ranges::sort(ascending);
  const std::size_t middle = ascending.size() / 2;
  const double median =
      ascending.size() % 2 == 1 ? ascending[middle] : (ascending[middle - 1] + ascending[middle]) / 2;
  Chains result = chains;
  for (Series& chain : result)
    for (double& x : chain) x = std::abs(x - median);
  return result;
}

/// Equation 6, for chains that are already split.
double rhat_of(const Chains& halves) {
  if (!can_be_estimated(halves)) return nan;
  Series means;
  double within = 0;
  for (const Series& half : halves) {
    means.push_back(mean_of(half));
    within += variance_of(half);
  }
  within /= static_cast<double>(halves.size());
  const auto n = static_cast<double>(halves.front().size());
  return std::sqrt((n * variance_of(means) / within + n - 1) / n);
}

/// Means over the chains of their autocovariances, with divisor n. Computed lag by lag, since the sums stop
/// once the autocorrelations have vanished.
class MeanAutocovariance {
 public:
  explicit MeanAutocovariance(Chains chains) : centered_(std::move(chains)) {
    for (Series& chain : centered_) {
      const double mean = mean_of(chain);
      for (double& x : chain) x -= mean;
    }
  }

  double operator()(std::size_t lag) const {
    double sum = 0;
    for (const Series& x : centered_)
      sum += std::inner_product(x.begin() + static_cast<std::ptrdiff_t>(lag), x.end(), x.begin(), 0.0);
    return sum / static_cast<double>(centered_.size() * centered_.front().size());
  }

 private:
  Chains centered_;
};

/// Equation 7: autocorrelations over all chains together.
class Autocorrelation {
 public:
  explicit Autocorrelation(const Chains& halves) : covariance_(halves) {
    const auto n = static_cast<double>(halves.front().size());
    Series means;
    for (const Series& half : halves) means.push_back(mean_of(half));
    const double biased = covariance_(0);
    within_ = biased * n / (n - 1);
    total_ = biased + variance_of(means);
  }
  double operator()(std::size_t lag) const {
    return lag == 0 ? 1 : 1 - (within_ - covariance_(lag)) / total_;
  }

 private:
  MeanAutocovariance covariance_;
  double within_ = 0, total_ = 0;
};

/// Equation 8: twice the sum of autocorrelations, in pairs as long as these are positive and not larger than
/// the previous pair (Geyer 1992), plus the even lag of the first pair after them.
double autocorrelation_time(const Chains& halves) {
  const std::size_t n = halves.front().size();
  const Autocorrelation rho(halves);
  double even = rho(0), pair = even + rho(1), smallest = std::numeric_limits<double>::infinity();
  double time = -1;
  for (std::size_t lag = 2; lag < n - 3 && pair > 0; lag += 2) {
    smallest = std::min(smallest, pair);
    time += 2 * smallest;
    even = rho(lag);
    pair = even + rho(lag + 1);
  }
  return time + (even > 0 || pair >= 0 ? even : 0);
}

double ess_of(const Chains& halves) {
  if (!can_be_estimated(halves)) return nan;
  const auto all = static_cast<double>(halves.size() * halves.front().size());
  return all / std::max(autocorrelation_time(halves), 1 / std::log10(all));
}

}  // namespace

double rank_rhat(const Chains& chains) {
  if (!long_enough(chains, least_draws_for_rhat) || !can_be_estimated(chains)) return nan;
  const double bulk = rhat_of(normal_scores(halves_of(chains)));
  const double tail = rhat_of(normal_scores(halves_of(folded(chains))));
  return std::isnan(tail) ? bulk : std::max(bulk, tail);
}

double split_rhat(const Chains& chains) {
  return long_enough(chains, least_draws_for_rhat) ? rhat_of(halves_of(chains)) : nan;
}

double ess_bulk(const Chains& chains) {
  if (!long_enough(chains, least_draws_for_ess) || !can_be_estimated(chains)) return nan;
  return ess_of(normal_scores(halves_of(chains)));
}

double ess_quantile(const Chains& chains, double q) {
  if (!long_enough(chains, least_draws_for_ess) || !can_be_estimated(chains)) return nan;
  Series ascending = joined(chains);
  std::ranges::sort(ascending);
  const double quantile = quantile_of(ascending, q);
  Chains below = chains;
  for (Series& chain : below)
    for (double& x : chain) x = x <= quantile ? 1 : 0;
  return ess_of(halves_of(below));
}

double ess_tail(const Chains& chains) {
  const double low = ess_quantile(chains, 0.05), high = ess_quantile(chains, 0.95);
  return std::isnan(low) || std::isnan(high) ? nan : std::min(low, high);
}

double ess_mean(const Chains& chains) {
  return long_enough(chains, least_draws_for_ess) ? ess_of(halves_of(chains)) : nan;
}

double mcse_mean(const Chains& chains) { return std::sqrt(variance_of(joined(chains)) / ess_mean(chains)); }

}  // namespace themata
