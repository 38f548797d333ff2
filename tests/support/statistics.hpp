#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace themata::testing {

/// Every statistical check of the project compares |z| with this. For batch means over 100 batches (Student's
/// t with 99 degrees of freedom) a right sampler exceeds it once in 53,000 statistics, for a normal z once in
/// 147,000.
inline constexpr double z_limit = 4.5;

/// Every goodness-of-fit check compares its p-value with this: a right sampler falls below it once in 10,000.
inline constexpr double p_limit = 1e-4;

/// A mean with the standard error that its batches show.
struct Estimate {
  double mean = 0, error = 0;
};

/// From means over consecutive batches of equal length, each long enough to be taken as independent.
inline Estimate from_batches(const std::vector<double>& batches) {
  const double n = static_cast<double>(batches.size());
  double sum = 0, squares = 0;
  for (const double b : batches) sum += b;
  for (const double b : batches) squares += (b - sum / n) * (b - sum / n);
  return {sum / n, std::sqrt(squares / (n - 1) / n)};
}

/// (estimate - exact) in standard errors; 0 where both agree and nothing varies.
inline double z_score(const Estimate& estimate, double exact) {
  const double off = estimate.mean - exact;
  if (estimate.error > 0) return off / estimate.error;
  return std::abs(off) < 1e-12 ? 0 : std::numeric_limits<double>::infinity();
}

inline double z_score(const Estimate& a, const Estimate& b) {
  return z_score(Estimate{a.mean, std::hypot(a.error, b.error)}, b.mean);
}

/// Collects a series of `batches` x `length` values into batch means, and its variance beside them.
class BatchMeans {
 public:
  BatchMeans(std::size_t batches, std::size_t length) : means_(batches, 0.0), length_(length) {}

  void add(double x) {
    assert(seen_ < means_.size() * length_);
    means_[seen_++ / length_] += x / static_cast<double>(length_);
    sum_ += x;
    squares_ += x * x;
  }
  Estimate estimate() const { return from_batches(means_); }

  /// Autocorrelation times in a batch: how many independent draws it is worth. Infinite where nothing varies.
  double times_in_batch() const {
    const double n = static_cast<double>(seen_);
    const double variance = squares_ / n - (sum_ / n) * (sum_ / n);
    const double error = estimate().error;
    if (error <= 1e-12 * std::abs(sum_ / n)) return std::numeric_limits<double>::infinity();
    return variance / (error * error * static_cast<double>(means_.size()));
  }

 private:
  std::vector<double> means_;
  std::size_t length_, seen_ = 0;
  double sum_ = 0, squares_ = 0;
};

/// Upper tail of the chi-square distribution.
double chi_square_p(double statistic, double degrees);

/// Pearson's chi-square test of counts against probabilities that sum to 1. Neighbouring cells are joined
/// until each expects at least 20.
inline double chi_square_p(const std::vector<std::uint64_t>& counts, const std::vector<double>& probability) {
  assert(counts.size() == probability.size());
  double n = 0;
  for (const std::uint64_t c : counts) n += static_cast<double>(c);
  double statistic = 0, degrees = -1, seen = 0, expected = 0, left = n;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    seen += static_cast<double>(counts[i]);
    expected += n * probability[i];
    left -= n * probability[i];
    if ((expected < 20 || left < 20) && i + 1 < counts.size()) continue;
    if (expected <= 0 && seen > 0) return 0;
    if (expected > 0) statistic += (seen - expected) * (seen - expected) / expected;
    degrees += 1;
    seen = expected = 0;
  }
  return degrees > 0 ? chi_square_p(statistic, degrees) : 1;
}

/// Kolmogorov's test where the empirical distribution is only known at the cells' ends: its p-value is too
/// large, if at all, so the check never alarms more often than it says.
inline double kolmogorov_p(const std::vector<std::uint64_t>& counts, const std::vector<double>& probability) {
  double n = 0, seen = 0, expected = 0, gap = 0;
  for (const std::uint64_t c : counts) n += static_cast<double>(c);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    seen += static_cast<double>(counts[i]) / n;
    expected += probability[i];
    gap = std::max(gap, std::abs(seen - expected));
  }
  const double x = std::sqrt(n) * gap;
  if (x < 0.3) return 1;
  double p = 0;
  for (int j = 1; j <= 50; ++j) p += (j % 2 == 1 ? 2 : -2) * std::exp(-2.0 * j * j * x * x);
  return std::clamp(p, 0.0, 1.0);
}

}  // namespace themata::testing
