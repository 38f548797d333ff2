#include "themata/random/cholesky.hpp"

namespace themata {

Cholesky::Cholesky(const Eigen::MatrixXd& matrix) : root_(matrix) {}

bool Cholesky::exists() const { return root_.info() == Eigen::Success; }

Eigen::MatrixXd Cholesky::lower() const { return root_.matrixL(); }

Eigen::VectorXd Cholesky::times(const Eigen::VectorXd& v) const { return root_.matrixL() * v; }

Eigen::VectorXd Cholesky::solve(const Eigen::VectorXd& b) const { return root_.solve(b); }

Eigen::VectorXd Cholesky::solve_lower(const Eigen::VectorXd& b) const { return root_.matrixL().solve(b); }

Eigen::VectorXd Cholesky::solve_upper(const Eigen::VectorXd& b) const { return root_.matrixU().solve(b); }

Eigen::MatrixXd Cholesky::inverse() const {
  return root_.solve(Eigen::MatrixXd::Identity(root_.rows(), root_.cols()));
}

}  // namespace themata
