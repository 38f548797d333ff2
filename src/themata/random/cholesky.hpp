#pragma once

#include "themata/random/eigen.hpp"

namespace themata {

/// The Cholesky root of a symmetric matrix: lower triangular L with L L' = A. What it takes of Eigen is
/// compiled in cholesky.cpp alone.
class Cholesky {
 public:
  /// @param matrix  K x K, of which the lower triangle is read
  explicit Cholesky(const Eigen::MatrixXd& matrix);

  /// Whether the matrix was positive definite; otherwise nothing else of it may be used.
  bool exists() const;
  Eigen::Index rows() const { return root_.rows(); }
  Eigen::MatrixXd lower() const;
  /// L v.
  Eigen::VectorXd times(const Eigen::VectorXd& v) const;
  /// A^-1 b.
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;
  /// L^-1 b, and L'^-1 b.
  Eigen::VectorXd solve_lower(const Eigen::VectorXd& b) const;
  Eigen::VectorXd solve_upper(const Eigen::VectorXd& b) const;
  /// A^-1.
  Eigen::MatrixXd inverse() const;

 private:
  Eigen::LLT<Eigen::MatrixXd> root_;
};

}  // namespace themata
