#include "themata/models/options.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>

#include "themata/io/error.hpp"
#include "themata/io/json.hpp"

namespace themata {

namespace {

using nlohmann::json;

std::optional<std::size_t> find_field(std::span<const Field> fields, std::string_view name) {
  const auto found = std::ranges::find(fields, name, &Field::name);
  return found == fields.end() ? std::nullopt
                               : std::optional(static_cast<std::size_t>(found - fields.begin()));
}

constexpr std::string_view prior_shape = "prior-shape", prior_rate = "prior-rate";

/// Priors that were one for all hyperparameters.
void set_all_priors(FitOptions& options, std::string_view former, const std::string& text) {
  const Field field{.name = former, .least = range::above_zero, .most = range::any, .help = ""};
  const OptionValue value = parse_value(field, OptionValue(1.0), text);
  check_value(field, value, OptionValue(1.0));
  bool any = false;
  for (const Field* each : options.fields()) {
    OptionValue now = options.get(each->name);
    auto* prior = std::get_if<GammaPrior>(&now);
    if (prior == nullptr) continue;
    (former == prior_shape ? prior->shape : prior->rate) = std::get<double>(value);
    options.set(each->name, now);
    any = true;
  }
  if (!any)
    throw UsageError(
        fmt::format("`{}` does not apply to `model` {}, which has no such priors", former, options.model()),
        {std::string(former), to_text(value), "no value for this model"});
}

/// The name under which fit folders keep a field.
std::string manifest_key(const Field& field) {
  for (const FormerOption& former : former_options())
    if (former.now == field.name) return std::string(former.name);
  return std::string(field.name);
}

json json_of(const OptionValue& value) {
  if (const auto* prior = std::get_if<GammaPrior>(&value)) return {prior->shape, prior->rate};
  if (const auto* prior = std::get_if<BetaPrior>(&value)) return {prior->a, prior->b};
  if (const auto* number = std::get_if<double>(&value)) return *number;
  if (const auto* whole = std::get_if<std::uint64_t>(&value)) return *whole;
  return std::get<std::string>(value);
}

/// nlohmann would make a large one of -1. @throws UsageError
std::uint64_t whole_number_in(const json& value, std::string_view name) {
  const bool whole = value.is_number_unsigned() || (value.is_number_integer() && value >= 0);
  if (value.is_number() && !whole)
    throw UsageError(OptionFault{std::string(name), dump_json(value), "a whole number"});
  return value.get<std::uint64_t>();
}

/// @param kind  a value of the kind that is expected
OptionValue value_of(const json& value, const OptionValue& kind, std::string_view name) {
  if (std::holds_alternative<GammaPrior>(kind))
    return GammaPrior{value.at(0).get<double>(), value.at(1).get<double>()};
  if (std::holds_alternative<BetaPrior>(kind))
    return BetaPrior{value.at(0).get<double>(), value.at(1).get<double>()};
  if (std::holds_alternative<double>(kind)) return value.get<double>();
  if (std::holds_alternative<std::uint64_t>(kind)) return whole_number_in(value, name);
  return value.get<std::string>();
}

/// Sets a field as it is in a manifest, in which earlier versions had one prior for all hyperparameters.
void set_from(FitOptions& options, const Field& field, const json& manifest) {
  const OptionValue kind = options.get(field.name);
  const auto found = manifest.find(manifest_key(field));
  if (field.list && found != manifest.end() && found->get<std::string>().empty())
    options.set(field.name, "none");  // as the first versions wrote it
  else if (found != manifest.end())
    options.set(field.name, value_of(*found, kind, field.name));
  else if (std::holds_alternative<GammaPrior>(kind) && manifest.contains(prior_shape))
    options.set(field.name, GammaPrior{manifest.at(prior_shape).get<double>(),
                                       manifest.value(prior_rate, GammaPrior().rate)});
  else if (field.earlier)
    options.set(field.name, *field.earlier);
  else if (!field.earlier_choice.empty())
    options.set(field.name, std::string(field.earlier_choice));
}

}  // namespace

std::span<const FormerOption> former_options() {
  static constexpr std::array<FormerOption, 3> all{
      {{"unlabelled", "unlabeled"}, {prior_shape, ""}, {prior_rate, ""}}};
  return all;
}

std::string_view current_name(std::string_view name) {
  for (const FormerOption& former : former_options())
    if (former.name == name && !former.now.empty()) return former.now;
  return name;
}

std::string not_given(const FitOptions& options, const Names& names) {
  std::string left;
  for (const std::string_view name : names)
    if (!options.is_given(name)) left += fmt::format("{}{}", left.empty() ? "" : ",", name);
  return left.empty() ? "none" : left;
}

std::vector<const Field*> FitOptions::fields() const {
  std::vector<const Field*> all;
  for (const Field& field : own_->fields()) all.push_back(&field);
  for (const Field& field : run_fields().fields()) all.push_back(&field);
  return all;
}

bool sets_all_priors(std::string_view name) { return name == prior_shape || name == prior_rate; }

const Field* FitOptions::find(std::string_view name) const {
  if (const auto i = find_field(own_->fields(), name)) return &own_->fields()[*i];
  if (const auto i = find_field(run_fields().fields(), name)) return &run_fields().fields()[*i];
  return nullptr;
}

OptionValue FitOptions::get(std::string_view name) const {
  if (const auto i = find_field(own_->fields(), name)) return own_->get(*i);
  if (const auto i = find_field(run_fields().fields(), name)) return run_fields().get(*this, *i);
  throw UsageError(fmt::format("model {} has no option `{}`", model_, name),
                   {std::string(name), "", "an option of this model"});
}

OptionValue FitOptions::otherwise(std::string_view name) const {
  if (const auto i = find_field(own_->fields(), name)) return own_->otherwise(*i);
  if (const auto i = find_field(run_fields().fields(), name)) return run_fields().get(run_defaults(), *i);
  throw UsageError(fmt::format("model {} has no option `{}`", model_, name),
                   {std::string(name), "", "an option of this model"});
}

void FitOptions::set(std::string_view name, const OptionValue& value) {
  if (value.index() != get(name).index())
    throw UsageError(
        OptionFault{std::string(name), fmt::format("'{}'", to_text(value)), "a value of another kind"});
  if (const auto i = find_field(own_->fields(), name)) own_->set(*i, value);
  if (const auto i = find_field(run_fields().fields(), name)) run_fields().set(*this, *i, value);
}

void FitOptions::read(std::string_view name, const std::string& text) {
  if (sets_all_priors(name)) return set_all_priors(*this, name, text);
  name = current_name(name);
  const OptionValue kind = get(name);
  set(name, parse_value(*find(name), kind, text));
}

std::uint64_t FitOptions::whole(std::string_view name) const { return std::get<std::uint64_t>(known(name)); }

double FitOptions::number(std::string_view name) const { return std::get<double>(known(name)); }

std::string FitOptions::text(std::string_view name) const { return std::get<std::string>(known(name)); }

OptionValue FitOptions::known(std::string_view name) const {
  if (!has(name)) throw std::logic_error(fmt::format("model {} has no option {}", model_, name));
  return get(name);
}

void FitOptions::check_values() const {
  for (const Field* field : fields()) check_value(*field, get(field->name), otherwise(field->name));
}

json to_json(const FitOptions& options) {
  json out = {{"model", options.model()}};
  for (const Field* field : options.fields()) out[manifest_key(*field)] = json_of(options.get(field->name));
  return out;
}

void read_json(FitOptions& options, const json& manifest, const std::string& file) {
  for (const Field* field : options.fields()) try {
      set_from(options, *field, manifest);
    } catch (const json::exception& error) {
      throw InputError(file, 0,
                       fmt::format("the option '{}' is damaged: {}", manifest_key(*field), error.what()));
    }
}

}  // namespace themata
