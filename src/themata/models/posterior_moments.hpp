#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

namespace themata {

/// Consecutive rows of a matrix, the last of them left out.
struct RowRange {
  std::size_t first, last;
};

/// Means and variances of a block of rows of probabilities, accumulated draw by draw. Given z, phi and theta
/// are Dirichlet: a posterior mean is the average of their means, and a variance the average of their
/// variances plus the variance of their means (docs/theory/lda.md, "Posterior summaries").
class PosteriorMoments {
 public:
  PosteriorMoments(std::size_t rows, std::size_t columns)
      : columns_(columns), mean_(rows * columns), square_(rows * columns), within_(rows * columns) {}

  /// One Dirichlet row of one draw. @param pseudo  its parameter, `columns` long
  void add(std::size_t row, std::span<const double> pseudo) {
    const double total = std::accumulate(pseudo.begin(), pseudo.end(), 0.0);
    for (std::size_t c = 0; c < columns_; ++c) {
      const double p = pseudo[c] / total;
      add(row, c, p, p * (1 - p) / (total + 1));
    }
  }
  /// One cell of one draw.
  void add(std::size_t row, std::size_t column, double mean, double variance) {
    const std::size_t cell = row * columns_ + column;
    mean_[cell] += mean;
    square_[cell] += mean * mean;
    within_[cell] += variance;
  }

  std::size_t n_cells() const { return mean_.size(); }
  double mean(std::size_t cell, std::size_t draws) const { return mean_[cell] / static_cast<double>(draws); }
  double sd(std::size_t cell, std::size_t draws) const {
    const auto n = static_cast<double>(draws);
    const double average = mean_[cell] / n;
    const double between = draws > 1 ? std::max(0.0, (square_[cell] - n * average * average) / (n - 1)) : 0.0;
    return std::sqrt(within_[cell] / n + between);
  }

 private:
  std::size_t columns_;
  std::vector<double> mean_, square_, within_;
};

}  // namespace themata
