#include "themata/grid/grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <type_traits>
#include <variant>

#include "themata/io/error.hpp"

namespace themata {

namespace {

const FitField& field_of(const std::string& option) {
  const auto fields = fit_fields();
  return *std::find_if(fields.begin(), fields.end(),
                       [&](const FitField& field) { return field.name == option; });
}

template <class Number>
Number number_of(const std::string& option, const std::string& text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size())
    throw UsageError(fmt::format("--{} has the value '{}'; expected a {}number", option, text,
                                 std::is_integral_v<Number> ? "whole " : ""));
  return number;
}

void set(FitOptions& fit, const std::string& option, const std::string& text) {
  std::visit(
      [&](auto place) {
        using Value = std::decay_t<decltype(fit.*place)>;
        if constexpr (std::is_same_v<Value, std::string>)
          fit.*place = text;
        else
          fit.*place = number_of<Value>(option, text);
      },
      field_of(option).place);
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

GridCell cell_of(const GridOptions& options, const std::vector<std::string>& values) {
  GridCell cell;
  cell.fit = options.fit;
  for (std::size_t a = 0; a < values.size(); ++a) {
    const GridOptions::Axis& axis = options.axes[a];
    set(cell.fit, axis.option, values[a]);
    if (axis.values.size() == 1 && axis.option != "model") continue;
    const std::string part =
        axis.option == "model" ? values[a] : fmt::format("{}-{}", axis.option, values[a]);
    cell.name += (cell.name.empty() ? "" : "-") + part;
    if (axis.option != "seed") cell.model += (cell.model.empty() ? "" : "-") + part;
  }
  if (cell.name.empty()) cell.name = cell.model = cell.fit.model;
  cell.fit.threads = 1;
  check_new_options(cell.fit);
  cell.fit = resolved(cell.fit);
  return cell;
}

std::string canonical(const std::string& option, const std::string& text) {
  return std::visit(
      [&](auto place) -> std::string {
        using Value = std::decay_t<decltype(std::declval<FitOptions>().*place)>;
        if constexpr (std::is_same_v<Value, std::string>)
          return text;
        else
          return fmt::to_string(number_of<Value>(option, text));
      },
      field_of(option).place);
}

void check_axis(const GridOptions::Axis& axis) {
  if (axis.values.empty()) throw UsageError(fmt::format("--{} has no value", axis.option));
  std::vector<std::string> sorted = axis.values;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end())
    throw UsageError(fmt::format("--{} has the value {} twice", axis.option, *twice));
}

}  // namespace

const std::vector<std::string>& grid_axes() {
  static const std::vector<std::string> axes{"model", "topics", "alpha", "beta", "gamma", "eta",
                                             "delta", "sigma",  "xi",    "zeta", "seed"};
  return axes;
}

GridOptions canonical(GridOptions options) {
  for (GridOptions::Axis& axis : options.axes) {
    for (std::string& value : axis.values) value = canonical(axis.option, value);
    check_axis(axis);
  }
  return options;
}

std::vector<GridCell> cells_of(const GridOptions& options) {
  if (!(options.held_out > 0 && options.held_out < 1))
    throw UsageError(
        fmt::format("--held-out is {:g}; expected a number above 0 and below 1", options.held_out));
  std::vector<GridCell> cells;
  for (const auto& values : combinations(options.axes)) cells.push_back(cell_of(options, values));
  return cells;
}

nlohmann::json to_json(const GridOptions& options) {
  nlohmann::json axes = nlohmann::json::object();
  for (const GridOptions::Axis& axis : options.axes) axes[axis.option] = axis.values;
  FitOptions fit = options.fit;
  fit.threads = 1;
  return {{"axes", std::move(axes)},
          {"fit", to_json(fit)},
          {"held_out", options.held_out},
          {"split_seed", options.split_seed}};
}

}  // namespace themata
