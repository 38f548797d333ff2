#pragma once

#include <cmath>

#include "themata/hmc/tally.hpp"
#include "themata/random/cholesky.hpp"
#include "themata/random/eigen.hpp"
#include "themata/random/elementary.hpp"
#include "themata/random/stream.hpp"

/// Hamiltonian Monte Carlo (Neal 2011) for densities of any kind: it knows no model. A density is a function
/// of a point that returns its logarithm up to a constant and writes the gradient, `double (const Vector&
/// point, Vector& gradient)`.
namespace themata::hmc {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

/// The mass matrix: momenta are normal with it as covariance. It may not depend on the point that is moved.
class Mass {
 public:
  /// @param matrix    near minus the Hessian of the log density where that is likely
  /// @param instead   taken where `matrix` is not positive definite; it must be
  Mass(const Matrix& matrix, const Matrix& instead);

  Vector draw_momentum(Stream& stream) const;
  Vector velocity(const Vector& momentum) const { return root_.solve(momentum); }
  double energy(const Vector& momentum) const { return momentum.dot(velocity(momentum)) / 2; }

 private:
  Cholesky root_;
};

/// How far a proposal goes: leapfrog steps, each of a length drawn within a fifth of `step` on both sides, so
/// that no orbit closes on itself again and again.
struct Trajectory {
  int steps = 10;
  double step = 0.15;
};

/// One proposal and its acceptance, which leaves the density invariant.
/// @param point  moved where the proposal is taken
template <class Density>
Tally move(Stream& stream, Vector& point, const Mass& mass, const Trajectory& trajectory,
           const Density& density) {
  const double step = trajectory.step * (0.8 + 0.4 * stream.uniform());
  Vector next = point, gradient(point.size()), momentum = mass.draw_momentum(stream);
  const double before = density(next, gradient) - mass.energy(momentum);
  double log_density = 0;
  for (int i = 0; i < trajectory.steps; ++i) {
    momentum += step / 2 * gradient;
    next += step * mass.velocity(momentum);
    log_density = density(next, gradient);
    momentum += step / 2 * gradient;
  }
  const double log_ratio = log_density - mass.energy(momentum) - before;
  const double log_u = portable_log(stream.uniform());
  if (!(log_u < log_ratio)) return {1, 0};  // where numbers have left their range, too
  point = next;
  return {1, 1};
}

}  // namespace themata::hmc
