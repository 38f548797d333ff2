#include "themata/run/covariates.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "themata/corpus/read/field_names.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/run/input_readers.hpp"
#include "themata/store/levels_warning.hpp"
#include "themata/store/metadata_value.hpp"

namespace themata {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t most_columns = 1000;

/// The rows of a corpus's documents, and where they are.
struct MetadataRows {
  std::vector<DocumentRow> documents;
  std::string file;

  explicit MetadataRows(const CorpusFolder& corpus)
      : documents(read_documents(corpus)), file((corpus.path / "documents.jsonl").string()) {}

  ordered_json value(std::size_t d, const std::string& field) const {
    const ordered_json& metadata = documents[d].metadata;
    return metadata.is_object() ? metadata.value(field, ordered_json()) : ordered_json();
  }
  [[noreturn]] void refuse(std::size_t d, const std::string& problem, const std::string& expected) const {
    throw InputError(file, d + 1, InputFault{problem, expected});
  }
  std::string name(std::size_t d) const { return fmt::format("document '{}'", one_line(documents[d].id)); }
};

/// Refuses documents without a field, the first of them by row.
void require_field(const MetadataRows& rows, const std::string& field) {
  std::vector<std::size_t> without;
  for (std::size_t d = 0; d < rows.documents.size(); ++d)
    if (!text_of_value(rows.value(d, field))) without.push_back(d);
  if (without.empty()) return;
  constexpr std::size_t most_named = 5;
  std::vector<std::size_t> named;
  for (std::size_t i = 0; i < std::min(most_named, without.size()); ++i) named.push_back(without[i] + 1);
  rows.refuse(
      without.front(),
      fmt::format("{} document{} no value of the metadata field '{}': row{} {}{}", without.size(),
                  without.size() == 1 ? " has" : "s have", one_line(field), without.size() == 1 ? "" : "s",
                  listed(named, ", "), without.size() > most_named ? ", ..." : ""),
      fmt::format("a corpus imported with `metadata` {}, and a value in every document", one_line(field)));
}

/// A number, or the text of one. The value is not missing.
std::optional<double> number_in(const ordered_json& value) { return number_of(*text_of_value(value)); }
/// A number, or a date as years. Fits of version 0.1 do not say which of them a field has.
std::optional<double> number_or_date_in(const ordered_json& value, const std::optional<DateForm>& dates) {
  if (dates && dates != DateForm::year_first) return years_of_date(*text_of_value(value), *dates);
  const std::optional<double> number = number_in(value);
  return number ? number : years_of_date(*text_of_value(value), DateForm::year_first);
}

/// A level's name: a text as it is, a number in its shortest form.
std::string level_in(const ordered_json& value) {
  if (value.is_string()) return text_of_value(value).value_or("");
  if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
  return fmt::format("{}", value.get<double>());
}

void require_plain(const MetadataRows& rows, std::size_t d, const std::string& field,
                   const ordered_json& value) {
  if (value.is_array() || value.is_object())
    rows.refuse(d, fmt::format("{} has a list or an object as '{}'", rows.name(d), one_line(field)),
                "a number, a text, true or false");
}

/// Numbers come before other levels, in their order.
std::vector<std::string> sorted_levels(const std::set<std::string>& levels) {
  std::vector<std::string> sorted(levels.begin(), levels.end());
  const auto all_numbers = [&] {
    return std::ranges::all_of(sorted, [](const std::string& level) { return number_of(level).has_value(); });
  };
  if (all_numbers())
    std::ranges::stable_sort(sorted, {}, [](const std::string& level) { return *number_of(level); });
  return sorted;
}

[[noreturn]] void refuse_constant(const MetadataRows& rows, const std::string& field) {
  rows.refuse(0, fmt::format("the metadata field '{}' has the same value in all documents", one_line(field)),
              "a field that differs between documents");
}

CovariateField number_field(const MetadataRows& rows, const std::string& name,
                            const std::optional<DateForm>& dates) {
  CovariateField field{.name = name, .dates = dates};
  const auto n = static_cast<double>(rows.documents.size());
  std::vector<double> values;
  for (std::size_t d = 0; d < rows.documents.size(); ++d)
    values.push_back(*number_or_date_in(rows.value(d, name), dates));
  field.center = 0;
  for (const double x : values) field.center += x / n;
  double squares = 0;
  for (const double x : values) squares += (x - field.center) * (x - field.center) / n;
  field.scale = std::sqrt(squares);
  if (!std::isfinite(field.center) || !std::isfinite(field.scale))
    rows.refuse(0, fmt::format("the metadata field '{}' has numbers too large to average", one_line(name)),
                "smaller numbers");
  const auto [least, most] = std::ranges::minmax(values);
  if (least == most || !(field.scale > 0)) refuse_constant(rows, name);
  return field;
}

CovariateField factor_field(const MetadataRows& rows, const std::string& name) {
  std::set<std::string> levels;
  for (std::size_t d = 0; d < rows.documents.size(); ++d) levels.insert(level_in(rows.value(d, name)));
  if (levels.size() < 2) refuse_constant(rows, name);
  if (levels.size() > most_columns)
    rows.refuse(0, fmt::format("the metadata field '{}' has {} levels", one_line(name), levels.size()),
                fmt::format("at most {} levels", most_columns));
  return {.name = name, .levels = sorted_levels(levels)};
}

CovariateField field_of(const MetadataRows& rows, const std::string& name, const CovariateChoice& choice) {
  require_field(rows, name);
  std::optional<std::size_t> text;  // the first document whose value is no number
  bool written_as_numbers = false;
  DateScan dates;
  for (std::size_t d = 0; d < rows.documents.size(); ++d) {
    const ordered_json value = rows.value(d, name);
    require_plain(rows, d, name, value);
    if (!text && !number_in(value)) text = d;
    dates.add(*text_of_value(value), d);
    written_as_numbers = written_as_numbers || value.is_number();
  }
  if (std::ranges::find(choice.factors, name) != choice.factors.end()) return factor_field(rows, name);
  const std::optional<DateForm> form = dates.form();
  if (form == DateForm::compact || (form && text)) return number_field(rows, name, form);
  if (!text) return number_field(rows, name, std::nullopt);
  if (written_as_numbers)
    rows.refuse(*text,
                fmt::format("{} has no number as '{}', as others have", rows.name(*text), one_line(name)),
                fmt::format("numbers throughout, or `factors` {}", one_line(name)));
  if (const auto fault = dates.fault())
    throw UsageError(fmt::format("{}; `factors` {} takes them as levels",
                                 fault_text(*fault, rows.documents, name), one_line(name)));
  return factor_field(rows, name);
}

void add_number(const MetadataRows& rows, std::size_t d, const CovariateField& field,
                std::vector<double>& values) {
  const std::optional<double> number = number_or_date_in(rows.value(d, field.name), field.dates);
  if (!number)
    rows.refuse(d, fmt::format("{} has no number as '{}'", rows.name(d), one_line(field.name)),
                "a number, as in the documents of the fit");
  const double standard = (*number - field.center) / field.scale;
  constexpr double most = 1e6;  // standard deviations
  if (!(std::fabs(standard) < most))
    rows.refuse(d, fmt::format("{} has {:g} as '{}'", rows.name(d), *number, one_line(field.name)),
                fmt::format("a number near those of the fit, around {:g}", field.center));
  values.push_back(standard);
}

void add_levels(const MetadataRows& rows, std::size_t d, const CovariateField& field,
                std::vector<double>& values) {
  const ordered_json value = rows.value(d, field.name);
  require_plain(rows, d, field.name, value);
  const auto found = std::ranges::find(field.levels, level_in(value));
  if (found == field.levels.end())
    rows.refuse(d,
                fmt::format("{} has '{}' as '{}', which no document of the fit has", rows.name(d),
                            one_line(level_in(value)), one_line(field.name)),
                "a level of the fit");
  for (auto level = field.levels.begin() + 1; level != field.levels.end(); ++level)
    values.push_back(level == found ? 1 : 0);
}

Covariates encoded(const MetadataRows& rows, std::vector<CovariateField> fields) {
  Covariates covariates{std::move(fields), {}};
  for (std::size_t d = 0; d < rows.documents.size(); ++d) {
    covariates.values.push_back(1);
    for (const CovariateField& field : covariates.fields)
      (field.is_factor() ? add_levels : add_number)(rows, d, field, covariates.values);
  }
  return covariates;
}

std::vector<std::string> names_in(const FitOptions& options, const char* option) {
  std::vector<std::string> names;
  const std::string text = options.text(option);
  for (std::size_t begin = 0; begin <= text.size() && !text.empty();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    names.push_back(text.substr(begin, end - begin));
    if (names.back().empty())
      throw UsageError(OptionFault{option, text, "names of metadata fields, separated by commas"});
    begin = end + 1;
  }
  return names;
}

}  // namespace

Covariates make_covariates(const CorpusFolder& corpus, const CovariateChoice& choice) {
  for (const std::string& name : choice.fields)
    if (std::ranges::count(choice.fields, name) > 1)
      throw UsageError(OptionFault{"covariates", listed(choice.fields, ","), fmt::format("'{}' once", name)});
  for (const std::string& name : choice.factors)
    if (std::ranges::find(choice.fields, name) == choice.fields.end())
      throw UsageError(
          OptionFault{"factors", listed(choice.factors, ","), "names that `covariates` has too"});
  Covariates covariates;
  if (choice.fields.empty()) {
    covariates.values.assign(corpus.corpus.n_documents(), 1.0);
    return covariates;
  }
  const MetadataRows rows(corpus);
  for (const std::string& name : choice.fields) covariates.fields.push_back(field_of(rows, name, choice));
  if (covariates.n_columns() > most_columns)
    rows.refuse(0, fmt::format("the covariates have {} columns", covariates.n_columns()),
                fmt::format("at most {}: fewer fields, or factors of fewer levels", most_columns));
  return encoded(rows, covariates.fields);
}

Covariates covariates_of(const CorpusFolder& corpus, const std::vector<CovariateField>& fields) {
  if (fields.empty()) return make_covariates(corpus, {});
  const MetadataRows rows(corpus);
  for (const CovariateField& field : fields) require_field(rows, field.name);
  return encoded(rows, fields);
}

std::string describe(const std::vector<CovariateField>& fields) {
  std::vector<std::string> parts;
  parts.reserve(fields.size());
  for (const CovariateField& field : fields)
    parts.push_back(field.is_factor()
                        ? fmt::format("{} (factor of {} levels; reference {})", one_line(field.name),
                                      field.levels.size(), one_line(field.levels.front()))
                        : fmt::format("{} ({}; center {:.6g}, scale {:.6g})", one_line(field.name),
                                      field.dates && field.dates != DateForm::year_first
                                          ? fmt::format("date {}", name_of(*field.dates))
                                          : "number",
                                      field.center, field.scale));
  return listed(parts, ", ");
}

void read_covariates(const FitOptions& options, const CorpusFolder& corpus, Inputs& inputs) {
  std::vector<DocumentRow> rows;
  if (!options.text("covariates").empty()) rows = read_documents(corpus);
  std::set<std::string> fields;
  for (const DocumentRow& row : rows)
    if (row.metadata.is_object())
      for (const auto& item : row.metadata.items()) fields.insert(item.key());
  const auto names = [&](const char* option) {
    return read::names_in_list(names_in(options, option),
                               [&](const std::string& name) { return fields.contains(name); });
  };
  const CovariateChoice choice{names("covariates"), names("factors")};
  inputs.given.covariates = make_covariates(corpus, choice);
  for (const CovariateField& field : inputs.given.covariates.fields)
    if (field.is_factor() && std::ranges::find(choice.factors, field.name) == choice.factors.end())
      if (const auto note = levels_warning(rows, field.name)) inputs.notes.push_back(*note);
}

}  // namespace themata
