#pragma once

#include <algorithm>
#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/exponential.hpp>
#include <boost/math/distributions/gamma.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/poisson.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "support/statistics.hpp"

// Random draws against the exact distributions of Boost.Math.
namespace themata::testing {

/// The smaller of the p-values of a chi-square and a Kolmogorov test over 200 cells of equal probability.
/// @param quantile  of the exact distribution, ascending
inline double continuous_p(const std::function<double()>& draw, const std::function<double(double)>& quantile,
                           std::size_t n) {
  constexpr std::size_t cells = 200;
  std::vector<double> edges;
  for (std::size_t i = 1; i < cells; ++i) edges.push_back(quantile(static_cast<double>(i) / cells));
  std::vector<std::uint64_t> counts(cells);
  for (std::size_t i = 0; i < n; ++i)
    ++counts[static_cast<std::size_t>(std::upper_bound(edges.begin(), edges.end(), draw()) - edges.begin())];
  const std::vector<double> probability(cells, 1.0 / cells);
  return std::min(chi_square_p(counts, probability), kolmogorov_p(counts, probability));
}

/// Quantiles of log G(shape, 1): where the gamma's own would underflow, from its lower tail x^a / G(a + 1).
inline double log_gamma_quantile(double shape, double p) {
  const double tail = (std::log(p) + std::lgamma(shape + 1)) / shape;
  if (tail < -30) return tail;
  return std::log(boost::math::quantile(boost::math::gamma_distribution<>(shape), p));
}

inline double log_beta_quantile(double a, double b, double p) {
  const double log_beta = std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b);
  const double tail = (std::log(p) + std::log(a) + log_beta) / a;
  if (tail < -30) return tail;
  return std::log(boost::math::quantile(boost::math::beta_distribution<>(a, b), p));
}

/// As continuous_p, for a distribution on whole numbers: cells of one value each where those are few, else a
/// tenth of a standard deviation wide.
template <class Distribution>
double discrete_p(const std::function<double()>& draw, const Distribution& distribution, double most,
                  std::size_t n) {
  const double center = boost::math::mean(distribution),
               deviation = boost::math::standard_deviation(distribution);
  const double width = std::max(1.0, std::floor(deviation / 10));
  std::vector<double> ends;  // a cell holds the values up to its end
  for (double x = std::floor(std::max(0.0, center - 7 * deviation - 5));
       x < std::min(most, center + 7 * deviation + 40); x += width)
    ends.push_back(x);
  std::vector<double> probability;
  double before = 0;
  for (const double end : ends) {
    const double below = boost::math::cdf(distribution, end);
    probability.push_back(below - before);
    before = below;
  }
  probability.push_back(1 - before);
  std::vector<std::uint64_t> counts(probability.size());
  for (std::size_t i = 0; i < n; ++i)
    ++counts[static_cast<std::size_t>(std::lower_bound(ends.begin(), ends.end(), draw()) - ends.begin())];
  return std::min(chi_square_p(counts, probability), kolmogorov_p(counts, probability));
}

inline double binomial_p(const std::function<double()>& draw, double trials, double p, std::size_t n) {
  return discrete_p(draw, boost::math::binomial_distribution<>(trials, p), trials, n);
}

inline double poisson_p(const std::function<double()>& draw, double mean, std::size_t n) {
  return discrete_p(draw, boost::math::poisson_distribution<>(mean), std::numeric_limits<double>::infinity(),
                    n);
}

}  // namespace themata::testing
