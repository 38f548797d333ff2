#include "themata/hmc/mode.hpp"

#include <limits>
#include <nlopt.hpp>
#include <vector>

namespace themata::hmc {

namespace {

/// What NLopt calls, and what it saw.
struct Search {
  const std::function<double(const Vector&, Vector&)>& density;
  Vector best;
  double highest = -std::numeric_limits<double>::infinity();

  static double evaluate(const std::vector<double>& x, std::vector<double>& gradient, void* self) {
    auto& search = *static_cast<Search*>(self);
    const auto n = static_cast<Eigen::Index>(x.size());
    const Vector point = Eigen::Map<const Vector>(x.data(), n);
    Vector slope(n);
    const double value = search.density(point, slope);
    if (value > search.highest) {
      search.highest = value;
      search.best = point;
    }
    for (std::size_t i = 0; i < gradient.size(); ++i) gradient[i] = slope[static_cast<Eigen::Index>(i)];
    return value;
  }
};

}  // namespace

Vector find_mode(const Vector& start, const std::function<double(const Vector&, Vector&)>& density) {
  constexpr double tolerance = 1e-6;
  constexpr int most_evaluations = 1000;
  Search search{density, start};
  nlopt::opt optimizer(nlopt::LD_LBFGS, static_cast<unsigned>(start.size()));
  optimizer.set_max_objective(&Search::evaluate, &search);
  optimizer.set_ftol_abs(tolerance);
  optimizer.set_maxeval(most_evaluations);
  std::vector<double> x(start.data(), start.data() + start.size());
  double value = 0;
  try {
    optimizer.optimize(x, value);
  } catch (const nlopt::roundoff_limited&) {
    // As good as numbers allow.
  } catch (const std::runtime_error&) {
    // NLopt's general failure: a line search that found nothing better.
  }
  return search.best;
}

}  // namespace themata::hmc
