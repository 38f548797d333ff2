#pragma once

#include "themata/random/eigen.hpp"
#include "themata/random/stream.hpp"

namespace themata {

/// A covariance matrix from the inverse Wishart distribution, with density proportional to
///   |S|^(-(freedom + K + 1) / 2) exp(-tr(scale S^-1) / 2),
/// by Bartlett's decomposition (1933).
/// @param freedom  above K - 1
/// @param scale    K x K, symmetric and positive definite
Eigen::MatrixXd draw_inverse_wishart(Stream& stream, double freedom, const Eigen::MatrixXd& scale);

}  // namespace themata
