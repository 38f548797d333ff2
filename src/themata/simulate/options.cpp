#include "themata/simulate/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "themata/io/error.hpp"
#include "themata/simulate/catalog.hpp"
#include "themata/simulate/fields.hpp"

namespace themata {

namespace {

void check_range(const SimulateField& field, double value) {
  if (value >= field.least && value <= field.most) return;
  const std::string least =
      field.least == simulate::above_zero ? "above 0" : fmt::format("from {:g}", field.least);
  const std::string most =
      field.most == simulate::below_one ? "below 1" : fmt::format("at most {:.0f}", field.most);
  throw UsageError(fmt::format("`{}` is {:g}; expected a number {}, {}", field.name, value, least, most));
}

/// Checks one option, and gives it the model's default where it was not given.
template <class T>
void complete(const SimulateField& field, const simulate::Simulated& model, std::optional<T>& option) {
  using Kind = simulate::OptionUse::Kind;
  const simulate::OptionUse* use = model.use_of(field.place);
  if (option && use == nullptr)
    throw UsageError(fmt::format("`{}` means nothing for {}", field.name, model.name));
  if (use == nullptr) return;
  if (!option && use->kind == Kind::required)
    throw UsageError(fmt::format("simulate {} needs `{}`", model.name, field.name));
  if (option && use->kind == Kind::fixed && static_cast<double>(*option) != use->value)
    throw UsageError(fmt::format("`{}` is {}; {} has {:.0f}", field.name, *option, model.name, use->value));
  if (!option && (use->kind == Kind::has_default || use->kind == Kind::fixed))
    option = static_cast<T>(use->value);
  if (option) check_range(field, static_cast<double>(*option));
}

void refuse_of_matrix(const SimulateOptions& options) {
  if (options.lengths || options.truth)
    throw UsageError(
        fmt::format("`{}` means nothing for {}", options.truth ? "truth" : "lengths", options.model));
}

void complete_lengths(SimulateOptions& options) {
  if (!options.lengths)
    options.lengths = std::string(simulate::find_corpus_simulation(options.model)->lengths);
  if (std::ranges::find(length_distributions, std::string_view(*options.lengths)) ==
      length_distributions.end())
    throw UsageError(fmt::format("`lengths` is '{}'; expected {}", *options.lengths,
                                 fmt::join(length_distributions, ", or ")));
  const bool log_normal = *options.lengths == "log-normal";
  if (options.length_sd && !log_normal)
    throw UsageError(fmt::format("`length-sd` goes with `lengths` log-normal, not {}", *options.lengths));
  if (log_normal && !options.length_sd) options.length_sd = options.mean_length() / 2;
}

}  // namespace

bool is_matrix(const SimulateOptions& options) {
  return simulate::find_matrix_simulation(options.model) != nullptr;
}

SimulateOptions with_defaults(SimulateOptions options) {
  const simulate::Simulated& model = simulate::find_simulated(options.model);
  for (const SimulateField& field : simulate_fields())
    std::visit([&](auto place) { complete(field, model, options.*place); }, field.place);
  if (model.check != nullptr) model.check(options);
  if (is_matrix(options))
    refuse_of_matrix(options);
  else
    complete_lengths(options);
  return options;
}

nlohmann::ordered_json to_json(const SimulateOptions& options) {
  nlohmann::ordered_json json = {{"model", options.model}};
  for (const SimulateField& field : simulate_fields()) {
    if (field.name == "threads") continue;
    std::visit(
        [&](auto place) {
          if (options.*place) json[std::string(field.name)] = *(options.*place);
        },
        field.place);
  }
  json["lengths"] = *options.lengths;
  return json;
}

}  // namespace themata
