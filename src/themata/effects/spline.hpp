#pragma once

#include <span>
#include <vector>

namespace themata {

/// A basis of natural cubic splines without the constant: twice continuously differentiable, linear beyond
/// the outer knots (Hastie, Tibshirani and Friedman 2009, equations 5.4 and 5.5). It spans what R's
/// splines::ns spans with the same knots.
class NaturalSpline {
 public:
  /// The outer knots are the smallest and the largest value, the inner ones quantiles: of all values, or of
  /// the distinct ones if those would coincide.
  /// @param columns  from 1 (a line) to the number of distinct values less 1
  NaturalSpline(std::vector<double> values, std::size_t columns);

  std::size_t columns() const { return knots_.size() - 1; }
  void fill(double value, std::span<double> columns) const;

 private:
  std::vector<double> knots_;  ///< ascending, from 0 to 1
  double lowest_, range_;
};

}  // namespace themata
