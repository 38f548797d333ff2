#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include "themata/counts/row_range.hpp"

namespace themata {

/// What draws add up to, of one probability. Given z, phi and theta are Dirichlet: a posterior mean is the
/// average of their means, and a variance the average of their variances plus the variance of their means
/// (docs/theory/lda.md, "Posterior summaries").
struct MomentSums {
  double mean = 0, square = 0, within = 0;

  /// One draw.
  void add(double of_mean, double variance) {
    mean += of_mean;
    square += of_mean * of_mean;
    within += variance;
  }
  /// One draw of Dirichlet probabilities. @param pseudo  the parameter @param total  the sum of all
  void add_dirichlet(double pseudo, double total) {
    const double p = pseudo / total;
    add(p, p * (1 - p) / (total + 1));
  }
  double average(std::size_t draws) const { return mean / static_cast<double>(draws); }
  double deviation(std::size_t draws) const {
    const auto n = static_cast<double>(draws);
    const double average = mean / n;
    const double between = draws > 1 ? std::max(0.0, (square - n * average * average) / (n - 1)) : 0.0;
    return std::sqrt(within / n + between);
  }
};

/// Means and variances of a block of rows of probabilities, accumulated draw by draw.
class PosteriorMoments {
 public:
  PosteriorMoments(std::size_t rows, std::size_t columns) : columns_(columns), cells_(rows * columns) {}

  /// One Dirichlet row of one draw. @param pseudo  its parameter, `columns` long
  void add(std::size_t row, std::span<const double> pseudo) {
    const double total = std::accumulate(pseudo.begin(), pseudo.end(), 0.0);
    for (std::size_t c = 0; c < columns_; ++c) cells_[row * columns_ + c].add_dirichlet(pseudo[c], total);
  }
  /// One cell of one draw.
  void add(std::size_t row, std::size_t column, double mean, double variance) {
    cells_[row * columns_ + column].add(mean, variance);
  }

  std::size_t n_cells() const { return cells_.size(); }
  double mean(std::size_t cell, std::size_t draws) const { return cells_[cell].average(draws); }
  double sd(std::size_t cell, std::size_t draws) const { return cells_[cell].deviation(draws); }

 private:
  std::size_t columns_;
  std::vector<MomentSums> cells_;
};

}  // namespace themata
