#include "themata/effects/regression.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/random/distributions.hpp"

namespace themata {

namespace {

void check_rank(const Eigen::MatrixXd& scaled, const std::vector<std::string>& names) {
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(scaled);
  qr.setThreshold(1e-9);
  if (qr.rank() == scaled.cols()) return;
  std::vector<std::string> surplus;
  for (Eigen::Index i = qr.rank(); i < scaled.cols(); ++i)
    surplus.push_back(one_line(names[static_cast<std::size_t>(qr.colsPermutation().indices()[i])]));
  std::ranges::sort(surplus);
  throw UsageError(fmt::format(
      "the effects of `formula` cannot be told apart: {} follow{} from the other columns; leave a term out",
      listed(surplus, ", "), surplus.size() == 1 ? "s" : ""));
}

}  // namespace

ResponseSums::ResponseSums(std::size_t columns, std::size_t responses)
    : cross(Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(columns), static_cast<Eigen::Index>(responses))),
      squares(Eigen::VectorXd::Zero(static_cast<Eigen::Index>(responses))) {}

void ResponseSums::add(const ResponseSums& other) {
  cross += other.cross;
  squares += other.squares;
}

Regression::Regression(const Eigen::MatrixXd& x, const std::vector<std::string>& names)
    : n_(x.rows()), scale_(x.colwise().norm().cwiseMax(1e-300).cwiseInverse().transpose()) {
  if (n_ <= x.cols())
    throw UsageError(
        fmt::format("`formula` has {} columns for {} documents; expected fewer columns than "
                    "documents",
                    x.cols(), n_));
  const Eigen::MatrixXd scaled = x * scale_.asDiagonal();
  check_rank(scaled, names);
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(scaled);
  root_ = qr.matrixQR().topRows(x.cols()).triangularView<Eigen::Upper>();
}

Regression::Fitted Regression::fit(const ResponseSums& sums) const {
  const auto upper = root_.triangularView<Eigen::Upper>();
  const Eigen::MatrixXd rotated = upper.transpose().solve(scale_.asDiagonal() * sums.cross);
  Fitted fitted{scale_.asDiagonal() * upper.solve(rotated),
                sums.squares - rotated.colwise().squaredNorm().transpose()};
  fitted.residual = fitted.residual.cwiseMax(0.0);
  return fitted;
}

Eigen::VectorXd Regression::draw(const Fitted& fitted, std::size_t k, Stream& stream) const {
  const auto at = static_cast<Eigen::Index>(k);
  const double chi_square = draw_gamma(stream, static_cast<double>(n_ - root_.cols()) / 2, 0.5);
  Eigen::VectorXd normal(root_.cols());
  for (double& z : normal) z = draw_normal(stream);
  const double sigma = std::sqrt(fitted.residual[at] / chi_square);
  return fitted.coefficients.col(at) +
         sigma * (scale_.asDiagonal() * root_.triangularView<Eigen::Upper>().solve(normal)).eval();
}

}  // namespace themata
