#include "themata/effects/questions.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/plain_text.hpp"

namespace themata {

namespace {

constexpr std::size_t most_points = 25;

}  // namespace

Questions::Questions(const Design& design, const EffectOptions& options) : design_(design) {
  const auto p = static_cast<Eigen::Index>(design.n_columns());
  rows_ = Eigen::MatrixXd::Identity(p, p);
  std::map<std::pair<std::size_t, double>, Eigen::VectorXd> known;
  const auto mean_row = [&](std::size_t variable, double value) -> const Eigen::VectorXd& {
    const auto place = known.find({variable, value});
    if (place != known.end()) return place->second;
    return known.emplace(std::pair{variable, value}, design.mean_row(variable, value)).first->second;
  };
  if (options.contrasts.empty()) contrasts_ = usual_contrasts();
  for (const std::string& contrast : options.contrasts) contrasts_.push_back(parse(contrast));
  for (const Values& asked : contrasts_)
    add(mean_row(asked.variable, asked.from) - mean_row(asked.variable, asked.to));
  for (std::size_t v = 0; v < design.variables().size(); ++v) {
    curves_.push_back(curve_values(v));
    for (const double value : curves_.back()) add(mean_row(v, value));
  }
}

void Questions::add(const Eigen::VectorXd& row) {
  rows_.conservativeResize(rows_.rows() + 1, Eigen::NoChange);
  rows_.bottomRows(1) = row.transpose();
}

double Questions::value_of(std::size_t variable, const std::string& text, const std::string& contrast) const {
  const Covariate& covariate = design_.variables()[variable];
  const std::vector<double> values = design_.distinct(variable);
  if (design_.has_levels(variable)) {
    std::vector<std::string> levels;
    for (const double value : values) {
      levels.push_back(text_of(covariate, value));
      if (levels.back() == text) return value;
    }
    throw UsageError(OptionFault{"contrast", one_line(contrast),
                                 fmt::format("two of the levels of {}: {}", one_line(covariate.name),
                                             one_line(listed(levels, ", ")))});
  }
  const std::optional<double> value = number_or_date(covariate, text);
  if (!value || *value < values.front() || *value > values.back())
    throw UsageError(
        OptionFault{"contrast", one_line(contrast),
                    fmt::format("two values of {} from {} to {}", one_line(covariate.name),
                                text_of(covariate, values.front()), text_of(covariate, values.back()))});
  return *value;
}

Questions::Values Questions::parse(const std::string& contrast) const {
  const auto& variables = design_.variables();
  for (std::size_t v = 0; v < variables.size(); ++v) {
    if (!contrast.starts_with(variables[v].name + "=")) continue;
    const std::string values = contrast.substr(variables[v].name.size() + 1);
    const std::size_t comma = values.find(',');
    if (comma == std::string::npos) break;
    return {v, value_of(v, values.substr(0, comma), contrast),
            value_of(v, values.substr(comma + 1), contrast)};
  }
  throw UsageError(OptionFault{"contrast", one_line(contrast), "NAME=VALUE,VALUE of a field in the formula"});
}

std::vector<Questions::Values> Questions::usual_contrasts() const {
  std::vector<Values> usual;
  for (std::size_t v = 0; v < design_.variables().size(); ++v) {
    const std::vector<double> values = design_.distinct(v);
    if (!design_.has_levels(v)) {
      usual.push_back({v, values.back(), values.front()});
      continue;
    }
    const double reference = values[design_.reference(v)];
    for (const double value : values)
      if (value != reference) usual.push_back({v, value, reference});
  }
  return usual;
}

std::vector<double> Questions::curve_values(std::size_t variable) const {
  std::vector<double> values = design_.distinct(variable);
  if (design_.has_levels(variable) || values.size() <= most_points) return values;
  std::vector<double> even;
  for (std::size_t i = 0; i < most_points; ++i)
    even.push_back(values.front() + (values.back() - values.front()) * static_cast<double>(i) /
                                        static_cast<double>(most_points - 1));
  return even;
}

void Questions::put(const std::vector<std::vector<Estimate>>& answers, EffectResult& result) const {
  result.columns = design_.names();
  std::size_t next = design_.n_columns();
  for (const auto& of_topic : answers)
    result.coefficients.emplace_back(of_topic.begin(), of_topic.begin() + static_cast<std::ptrdiff_t>(next));
  for (const Values& asked : contrasts_) {
    const Covariate& covariate = design_.variables()[asked.variable];
    EffectContrast contrast{covariate.name, text_of(covariate, asked.from), text_of(covariate, asked.to), {}};
    for (const auto& of_topic : answers) contrast.estimates.push_back(of_topic[next]);
    ++next;
    result.contrasts.push_back(std::move(contrast));
  }
  for (std::size_t v = 0; v < curves_.size(); ++v) {
    const Covariate& covariate = design_.variables()[v];
    EffectCurve curve{.variable = covariate.name, .is_factor = design_.has_levels(v)};
    for (const double value : curves_[v]) curve.values.push_back(text_of(covariate, value));
    if (covariate.kind != CovariateKind::factor) curve.places = curves_[v];
    const auto first = static_cast<std::ptrdiff_t>(next);
    next += curves_[v].size();
    for (const auto& of_topic : answers)
      curve.estimates.emplace_back(of_topic.begin() + first,
                                   of_topic.begin() + static_cast<std::ptrdiff_t>(next));
    result.curves.push_back(std::move(curve));
  }
}

}  // namespace themata
