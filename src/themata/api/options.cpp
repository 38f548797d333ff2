#include "themata/api/options.hpp"

#include <fmt/core.h>

#include <utility>

#include "themata/api/option_info.hpp"
#include "themata/models/registry.hpp"

namespace themata {

namespace {

OptionKind kind_of(const OptionValue& value) {
  if (std::holds_alternative<std::uint64_t>(value)) return OptionKind::whole;
  if (std::holds_alternative<double>(value)) return OptionKind::number;
  if (std::holds_alternative<GammaPrior>(value)) return OptionKind::gamma_prior;
  return std::holds_alternative<BetaPrior>(value) ? OptionKind::beta_prior : OptionKind::text;
}

}  // namespace

OptionInfo detail::info_of(const Field& field, const OptionValue& otherwise) {
  return {.name = std::string(field.name),
          .kind = kind_of(otherwise),
          .heading = std::string(title_of(field.group)),
          .help = std::string(field.help),
          .otherwise = is_automatic(otherwise) ? "" : to_text(otherwise),
          .least = field.least,
          .most = field.most,
          .choices = {field.choices.begin(), field.choices.end()},
          .list = field.list};
}

std::vector<ModelName> models() {
  std::vector<ModelName> names;
  for (const ModelPlugin* model : all_models())
    names.push_back({std::string(model->info().name), std::string(model->info().title)});
  return names;
}

std::vector<OptionInfo> option_table(std::string_view model) {
  const FitOptions options = default_options(model);
  std::vector<OptionInfo> table;
  for (const Field* field : options.fields())
    if (!field->from_corpus) table.push_back(detail::info_of(*field, options.otherwise(field->name)));
  return table;
}

Options::Options(std::string_view model) : options_(std::make_unique<FitOptions>(default_options(model))) {}
Options::Options(std::unique_ptr<FitOptions> options) : options_(std::move(options)) {}
Options::Options(const Options& other) : options_(std::make_unique<FitOptions>(*other.options_)) {}
Options::Options(Options&& other) noexcept = default;
Options& Options::operator=(Options other) noexcept {
  options_.swap(other.options_);
  return *this;
}
Options::~Options() = default;

Options& Options::set(std::string_view name, std::string_view value) {
  give(*options_, name, std::string(value));
  return *this;
}

Options& Options::set(std::string_view name, double value) {
  return set(name, std::string_view(fmt::format("{}", value)));
}
Options& Options::set(std::string_view name, std::uint64_t value) {
  return set(name, std::string_view(std::to_string(value)));
}
Options& Options::set(std::string_view name, int value) {
  return set(name, std::string_view(std::to_string(value)));
}

std::string Options::get(std::string_view name) const { return to_text(options_->get(name)); }

std::vector<std::string> Options::names() const {
  std::vector<std::string> names;
  for (const Field* field : options_->fields())
    if (!field->from_corpus) names.emplace_back(field->name);
  return names;
}

std::string Options::model() const { return options_->model(); }

}  // namespace themata
