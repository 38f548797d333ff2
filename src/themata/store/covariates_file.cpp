#include "themata/store/covariates_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "themata/io/atomic_file.hpp"
#include "themata/io/error.hpp"
#include "themata/io/json.hpp"
#include "themata/io/npy.hpp"

namespace themata {

namespace {

using nlohmann::json;

[[noreturn]] void refuse_covariates(const Place& path, const std::string& expected) {
  throw InputError(path.string(), 0, InputFault{"is damaged", expected});
}

json field_json(const CovariateField& field) {
  if (field.is_factor()) return {{"name", field.name}, {"levels", field.levels}};
  json object = {{"name", field.name}, {"center", field.center}, {"scale", field.scale}};
  if (field.dates && field.dates != DateForm::year_first)
    object["dates"] = std::string(name_of(*field.dates));
  return object;
}

CovariateField field_of(const json& object, const Place& path) {
  const auto require = [&](bool right) {
    if (!right) refuse_covariates(path, "fields with a name, and levels or a center and a scale");
  };
  require(object.is_object() && object.value("name", json()).is_string());
  CovariateField field{.name = object["name"]};
  const json levels = object.value("levels", json());
  if (levels.is_null()) {
    require(object.value("center", json()).is_number() && object.value("scale", json()).is_number());
    field.center = object["center"];
    field.scale = object["scale"];
    require(std::isfinite(field.center) && std::isfinite(field.scale) && field.scale > 0);
    const json dates = object.value("dates", json());
    if (dates.is_null()) return field;
    require(dates.is_string());
    field.dates = date_form_of(dates.get<std::string>());
    require(field.dates.has_value());
    return field;
  }
  require(levels.is_array() && levels.size() > 1 &&
          std::ranges::all_of(levels, [](const json& level) { return level.is_string(); }));
  field.levels = levels.get<std::vector<std::string>>();
  require(std::set<std::string>(field.levels.begin(), field.levels.end()).size() == field.levels.size());
  return field;
}

}  // namespace

void write_covariates(const Place& folder, const Covariates& covariates) {
  json fields = json::array();
  for (const CovariateField& field : covariates.fields) fields.push_back(field_json(field));
  write_file_atomically(folder / "covariates.json", dump_json(json{{"fields", fields}}, 2) + "\n");
  write_npy(folder / "covariates.npy", std::span<const double>(covariates.values),
            {covariates.n_documents(), covariates.n_columns()});
}

Covariates read_covariates(const Place& folder, std::size_t documents) {
  Covariates covariates;
  const Place fields = folder / "covariates.json", matrix = folder / "covariates.npy";
  if (!exists(fields) && !exists(matrix)) return covariates;
  const json parsed = parse_json<json>(read_text(fields));
  if (!parsed.is_object() || !parsed.value("fields", json()).is_array())
    refuse_covariates(fields, "a list of fields");
  for (const json& object : parsed["fields"]) covariates.fields.push_back(field_of(object, fields));
  const MappedArray<double> file = map_npy<double>(matrix);
  if (file.shape != Shape{documents, covariates.n_columns()})
    refuse_covariates(matrix, fmt::format("{} rows of {} columns", documents, covariates.n_columns()));
  if (!std::ranges::all_of(file.values, [](double x) { return std::isfinite(x); }))
    refuse_covariates(matrix, "finite numbers");
  covariates.values.assign(file.values.begin(), file.values.end());
  for (std::size_t d = 0; d < documents; ++d)
    if (covariates.of(d).front() != 1) refuse_covariates(matrix, "ones in the first column");
  return covariates;
}

}  // namespace themata
