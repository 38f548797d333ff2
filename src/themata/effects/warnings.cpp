#include "themata/effects/warnings.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "themata/io/format.hpp"
#include "themata/io/plain_text.hpp"

namespace themata {

namespace {

/// Whether a straight line, followed to the ends of its variable, leaves what a proportion can be for some
/// topic.
bool leaves_bounds(const EffectCurve& curve) {
  return std::ranges::any_of(curve.estimates, [](const std::vector<Estimate>& points) {
    return std::ranges::any_of(points, [](const Estimate& e) { return e.high < 0 || e.low > 1; });
  });
}

/// The columns of terms of one variable, each with mean 0 and length 1, and the variables that they are of.
struct MainColumns {
  std::vector<std::size_t> variables;
  Eigen::MatrixXd products;  ///< of each two columns
};

MainColumns main_columns(const Design& design, const Eigen::MatrixXd& x) {
  MainColumns columns;
  std::vector<Eigen::Index> places;
  for (std::size_t j = 0; j < design.n_columns(); ++j) {
    const std::optional<std::size_t> variable = design.only_variable(j);
    if (!variable) continue;
    columns.variables.push_back(*variable);
    places.push_back(static_cast<Eigen::Index>(j));
  }
  Eigen::MatrixXd standard = x(Eigen::all, places);
  standard.rowwise() -= standard.colwise().mean().eval();
  standard.colwise().normalize();
  columns.products = standard.transpose() * standard;
  return columns;
}

/// The largest share of a column of a variable that the columns of other variables account for.
double share_of_others(const MainColumns& columns, std::size_t variable) {
  std::vector<Eigen::Index> own, others;
  for (std::size_t j = 0; j < columns.variables.size(); ++j)
    (columns.variables[j] == variable ? own : others).push_back(static_cast<Eigen::Index>(j));
  if (others.empty()) return 0;
  const Eigen::MatrixXd among = columns.products(others, others), between = columns.products(others, own);
  const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver(among);
  const Eigen::MatrixXd weights = solver.solve(between);
  return (between.array() * weights.array()).colwise().sum().maxCoeff();
}

}  // namespace

std::optional<std::string> terms_warning(const Design& design, const Eigen::MatrixXd& x) {
  constexpr double most = 0.9;
  const MainColumns columns = main_columns(design, x);
  std::vector<std::string> names;
  double least = 1;
  for (std::size_t v = 0; v < design.variables().size(); ++v) {
    if (std::ranges::count(columns.variables, v) == 0) continue;
    const double share = share_of_others(columns, v);
    if (share <= most) continue;
    names.push_back(one_line(design.variables()[v].name));
    least = std::min(least, share);
  }
  if (names.empty()) return std::nullopt;
  return fmt::format(
      "effects of {} can hardly be told apart from those of the other terms, which account for {:.4g}% {}of "
      "how they vary: intervals are wide, and each effect is given the others. Leave a term out to see more",
      listed(names, ", "), 100 * least, names.size() > 1 ? "or more " : "");
}

std::optional<std::string> bounds_warning(const EffectResult& result) {
  std::vector<std::string> variables;
  for (const EffectCurve& curve : result.curves)
    if (leaves_bounds(curve)) variables.push_back(one_line(curve.variable));
  if (variables.empty()) return std::nullopt;
  const std::string curve = fmt::format("s({})", variables.front());
  const bool is_curve = result.formula.find(curve) != std::string::npos;
  return fmt::format(
      "some proportions are below 0 or above 1 at values of {}: the regression is linear in its terms. {} "
      "may follow the data better; trends show them as they are",
      listed(variables, ", "),
      is_curve ? "A contrast of nearer values" : "A curve, " + curve + ", or a contrast of nearer values");
}

}  // namespace themata
