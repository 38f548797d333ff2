#include "support/hyper.hpp"

#include <boost/math/quadrature/trapezoidal.hpp>

namespace themata::testing {

double integral(const std::function<double(double)>& f) {
  return boost::math::quadrature::trapezoidal([&](double t) { return f(std::exp(t)) * std::exp(t); }, -20.0,
                                              6.0, 1e-7, 14);
}

}  // namespace themata::testing
