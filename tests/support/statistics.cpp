#include "support/statistics.hpp"

#include <boost/math/special_functions/gamma.hpp>

namespace themata::testing {

double chi_square_p(double statistic, double degrees) {
  return boost::math::gamma_q(degrees / 2, statistic / 2);
}

}  // namespace themata::testing
