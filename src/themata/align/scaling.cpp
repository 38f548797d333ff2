#include "themata/align/scaling.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "themata/random/eigen.hpp"

namespace themata {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double no_axis = 1e-9;  ///< of an eigenvalue, as a part of the largest

/// The principal axes of the landmarks, and what places a further point on them.
struct Axes {
  VectorXd mean_squares;           ///< by landmark: mean of its squared distances to the landmarks
  std::array<VectorXd, 2> vector;  ///< unit eigenvectors
  std::array<double, 2> value = {0, 0};
  double explained = 0;
};

MatrixXd squares_of(const CostMatrix& distances, Eigen::Index n) {
  MatrixXd squares(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j) {
      const double d = distances.row(static_cast<std::size_t>(i))[static_cast<std::size_t>(j)];
      squares(i, j) = d * d;
    }
  return squares;
}

/// The sign of an eigenvector is arbitrary.
VectorXd with_sign(VectorXd vector) {
  Eigen::Index largest = 0;
  vector.cwiseAbs().maxCoeff(&largest);
  if (vector[largest] < 0) vector = -vector;
  return vector;
}

Axes axes_of(const CostMatrix& distances, Eigen::Index n) {
  const MatrixXd squares = squares_of(distances, n);
  Axes axes;
  axes.mean_squares = squares.rowwise().mean();
  MatrixXd centered = squares.colwise() - axes.mean_squares;
  centered.rowwise() -= axes.mean_squares.transpose();
  centered = -0.5 * (centered.array() + axes.mean_squares.mean()).matrix();
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(centered);
  const VectorXd& values = solver.eigenvalues();  // ascending
  const double all = values.cwiseMax(0).sum();
  for (Eigen::Index i = 0; i < std::min<Eigen::Index>(2, n); ++i) {
    const double value = values[n - 1 - i];
    if (value <= no_axis * std::max(1e-12, values[n - 1])) continue;
    axes.value[static_cast<std::size_t>(i)] = value;
    axes.vector[static_cast<std::size_t>(i)] = with_sign(solver.eigenvectors().col(n - 1 - i));
    axes.explained += value / all;
  }
  return axes;
}

/// Coordinate of point `i` on an axis: x_i = v' (mean - d_i^2) / (2 sqrt(lambda)), which is sqrt(lambda) v_i
/// for a landmark.
double place(const Axes& axes, std::size_t axis, const CostMatrix& distances, std::size_t i) {
  if (axes.value[axis] <= 0) return 0;
  double sum = 0;
  for (Eigen::Index j = 0; j < axes.mean_squares.size(); ++j) {
    const double d = distances.row(i)[static_cast<std::size_t>(j)];
    sum += axes.vector[axis][j] * (axes.mean_squares[j] - d * d);
  }
  return sum / (2 * std::sqrt(axes.value[axis]));
}

}  // namespace

PlaneMap scale_to_plane(const CostMatrix& distances, std::size_t most_landmarks) {
  PlaneMap map;
  const std::size_t n = distances.rows();
  if (n == 0) return map;
  const Axes axes = axes_of(distances, static_cast<Eigen::Index>(std::min(n, most_landmarks)));
  for (std::size_t i = 0; i < n; ++i) {
    map.x.push_back(place(axes, 0, distances, i));
    map.y.push_back(place(axes, 1, distances, i));
  }
  map.explained = axes.explained;
  return map;
}

}  // namespace themata
