#include "themata/effects/covariate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "themata/io/error.hpp"
#include "themata/io/numbers.hpp"
#include "themata/io/plain_text.hpp"

namespace themata {

namespace {

bool is_leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

int days_of(int year, int month) {
  if (month == 2) return is_leap(year) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

int days_of(int year) { return is_leap(year) ? 366 : 365; }

/// The digits at the beginning of a text, which is cut; -1 if it does not begin with that many.
int take_digits(std::string_view& text, std::size_t n) {
  if (text.size() < n) return -1;
  int value = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (text[i] < '0' || text[i] > '9') return -1;
    value = 10 * value + (text[i] - '0');
  }
  text.remove_prefix(n);
  return value;
}

std::optional<double> number_of(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  return finite_number(text);
}

bool says_missing(std::string_view text) {
  return text.find_first_not_of(' ') == std::string_view::npos || text == "NA" || text == "NaN";
}

/// The values of a field as texts; nothing where missing.
std::vector<std::optional<std::string>> texts_of(std::span<const DocumentRow> rows, const std::string& name) {
  std::vector<std::optional<std::string>> texts(rows.size());
  for (std::size_t d = 0; d < rows.size(); ++d) {
    if (!rows[d].metadata.is_object()) continue;
    const auto found = rows[d].metadata.find(name);
    if (found == rows[d].metadata.end() || found->is_null()) continue;
    if (found->is_structured())
      throw UsageError(fmt::format(
          "the metadata field {} of document {} is a list or an object; expected a text or a number",
          one_line(name), one_line(rows[d].id)));
    std::string text = found->is_string() ? found->template get<std::string>() : found->dump();
    if (!says_missing(text)) texts[d] = std::move(text);
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
                        fmt::join(names, ", ")));
}

/// All values by one reading of them; false if one cannot be read.
template <class Read>
bool read_all(const std::vector<std::optional<std::string>>& texts, const Read& read,
              std::vector<double>& numbers) {
  numbers.assign(texts.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t d = 0; d < texts.size(); ++d) {
    if (!texts[d]) continue;
    const std::optional<double> value = read(*texts[d]);
    if (!value) return false;
    numbers[d] = *value;
  }
  return true;
}

void set_levels(Covariate& covariate, const std::vector<std::optional<std::string>>& texts) {
  std::set<std::string> distinct;
  for (const auto& text : texts)
    if (text) distinct.insert(*text);
  covariate.kind = CovariateKind::factor;
  covariate.numbers.clear();
  covariate.levels.assign(distinct.begin(), distinct.end());
  std::map<std::string, std::uint32_t> places;
  for (std::uint32_t i = 0; i < covariate.levels.size(); ++i) places[covariate.levels[i]] = i;
  covariate.places.assign(texts.size(), 0);
  for (std::size_t d = 0; d < texts.size(); ++d)
    if (texts[d]) covariate.places[d] = places.at(*texts[d]);
}

}  // namespace

std::optional<double> years_of_date(std::string_view text) {
  const int year = take_digits(text, 4);
  if (year < 1 || text.empty() || text.front() != '-') return std::nullopt;
  text.remove_prefix(1);
  const int month = take_digits(text, 2);
  if (month < 1 || month > 12) return std::nullopt;
  int day = 1;
  if (!text.empty()) {
    if (text.front() != '-') return std::nullopt;
    text.remove_prefix(1);
    day = take_digits(text, 2);
    if (day < 1 || day > days_of(year, month)) return std::nullopt;
    if (!text.empty() && text.front() != 'T' && text.front() != ' ') return std::nullopt;
  }
  int before = day - 1;
  for (int m = 1; m < month; ++m) before += days_of(year, m);
  return year + static_cast<double>(before) / days_of(year);
}

std::string date_of_years(double years) {
  const int year = static_cast<int>(std::floor(years));
  // The reading of a date loses less than a minute, so that a day's own value is a bit below it at most.
  int day = static_cast<int>(std::floor((years - year) * days_of(year) + 1e-3)), month = 1;
  day = std::min(day, days_of(year) - 1);
  while (day >= days_of(year, month)) day -= days_of(year, month++);
  return fmt::format("{:04}-{:02}-{:02}", year, month, day + 1);
}

Covariate read_covariate(std::span<const DocumentRow> rows, const std::string& name) {
  const auto texts = texts_of(rows, name);
  Covariate covariate{.name = name, .missing = std::vector<bool>(rows.size())};
  bool any = false;
  for (std::size_t d = 0; d < rows.size(); ++d) {
    covariate.missing[d] = !texts[d];
    any = any || texts[d];
  }
  if (!any) refuse_name(rows, name);
  if (read_all(texts, number_of, covariate.numbers)) return covariate;
  covariate.kind = CovariateKind::date;
  if (read_all(
          texts, [](const std::string& text) { return years_of_date(text); }, covariate.numbers))
    return covariate;
  set_levels(covariate, texts);
  return covariate;
}

std::optional<double> number_or_date(const Covariate& covariate, std::string_view text) {
  return covariate.kind == CovariateKind::date ? years_of_date(text) : number_of(text);
}

std::string text_of(const Covariate& covariate, double value) {
  if (covariate.kind == CovariateKind::factor) return covariate.levels[static_cast<std::size_t>(value)];
  if (covariate.kind == CovariateKind::date) return date_of_years(value);
  const double rounded = std::round(value * 1e6) / 1e6;
  return fmt::format("{}", rounded);
}

}  // namespace themata
