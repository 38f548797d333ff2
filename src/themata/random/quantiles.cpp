#include "themata/random/quantiles.hpp"

#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

namespace themata {

using boost::math::binomial;
using boost::math::complement;
using boost::math::quantile;

double normal_quantile(double p) { return quantile(boost::math::normal(), p); }

double student_quantile(double degrees, double p) { return quantile(boost::math::students_t(degrees), p); }

double f_quantile(double degrees_above, double degrees_below, double p) {
  return quantile(boost::math::fisher_f(degrees_above, degrees_below), p);
}

double beta_quantile(double a, double b, double p) {
  return boost::math::quantile(boost::math::beta_distribution<>(a, b), p);
}

double chi_squared_tail(double degrees, double x) {
  return boost::math::cdf(complement(boost::math::chi_squared(degrees), x));
}

double lower_binomial_quantile(double n, double p, double tail) { return quantile(binomial(n, p), tail); }

double upper_binomial_quantile(double n, double p, double tail) {
  return quantile(complement(binomial(n, p), tail));
}

double lower_share_bound(double n, double successes, double tail) {
  return successes == 0 ? 0 : binomial::find_lower_bound_on_p(n, successes, tail);
}

double upper_share_bound(double n, double successes, double tail) {
  return successes == n ? 1 : binomial::find_upper_bound_on_p(n, successes, tail);
}

}  // namespace themata
