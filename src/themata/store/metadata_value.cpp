#include "themata/store/metadata_value.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "themata/io/json.hpp"
#include "themata/io/numbers.hpp"

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

bool says_missing(std::string_view text) {
  return text.find_first_not_of(' ') == std::string_view::npos || text == "NA" || text == "NaN";
}

}  // namespace

std::optional<std::string> text_of_value(const nlohmann::ordered_json& value) {
  if (value.is_null()) return std::nullopt;
  std::string text = value.is_string() ? value.get<std::string>() : dump_json(value);
  if (says_missing(text)) return std::nullopt;
  return text;
}

std::optional<std::string> text_of_field(const nlohmann::ordered_json& metadata, const std::string& field) {
  if (!metadata.is_object() || !metadata.contains(field)) return std::nullopt;
  return text_of_value(metadata[field]);
}

std::optional<double> number_of(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  return finite_number(text);
}

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

}  // namespace themata
