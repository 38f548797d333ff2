#include "themata/corpus/import_dates.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "themata/io/error.hpp"
#include "themata/io/json.hpp"
#include "themata/io/numbers.hpp"
#include "themata/io/plain_text.hpp"

namespace themata {

namespace {

constexpr std::string_view expected_forms =
    "FIELD=FORMAT with a format such as dd/mm/yyyy, mm/dd/yyyy, yyyy-mm-dd, yyyymmdd, yyyymm, names, epoch "
    "or epoch-ms";

/// "T10:30:05Z"
std::string time_of_day(double seconds) {
  const auto of_day = static_cast<int>(seconds - 86400 * std::floor(seconds / 86400));
  return fmt::format("T{:02}:{:02}:{:02}Z", of_day / 3600, of_day / 60 % 60, of_day % 60);
}

std::string in_iso(std::string_view text, double years, DateForm form) {
  std::string date = date_of_years(years);
  if (form == DateForm::epoch || form == DateForm::epoch_ms)
    date += time_of_day(*finite_number(text) / (form == DateForm::epoch ? 1 : 1000));
  return date;
}

}  // namespace

FieldDates field_dates_of(const std::string& text) {
  const std::size_t end = text.rfind('=');
  if (end == std::string::npos || end == 0)
    throw UsageError(OptionFault{"date-format", one_line(text), std::string(expected_forms)});
  const auto form = date_form_of(std::string_view(text).substr(end + 1));
  if (!form) throw UsageError(OptionFault{"date-format", one_line(text), std::string(expected_forms)});
  return {text.substr(0, end), *form};
}

void rewrite_dates(std::span<std::string> rows, const std::vector<FieldDates>& dates,
                   const std::string& source) {
  using nlohmann::ordered_json;
  std::vector<bool> found(dates.size(), false);
  for (std::string& row : rows) {
    auto parsed = parse_json<ordered_json>(row);
    const auto metadata = parsed.find("metadata");
    if (metadata == parsed.end()) continue;
    bool changed = false;
    for (std::size_t i = 0; i < dates.size(); ++i) {
      const auto value = metadata->find(dates[i].field);
      if (value == metadata->end()) continue;
      found[i] = true;
      const std::string text = value->is_string() ? value->get<std::string>() : dump_json(*value);
      if (value->is_null() || says_missing(without_blanks(text))) continue;
      const auto years = years_of_date(text, dates[i].form);
      if (!years)
        throw InputError(source, parsed.at("row").get<std::uint64_t>(),
                         InputFault{fmt::format("'{}' of {} is no date in the form {}", one_line(text),
                                                one_line(dates[i].field), name_of(dates[i].form)),
                                    "dates in that form in all rows, or none (`date-format`)"});
      *value = in_iso(text, *years, dates[i].form);
      changed = true;
    }
    if (changed) row = dump_json(parsed);
  }
  for (std::size_t i = 0; i < dates.size(); ++i)
    if (!found[i])
      throw UsageError(OptionFault{"date-format", one_line(dates[i].field),
                                   "a field that documents have as metadata (`metadata`)"});
}

}  // namespace themata
