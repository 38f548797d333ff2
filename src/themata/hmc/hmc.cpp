#include "themata/hmc/hmc.hpp"

#include "themata/random/distributions.hpp"

namespace themata::hmc {

Mass::Mass(const Matrix& matrix, const Matrix& instead) : root_(matrix) {
  if (!root_.exists()) root_ = Cholesky(instead);
}

Vector Mass::draw_momentum(Stream& stream) const {
  Vector z(root_.rows());
  for (double& coordinate : z) coordinate = draw_normal(stream);
  return root_.times(z);
}

}  // namespace themata::hmc
