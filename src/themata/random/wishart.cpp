#include "themata/random/wishart.hpp"

#include <cassert>
#include <cmath>

#include "themata/random/cholesky.hpp"
#include "themata/random/distributions.hpp"

namespace themata {

/// With scale = L L' and A A' a standard Wishart draw, A lower triangular, S = L (A A')^-1 L'.
Eigen::MatrixXd draw_inverse_wishart(Stream& stream, double freedom, const Eigen::MatrixXd& scale) {
  const Eigen::Index n = scale.rows();
  assert(freedom > static_cast<double>(n - 1));
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < i; ++j) a(i, j) = draw_normal(stream);
    a(i, i) = std::sqrt(draw_gamma(stream, (freedom - static_cast<double>(i)) / 2, 0.5));
  }
  const Eigen::MatrixXd root = Cholesky(scale).lower();
  const Eigen::MatrixXd part = a.triangularView<Eigen::Lower>().solve(root.transpose());
  return part.transpose() * part;
}

}  // namespace themata
