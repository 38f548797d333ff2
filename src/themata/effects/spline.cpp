#include "themata/effects/spline.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "themata/evaluate/quantile.hpp"

namespace themata {

namespace {

double cubed_above(double x, double knot) {
  const double above = std::max(0.0, x - knot);
  return above * above * above;
}

std::vector<double> quantiles(std::span<const double> sorted, std::size_t n) {
  std::vector<double> knots(n);
  for (std::size_t i = 0; i < n; ++i)
    knots[i] = quantile_of(sorted, static_cast<double>(i) / static_cast<double>(n - 1));
  return knots;
}

}  // namespace

NaturalSpline::NaturalSpline(std::vector<double> values, std::size_t columns) {
  assert(columns > 0);
  std::ranges::sort(values);
  knots_ = quantiles(values, columns + 1);
  if (std::ranges::adjacent_find(knots_) != knots_.end()) {
    values.erase(std::unique(values.begin(), values.end()), values.end());
    assert(values.size() > columns);
    knots_ = quantiles(values, columns + 1);
  }
  lowest_ = knots_.front();
  range_ = knots_.back() - lowest_;
  for (double& knot : knots_) knot = (knot - lowest_) / range_;
}

void NaturalSpline::fill(double value, std::span<double> columns) const {
  const double x = (value - lowest_) / range_;
  columns[0] = x;
  const std::size_t n = knots_.size();
  const auto bend = [&](std::size_t k) {
    return (cubed_above(x, knots_[k]) - cubed_above(x, knots_[n - 1])) / (knots_[n - 1] - knots_[k]);
  };
  for (std::size_t k = 0; k + 2 < n; ++k) columns[k + 1] = bend(k) - bend(n - 2);
}

}  // namespace themata
