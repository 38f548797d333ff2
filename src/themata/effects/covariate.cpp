#include "themata/effects/covariate.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/store/levels_warning.hpp"
#include "themata/store/metadata_value.hpp"

namespace themata {

namespace {

/// The values of a field as texts; nothing where missing.
using Texts = std::vector<std::optional<std::string>>;

Texts texts_of(std::span<const DocumentRow> rows, const std::string& name) {
  Texts texts(rows.size());
  for (std::size_t d = 0; d < rows.size(); ++d) {
    const auto& metadata = rows[d].metadata;
    if (metadata.is_object() && metadata.contains(name) && metadata[name].is_structured())
      throw UsageError(fmt::format(
          "the metadata field {} of document {} is a list or an object; expected a text or a number",
          one_line(name), one_line(rows[d].id)));
    texts[d] = text_of_field(metadata, name);
  }
  return texts;
}

[[noreturn]] void refuse_name(std::span<const DocumentRow> rows, const std::string& name) {
  std::set<std::string> names;
  for (const DocumentRow& row : rows)
    if (row.metadata.is_object())
      for (const auto& item : row.metadata.items()) names.insert(one_line(item.key()));
  throw UsageError(
      names.empty()
          ? fmt::format("no document has the metadata field {}: the corpus has no metadata; import it with "
                        "`metadata`",
                        one_line(name))
          : fmt::format("no document has the metadata field {}; expected one of {}", one_line(name),
                        listed(names, ", ")));
}

/// All values by one reading of them; false if one cannot be read.
template <class Read>
bool read_all(const Texts& texts, const Read& read, std::vector<double>& numbers) {
  numbers.assign(texts.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t d = 0; d < texts.size(); ++d) {
    if (!texts[d]) continue;
    const std::optional<double> value = read(*texts[d]);
    if (!value) return false;
    numbers[d] = *value;
  }
  return true;
}

/// Levels are in the order of the values' numbers, if there are any, then of the texts.
void set_levels(Covariate& covariate, const Texts& texts) {
  const auto key = [&](std::size_t d) {
    return std::pair(covariate.numbers.empty() ? 0.0 : covariate.numbers[d], *texts[d]);
  };
  std::map<std::pair<double, std::string>, std::uint32_t> places;
  for (std::size_t d = 0; d < texts.size(); ++d)
    if (texts[d]) places[key(d)] = 0;
  for (auto& [value, place] : places) {
    place = static_cast<std::uint32_t>(covariate.levels.size());
    covariate.levels.push_back(value.second);
  }
  covariate.places.assign(texts.size(), 0);
  for (std::size_t d = 0; d < texts.size(); ++d)
    if (texts[d]) covariate.places[d] = places.at(key(d));
  covariate.kind = CovariateKind::factor;
  covariate.numbers.clear();
}

/// Dates that cannot be read: an error, or levels.
enum class UnreadDates { refused, levels };

Covariate covariate_of(const Texts& texts, std::span<const DocumentRow> rows, const std::string& name,
                       UnreadDates unread) {
  Covariate covariate{.name = name, .missing = std::vector<bool>(rows.size())};
  bool any = false;
  for (std::size_t d = 0; d < rows.size(); ++d) {
    covariate.missing[d] = !texts[d];
    any = any || texts[d];
  }
  if (!any) refuse_name(rows, name);
  DateScan dates;
  for (std::size_t d = 0; d < rows.size(); ++d)
    if (texts[d]) dates.add(*texts[d], d);
  const std::optional<DateForm> form = dates.form();
  if (form != DateForm::compact && read_all(texts, number_of, covariate.numbers)) return covariate;
  if (form) {
    covariate.kind = CovariateKind::date;
    covariate.form = *form;
    read_all(
        texts, [&](const std::string& text) { return years_of_date(text, *form); }, covariate.numbers);
    return covariate;
  }
  if (const auto fault = dates.fault(); fault && unread == UnreadDates::refused)
    throw UsageError(fault_text(*fault, rows, name));
  covariate.numbers.clear();
  set_levels(covariate, texts);
  return covariate;
}

}  // namespace

Covariate read_covariate(std::span<const DocumentRow> rows, const std::string& name) {
  return covariate_of(texts_of(rows, name), rows, name, UnreadDates::refused);
}

Covariate read_factor(std::span<const DocumentRow> rows, const std::string& name) {
  const Texts texts = texts_of(rows, name);
  Covariate covariate = covariate_of(texts, rows, name, UnreadDates::levels);
  if (covariate.kind == CovariateKind::factor) return covariate;
  for (std::size_t d = 0; d < texts.size(); ++d)
    if (texts[d] && *texts[d] != text_of(covariate, covariate.numbers[d])) {
      set_levels(covariate, texts);
      break;
    }
  return covariate;
}

std::optional<double> number_or_date(const Covariate& covariate, std::string_view text) {
  if (covariate.kind != CovariateKind::date) return number_of(text);
  const std::optional<double> years = years_of_date(text, DateForm::year_first);
  return years ? years : years_of_date(text, covariate.form);
}

std::string text_of(const Covariate& covariate, double value) {
  if (covariate.kind == CovariateKind::factor) return covariate.levels[static_cast<std::size_t>(value)];
  if (covariate.kind == CovariateKind::date) return date_of_years(value);
  const double size = std::abs(value);
  if (size < 1) return fmt::format("{:.6g}", value);
  if (std::floor(value) == value && size < 9e18) return fmt::format("{:.0f}", value);
  constexpr double millionths = 1e6, large = 1e9;  // of larger ones a double does not hold many millionths
  return fmt::format("{}", size < large ? std::round(value * millionths) / millionths : value);
}

}  // namespace themata
