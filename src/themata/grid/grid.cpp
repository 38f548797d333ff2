#include "themata/grid/grid.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "themata/io/error.hpp"
#include "themata/models/registry.hpp"
#include "themata/models/unused_options.hpp"

namespace themata {

namespace {

constexpr std::string_view model_axis = "model", seed_axis = "seed";

/// The option of that name. @throws UsageError
AnyField field_of(const std::string& option) {
  for (const AnyField& field : all_fields())
    if (field.name == option) return field;
  throw UsageError(fmt::format("`{}` is not an option of a fit", option), {option, "", "an option of a fit"});
}

/// The models of a grid. Without an axis of models, lda.
std::vector<std::string> models_of(const GridOptions& options) {
  for (const GridOptions::Axis& axis : options.axes)
    if (axis.option == model_axis) return axis.values;
  return {std::string(all_models().front()->info().name)};
}

/// Those options of a grid that a model has.
GivenOptions options_with(const GridOptions& options, const std::string& model) {
  const FitOptions plain = default_options(model);
  GivenOptions own;
  for (const auto& given : options.fit)
    if (plain.takes(current_name(given.first)) || sets_all_priors(given.first)) own.push_back(given);
  return own;
}

/// Whether an option that is given has an effect on a model's fits.
bool is_used(const GridOptions& options, const std::string& model, const std::string& name) {
  const GivenOptions own = options_with(options, model);
  if (std::ranges::find(own, name, &GivenOptions::value_type::first) == own.end()) return false;
  const auto unused = unused_options(with_defaults(options_from(model, own)));
  return std::ranges::find(unused, current_name(name), &UnusedOption::name) == unused.end();
}

/// A model's fits, but for the axes: those options that have an effect on them, and those that have none on
/// any model of the grid, which are then refused.
FitOptions base_of(const GridOptions& options, const std::string& model) {
  const std::vector<std::string> models = models_of(options);
  GivenOptions own;
  for (const auto& given : options.fit) {
    const auto uses = [&](const std::string& one) { return is_used(options, one, given.first); };
    if (uses(model) || std::ranges::none_of(models, uses)) own.push_back(given);
  }
  FitOptions fit = options_from(model, own);
  fit.threads = 1;
  if (!fit.is_given("chains")) fit.chains = 1;  // the seeds of a grid are its chains
  return fit;
}

/// The combinations of the axes from `first` on, each as a value an axis.
std::vector<std::vector<std::string>> combinations(const std::vector<GridOptions::Axis>& axes) {
  std::vector<std::vector<std::string>> all{{}};
  for (const GridOptions::Axis& axis : axes) {
    std::vector<std::vector<std::string>> longer;
    for (const auto& combination : all)
      for (const std::string& value : axis.values) {
        longer.push_back(combination);
        longer.back().push_back(value);
      }
    all = std::move(longer);
  }
  return all;
}

/// Whether a model's fits depend on an axis.
bool varies_along(const FitOptions& fit, const GridOptions::Axis& axis) {
  return axis.option == model_axis || fit.takes(axis.option);
}

/// One combination of values; nothing where it repeats the fit of another one, because the model has no such
/// option.
std::optional<GridCell> cell_of(const GridOptions& options, const std::vector<std::string>& values) {
  std::string model = models_of(options).front();
  for (std::size_t a = 0; a < values.size(); ++a)
    if (options.axes[a].option == model_axis) model = values[a];
  GridCell cell{"", base_of(options, model), ""};
  for (std::size_t a = 0; a < values.size(); ++a) {
    const GridOptions::Axis& axis = options.axes[a];
    if (!varies_along(cell.fit, axis)) {
      if (values[a] != axis.values.front()) return std::nullopt;
      continue;
    }
    if (axis.option != model_axis) give(cell.fit, axis.option, values[a]);  // as by a person: it is held
    if (axis.values.size() == 1 && axis.option != model_axis) continue;
    const std::string part =
        axis.option == model_axis ? values[a] : fmt::format("{}-{}", axis.option, values[a]);
    cell.name += (cell.name.empty() ? "" : "-") + part;
    if (axis.option != seed_axis) cell.model += (cell.model.empty() ? "" : "-") + part;
  }
  if (cell.name.empty()) cell.name = cell.model = model;
  check_new_options(cell.fit);
  cell.fit = with_defaults(cell.fit);
  return cell;
}

/// A value in one form: "20" for "020".
std::string canonical(const std::string& option, const std::string& text) {
  if (option == model_axis) return text;
  const AnyField field = field_of(option);
  return to_text(parse_value({.name = field.name, .help = ""}, field.kind, text));
}

/// An axis that no model of the grid has. @throws UsageError
void check_used(const GridOptions& options, const GridOptions::Axis& axis) {
  const std::vector<std::string> models = models_of(options);
  const bool used = std::ranges::any_of(
      models, [&](const std::string& model) { return varies_along(default_options(model), axis); });
  if (!used) options_from(models.front(), {{axis.option, axis.values.front()}});  // says which models have it
}

void check_axis(const GridOptions::Axis& axis) {
  if (axis.values.empty())
    throw UsageError(fmt::format("`{}` has no value", axis.option), {axis.option, "", "at least one value"});
  std::vector<std::string> sorted = axis.values;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end())
    throw UsageError(fmt::format("`{}` has the value {} twice", axis.option, *twice),
                     {axis.option, *twice, "different values"});
}

}  // namespace

const std::vector<std::string>& grid_axes() {
  static const std::vector<std::string> axes = [] {
    std::vector<std::string> names{std::string(model_axis)};
    for (const AnyField& field : all_fields())
      if (field.axis) names.emplace_back(field.name);
    names.emplace_back(seed_axis);
    return names;
  }();
  return axes;
}

GridOptions canonical(GridOptions options) {
  for (GridOptions::Axis& axis : options.axes) {
    for (std::string& value : axis.values) value = canonical(axis.option, value);
    check_axis(axis);
  }
  return options;
}

GridOptions without_options_of_others(GridOptions fewer, const GridOptions& all) {
  const auto has_effect = [](const GridOptions& grid, const std::string& name) {
    return std::ranges::any_of(models_of(grid),
                               [&](const std::string& model) { return is_used(grid, model, name); });
  };
  GivenOptions kept;
  for (const auto& given : fewer.fit)
    if (has_effect(fewer, given.first) || !has_effect(all, given.first)) kept.push_back(given);
  fewer.fit = std::move(kept);
  return fewer;
}

std::vector<GridCell> cells_of(const GridOptions& options) {
  if (!(options.held_out > 0 && options.held_out < 1))
    throw UsageError(
        OptionFault{"held-out", fmt::format("{:g}", options.held_out), "a number above 0 and below 1"});
  for (const GridOptions::Axis& axis : options.axes) check_used(options, axis);
  std::vector<GridCell> cells;
  for (const auto& values : combinations(options.axes))
    if (auto cell = cell_of(options, values)) cells.push_back(std::move(*cell));
  return cells;
}

nlohmann::json to_json(const GridOptions& options) {
  nlohmann::json axes = nlohmann::json::object(), fits = nlohmann::json::object();
  for (const GridOptions::Axis& axis : options.axes) axes[axis.option] = axis.values;
  for (const std::string& model : models_of(options)) fits[model] = to_json(base_of(options, model));
  return {{"axes", std::move(axes)},
          {"fits", std::move(fits)},
          {"held_out", options.held_out},
          {"split_seed", options.split_seed}};
}

}  // namespace themata
