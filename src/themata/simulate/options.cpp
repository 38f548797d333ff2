#include "themata/simulate/options.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "themata/io/error.hpp"
#include "themata/simulate/catalog.hpp"

namespace themata {

namespace {

void check_given(const SimulateOptions& options, const Field& field, const OptionValue& value) {
  if (field.required && is_automatic(value))
    throw UsageError(OptionFault{std::string(field.name), "missing",
                                 fmt::format("a value, as {} has no default for it", options.model())});
}

nlohmann::json json_of(const OptionValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return *number;
  if (const auto* whole = std::get_if<std::uint64_t>(&value)) return *whole;
  return std::get<std::string>(value);
}

}  // namespace

SimulateOptions::SimulateOptions(std::string_view name)
    : simulated_(&simulate::find_simulated(name)), own_(simulated_->default_options()) {}

bool SimulateOptions::has(std::string_view name) const {
  return std::ranges::find(fields(), name, &Field::name) != fields().end();
}

std::size_t SimulateOptions::find(std::string_view name) const {
  const auto found = std::ranges::find(fields(), name, &Field::name);
  if (found != fields().end()) return static_cast<std::size_t>(found - fields().begin());
  const std::string others = simulate::simulations_with(name);
  throw UsageError(others.empty()
                       ? fmt::format("simulate has no option `{}`", name)
                       : fmt::format("`{}` cannot be used with {}; it belongs to {}", name, model(), others));
}

OptionValue SimulateOptions::get(std::string_view name) const { return own_->get(find(name)); }

SimulateOptions& SimulateOptions::set(std::string_view name, const OptionValue& value) {
  const std::size_t field = find(name);
  if (value.index() != own_->get(field).index())
    throw UsageError(
        OptionFault{std::string(name), fmt::format("'{}'", to_text(value)), "a value of another kind"});
  own_->set(field, value);
  return *this;
}

SimulateOptions& SimulateOptions::read(std::string_view name, const std::string& text) {
  const std::size_t field = find(name);
  own_->set(field, parse_value(fields()[field], own_->get(field), text));
  return *this;
}

void SimulateOptions::complete() {
  for (std::size_t i = 0; i < fields().size(); ++i) {
    check_given(*this, fields()[i], own_->get(i));
    check_value(fields()[i], own_->get(i), own_->otherwise(i));
  }
  if (truth && is_matrix(*this))
    throw UsageError(fmt::format("`truth` cannot be used with {}, which is a matrix", model()));
  simulated_->complete(*own_);
}

bool is_matrix(const SimulateOptions& options) {
  return simulate::find_matrix_simulation(options.model()) != nullptr;
}

SimulateOptions with_defaults(SimulateOptions options) {
  options.complete();
  return options;
}

nlohmann::ordered_json to_json(const SimulateOptions& options) {
  nlohmann::ordered_json json = {{"model", options.model()}};
  for (std::size_t i = 0; i < options.fields().size(); ++i) {
    const OptionValue value = options.own().get(i);
    if (options.fields()[i].name != "threads" && !is_automatic(value))
      json[std::string(options.fields()[i].name)] = json_of(value);
  }
  return json;
}

namespace simulate {

const CorpusOptions& corpus_options(const SimulateOptions& options) {
  return dynamic_cast<const Simulation&>(options.simulated()).common(options.own());
}

Mixture draw_mixture(const SimulateOptions& options, Key key, Pool& pool) {
  Mixture mixture = dynamic_cast<const Simulation&>(options.simulated()).draw(options.own(), key, pool);
  mixture.topics.resize(mixture.n_topics());
  build_alias(mixture.weights, mixture.topics);
  return mixture;
}

}  // namespace simulate
}  // namespace themata
