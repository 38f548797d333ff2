#pragma once

#include <string>
#include <vector>

#include "themata/random/eigen.hpp"
#include "themata/random/stream.hpp"

namespace themata {

/// What a regression needs of several responses y_k to the same columns.
struct ResponseSums {
  Eigen::MatrixXd cross;    ///< p x K: X'y_k
  Eigen::VectorXd squares;  ///< K: y_k'y_k

  ResponseSums(std::size_t columns, std::size_t responses);
  void add(const ResponseSums& other);
};

/// Least squares with normal errors, and the posterior of its coefficients under the prior 1 / sigma^2
/// (Gelman et al. 2013, section 14.2): sigma^2 = RSS / chi^2_{n - p}, b ~ N(estimate, sigma^2 (X'X)^-1).
class Regression {
 public:
  /// @param x  documents x columns. @param names  of the columns
  /// @throws UsageError if there are too few documents, or a column follows from the others (naming it)
  Regression(const Eigen::MatrixXd& x, const std::vector<std::string>& names);

  struct Fitted {
    Eigen::MatrixXd coefficients;  ///< p x K
    Eigen::VectorXd residual;      ///< K: the sums of squares that are left
  };
  Fitted fit(const ResponseSums& sums) const;
  /// A posterior draw of the coefficients of response k.
  Eigen::VectorXd draw(const Fitted& fitted, std::size_t k, Stream& stream) const;

 private:
  Eigen::Index n_;
  Eigen::MatrixXd root_;   ///< upper triangular R of X D = Q R
  Eigen::VectorXd scale_;  ///< D: one over the norm of each column
};

}  // namespace themata
