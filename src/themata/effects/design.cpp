#include "themata/effects/design.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/plain_text.hpp"

namespace themata {

namespace {

constexpr std::size_t usual_df = 4, most_levels = 1000;

std::size_t place_of(const std::vector<Covariate>& variables, const std::string& name) {
  return static_cast<std::size_t>(std::ranges::find(variables, name, &Covariate::name) - variables.begin());
}

void check_references(const std::vector<Covariate>& variables, const ReferenceLevels& references) {
  for (const auto& [name, level] : references)
    if (place_of(variables, name) == variables.size())
      throw UsageError(OptionFault{"reference", one_line(fmt::format("{}={}", name, level)),
                                   "NAME=LEVEL of a field that is in the formula"});
}

}  // namespace

Design::Design(const Formula& formula, std::span<const DocumentRow> rows, std::vector<bool> wanted,
               const ReferenceLevels& references)
    : used_(std::move(wanted)) {
  for (const std::string& name : formula.variables())
    variables_.push_back(formula.is_always_factor(name) ? read_factor(rows, name)
                                                        : read_covariate(rows, name));
  for (const Covariate& variable : variables_)
    for (std::size_t d = 0; d < used_.size(); ++d)
      if (variable.missing[d]) used_[d] = false;
  if (n_used() == 0) throw UsageError("no document with words has all fields of the formula");
  check_references(variables_, references);
  for (std::size_t v = 0; v < variables_.size(); ++v) set_reference(v, references);
  names_.emplace_back("constant");
  only_variables_.emplace_back();
  for (const FormulaTerm& parts : formula.terms) {
    Term term;
    for (const FormulaPart& part : parts) term.push_back(make_part(part));
    add_names(term);
    terms_.push_back(std::move(term));
  }
}

std::size_t Design::n_used() const { return static_cast<std::size_t>(std::ranges::count(used_, true)); }

bool Design::has_levels(std::size_t variable) const {
  return std::ranges::any_of(terms_, [&](const Term& term) {
    return std::ranges::any_of(
        term, [&](const Part& part) { return part.variable == variable && !part.levels.empty(); });
  });
}

std::vector<double> Design::distinct(std::size_t variable) const {
  std::vector<double> found;
  for (std::size_t d = 0; d < used_.size(); ++d)
    if (used_[d]) found.push_back(variables_[variable].value(d));
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

void Design::set_reference(std::size_t variable, const ReferenceLevels& references) {
  const Covariate& covariate = variables_[variable];
  references_.push_back(0);
  const auto asked = references.find(covariate.name);
  if (asked == references.end()) return;
  std::vector<std::string> levels;
  for (const double value : distinct(variable)) levels.push_back(text_of(covariate, value));
  const auto found = std::ranges::find(levels, asked->second);
  if (found == levels.end())
    throw UsageError(OptionFault{
        "reference", one_line(fmt::format("{}={}", asked->first, asked->second)),
        fmt::format("one of the levels of {}: {}", one_line(asked->first), listed(levels, ", "))});
  references_.back() = static_cast<std::size_t>(found - levels.begin());
}

Design::Part Design::make_part(const FormulaPart& part) const {
  const std::size_t variable = place_of(variables_, part.variable);
  const Covariate& covariate = variables_[variable];
  if (part.form == FormulaPart::Form::factor || covariate.kind == CovariateKind::factor) {
    if (part.form == FormulaPart::Form::spline)
      throw UsageError(
          fmt::format("`formula` has s({}), and {} has values that are no numbers or dates, such "
                      "as {}; expected numbers in a spline",
                      covariate.name, covariate.name, one_line(covariate.levels.back())));
    return make_factor(variable);
  }
  if (part.form == FormulaPart::Form::spline) return make_spline(variable, part.df);
  if (distinct(variable).size() < 2)
    throw UsageError(
        fmt::format("{} has the same value in all documents that are used; leave it out of "
                    "`formula`",
                    one_line(covariate.name)));
  return {variable, {covariate.name}};
}

Design::Part Design::make_factor(std::size_t variable) const {
  const Covariate& covariate = variables_[variable];
  Part part{variable, {}};
  const std::vector<double> values = distinct(variable);
  if (values.size() < 2)
    throw UsageError(
        fmt::format("{} has one level only in the documents that are used, {}; leave it out of "
                    "`formula`",
                    one_line(covariate.name), one_line(text_of(covariate, values.front()))));
  if (values.size() > most_levels)
    throw UsageError(fmt::format("{} has {} levels; expected at most {} in a factor",
                                 one_line(covariate.name), values.size(), most_levels));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i == references_[variable]) continue;
    part.levels.push_back(values[i]);
    part.names.push_back(covariate.name + "=" + text_of(covariate, values[i]));
  }
  return part;
}

Design::Part Design::make_spline(std::size_t variable, std::size_t columns) const {
  const Covariate& covariate = variables_[variable];
  const std::size_t most = distinct(variable).size() - 1;
  if (most == 0 || columns > most)
    throw UsageError(fmt::format(
        "{} has {} distinct value{} in the documents that are used; a spline of {} columns needs {}",
        one_line(covariate.name), most + 1, most == 0 ? "" : "s", std::max<std::size_t>(columns, 1),
        std::max<std::size_t>(columns, 1) + 1));
  if (columns == 0) columns = std::min(usual_df, most);
  std::vector<double> values;
  for (std::size_t d = 0; d < used_.size(); ++d)
    if (used_[d]) values.push_back(covariate.numbers[d]);
  Part part{variable, {}};
  part.spline.emplace(std::move(values), columns);
  for (std::size_t i = 0; i < columns; ++i)
    part.names.push_back(fmt::format("s({})[{}]", covariate.name, i + 1));
  return part;
}

void Design::add_names(const Term& term) {
  std::vector<std::string> names{""};
  for (const Part& part : term) {
    std::vector<std::string> longer;
    for (const std::string& name : names)
      for (const std::string& own : part.names)
        longer.push_back(name.empty() ? own : fmt::format("{}:{}", name, own));
    names = std::move(longer);
  }
  names_.insert(names_.end(), names.begin(), names.end());
  only_variables_.resize(names_.size(),
                         term.size() == 1 ? std::optional(term.front().variable) : std::nullopt);
}

void Design::Part::fill(double value, std::span<double> columns) const {
  if (spline) return spline->fill(value, columns);
  if (levels.empty()) {
    columns[0] = value;
    return;
  }
  for (std::size_t i = 0; i < levels.size(); ++i) columns[i] = levels[i] == value ? 1 : 0;
}

std::vector<double> Design::values(std::size_t d) const {
  std::vector<double> values;
  values.reserve(variables_.size());
  for (const Covariate& variable : variables_) values.push_back(variable.value(d));
  return values;
}

Eigen::VectorXd Design::row(std::span<const double> values) const {
  Eigen::VectorXd row(static_cast<Eigen::Index>(n_columns()));
  row[0] = 1;
  Eigen::Index next = 1;
  std::vector<double> product, longer, own;
  for (const Term& term : terms_) {
    product.assign(1, 1.0);
    for (const Part& part : term) {
      own.resize(part.names.size());
      part.fill(values[part.variable], own);
      longer.clear();
      for (const double x : product)
        for (const double y : own) longer.push_back(x * y);
      product.swap(longer);
    }
    for (const double x : product) row[next++] = x;
  }
  return row;
}

Eigen::MatrixXd Design::matrix() const {
  Eigen::MatrixXd matrix(static_cast<Eigen::Index>(n_used()), static_cast<Eigen::Index>(n_columns()));
  Eigen::Index next = 0;
  for (std::size_t d = 0; d < used_.size(); ++d)
    if (used_[d]) matrix.row(next++) = row(values(d)).transpose();
  return matrix;
}

Eigen::VectorXd Design::mean_row(std::size_t variable, double value) const {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(n_columns()));
  for (std::size_t d = 0; d < used_.size(); ++d) {
    if (!used_[d]) continue;
    std::vector<double> changed = values(d);
    changed[variable] = value;
    sum += row(changed);
  }
  return sum / static_cast<double>(n_used());
}

}  // namespace themata
