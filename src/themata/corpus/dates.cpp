#include "themata/corpus/dates.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "themata/corpus/date_names.hpp"
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

bool exists(const Day& day) {
  return day.year >= 1 && day.year <= 9999 && day.month >= 1 && day.month <= 12 && day.day >= 1 &&
         day.day <= days_of(day.year, day.month);
}

double years_of(const Day& day) {
  int before = day.day - 1;
  for (int m = 1; m < day.month; ++m) before += days_of(day.year, m);
  return day.year + static_cast<double>(before) / days_of(day.year);
}

bool take(std::string_view& text, std::string_view beginning) {
  if (!text.starts_with(beginning)) return false;
  text.remove_prefix(beginning.size());
  return true;
}

/// Whether what follows a date of numbers is nothing, or begins as a time of day does.
bool is_time_or_nothing(std::string_view rest) {
  if (rest.empty()) return true;
  take(rest, ",");
  return rest.starts_with('T') || rest.starts_with(' ');
}

/// What is not known is 0 in catalogues: 2018-01-00, 2018-00-00.
Day with_unknown_as_first(Day day) {
  if (day.day == 0 && day.month == 0) day.month = 1;
  if (day.day == 0) day.day = 1;
  return day;
}

std::optional<Day> year_first(std::string_view text) {
  const auto year = take_number(text, 4, 4);
  if (!year) return std::nullopt;
  if (text.empty()) return Day{*year, 1, 1};
  struct Marks {
    std::string_view after_year, after_month, after_day;
  };
  static constexpr std::array marks{Marks{"-", "-", ""}, Marks{"/", "/", ""}, Marks{".", ".", ""},
                                    Marks{"年", "月", "日"}, Marks{"년", "월", "일"}};
  const auto found =
      std::ranges::find_if(marks, [&](const Marks& m) { return text.starts_with(m.after_year); });
  if (found == marks.end()) return std::nullopt;
  take(text, found->after_year);
  text = without_blanks(text);
  const auto month = take_number(text, 1, 2);
  if (!month) return std::nullopt;
  Day day{*year, *month, 1};
  if (!found->after_day.empty() && !take(text, found->after_month)) return std::nullopt;
  text = found->after_day.empty() ? text : without_blanks(text);
  const bool has_day = found->after_day.empty() ? take(text, found->after_month) : !text.empty();
  if (has_day) {
    const auto of_month = take_number(text, 1, 2);
    if (!of_month || !take(text, found->after_day) || !is_time_or_nothing(text)) return std::nullopt;
    day.day = *of_month;
  } else if (!text.empty() || found->after_year == ".") {
    return std::nullopt;  // 2018.01 is a number
  }
  return with_unknown_as_first(day);
}

std::optional<Day> quarter(std::string_view text) {
  const auto take_quarter = [&]() -> std::optional<int> {
    if (!take(text, "Q") && !take(text, "q")) return std::nullopt;
    return take_number(text, 1, 1);
  };
  std::optional<int> year = take_number(text, 4, 4), of_year;
  if (year) {
    if (!take(text, "-")) take(text, " ");
    of_year = take_quarter();
  } else {
    of_year = take_quarter();
    if (!take(text, "-") && !take(text, "/")) take(text, " ");
    year = take_number(text, 4, 4);
  }
  if (!year || !of_year || *of_year < 1 || *of_year > 4 || !text.empty()) return std::nullopt;
  return Day{*year, 3 * *of_year - 2, 1};
}

/// 31/01/2018: two numbers of up to two digits and a year, with the same mark between them.
std::optional<Day> year_last(std::string_view text, DateForm form) {
  const auto first = take_number(text, 1, 2);
  if (!first || text.empty() || std::string_view("/-.").find(text.front()) == std::string_view::npos)
    return std::nullopt;
  const char mark = text.front();
  if (mark == '.' && form == DateForm::month_first) return std::nullopt;
  text.remove_prefix(1);
  if (mark == '.') text = without_blanks(text);
  const auto second = take_number(text, 1, 2);
  if (!second || text.empty() || text.front() != mark) return std::nullopt;
  text.remove_prefix(1);
  if (mark == '.') text = without_blanks(text);
  const std::size_t before = text.size();
  auto year = take_number(text, 4, 4);
  if (!year) year = take_number(text, 2, 2);
  if (!year || !is_time_or_nothing(text)) return std::nullopt;
  const int full = full_year(*year, before - text.size());
  return form == DateForm::day_first ? Day{full, *second, *first} : Day{full, *first, *second};
}

std::optional<Day> compact(std::string_view text, bool has_day) {
  if (text.size() > 8 && text[8] == 'T' && has_day) text = text.substr(0, 8);  // 20180131T103000Z
  if (text.size() != (has_day ? 8U : 6U)) return std::nullopt;
  const auto number = take_number(text, 6, 8);
  if (!number || !text.empty()) return std::nullopt;
  const Day day = has_day ? Day{*number / 10000, *number / 100 % 100, *number % 100}
                          : Day{*number / 100, *number % 100, 1};
  if (day.year < 1000 || day.year >= 3000) return std::nullopt;
  return with_unknown_as_first(day);
}

std::optional<Day> epoch(std::string_view text, double a_second) {
  const std::optional<double> number = finite_number(text);
  if (!number) return std::nullopt;
  const double days = std::floor(*number / a_second / 86400);
  if (!(std::fabs(days) < 2'900'000)) return std::nullopt;
  // From the days since 0000-03-01 (Howard Hinnant, "chrono-compatible low-level date algorithms").
  const auto z = static_cast<long>(days) + 719468;
  const long era = (z >= 0 ? z : z - 146096) / 146097, of_era = z - era * 146097;
  const long year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  const long of_year = of_era - (365 * year + year / 4 - year / 100), shifted = (5 * of_year + 2) / 153;
  const long month = shifted < 10 ? shifted + 3 : shifted - 9;
  return Day{static_cast<int>(year + era * 400 + (month <= 2 ? 1 : 0)), static_cast<int>(month),
             static_cast<int>(of_year - (153 * shifted + 2) / 5 + 1)};
}

std::optional<Day> day_of(std::string_view text, DateForm form) {
  text = without_blanks(text);
  switch (form) {
    case DateForm::year_first:
      return year_first(text);
    case DateForm::quarter:
      return quarter(text);
    case DateForm::day_first:
    case DateForm::month_first:
      return year_last(text, form);
    case DateForm::names:
      return named_day(text);
    case DateForm::compact:
      return compact(text, true);
    case DateForm::compact_month:
      return compact(text, false);
    case DateForm::epoch:
      return epoch(text, 1);
    case DateForm::epoch_ms:
      return epoch(text, 1000);
  }
  return std::nullopt;
}

/// Whether a text can be a date with names: no look at all names for plain words, which most texts are.
bool may_be(std::string_view text, DateForm form) {
  if (form != DateForm::names) return true;
  return std::ranges::any_of(text, is_digit) && !std::ranges::all_of(text, is_digit);
}

}  // namespace

std::string_view name_of(DateForm form) {
  switch (form) {
    case DateForm::year_first:
      return "yyyy-mm-dd";
    case DateForm::quarter:
      return "quarter";
    case DateForm::day_first:
      return "dd/mm/yyyy";
    case DateForm::month_first:
      return "mm/dd/yyyy";
    case DateForm::names:
      return "names";
    case DateForm::compact:
      return "yyyymmdd";
    case DateForm::compact_month:
      return "yyyymm";
    case DateForm::epoch:
      return "epoch";
    case DateForm::epoch_ms:
      return "epoch-ms";
  }
  return "";
}

std::optional<DateForm> date_form_of(std::string_view text) {
  for (const DateForm form : {DateForm::epoch, DateForm::epoch_ms, DateForm::names, DateForm::quarter})
    if (text == name_of(form)) return form;
  std::string order;
  bool has_marks = false;
  for (const char c : text) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (lower == 'd' || lower == 'm' || lower == 'y') {
      if (order.empty() || order.back() != lower) order += lower;
    } else if (c == '%' || c == '/' || c == '-' || c == '.' || c == ' ') {
      has_marks = has_marks || c != '%';
    } else {
      return std::nullopt;
    }
  }
  if (order == "ymd") return has_marks ? DateForm::year_first : DateForm::compact;
  if (order == "ym") return has_marks ? DateForm::year_first : DateForm::compact_month;
  if (order == "dmy" && has_marks) return DateForm::day_first;
  if (order == "mdy" && has_marks) return DateForm::month_first;
  return std::nullopt;
}

std::optional<double> years_of_date(std::string_view text, DateForm form) {
  if (!may_be(text, form)) return std::nullopt;
  const std::optional<Day> day = day_of(text, form);
  return day && exists(*day) ? std::optional(years_of(*day)) : std::nullopt;
}

std::string date_of_years(double years) {
  const int year = static_cast<int>(std::floor(years));
  // The reading of a date loses less than a minute, so that a day's own value is a bit below it at most.
  int day = static_cast<int>(std::floor((years - year) * days_of(year) + 1e-3)), month = 1;
  day = std::min(day, days_of(year) - 1);
  while (day >= days_of(year, month)) day -= days_of(year, month++);
  return fmt::format("{:04}-{:02}-{:02}", year, month, day + 1);
}

bool DateScan::add(std::string_view text, std::size_t document) {
  ++values_;
  unsigned forms = 0;
  for (const DateForm form : recognized_dates)
    if (years_of_date(text, form)) forms |= 1U << static_cast<unsigned>(form);
  if (forms == 0) {
    if (!unreadable_) unreadable_ = Seen{document, std::string(text)};
    return false;
  }
  ++dates_;
  evident_ += std::ranges::all_of(text, is_digit) ? 0 : 1;
  constexpr unsigned both =
      1U << static_cast<unsigned>(DateForm::day_first) | 1U << static_cast<unsigned>(DateForm::month_first);
  if (!differs_ && (forms & both) == both &&
      years_of_date(text, DateForm::day_first) != years_of_date(text, DateForm::month_first))
    differs_ = Seen{document, std::string(text)};
  for (const DateForm form : recognized_dates) {
    auto& excluded = excluded_by_[static_cast<std::size_t>(form)];
    if ((forms >> static_cast<unsigned>(form) & 1U) == 0 && !excluded)
      excluded = Seen{document, std::string(text)};
  }
  if (!mixed_ && (forms_ & forms) == 0)
    for (const DateForm form : recognized_dates)  // the first date that excluded what this one needs
      if ((forms >> static_cast<unsigned>(form) & 1U) != 0)
        if (const auto& before = excluded_by_[static_cast<std::size_t>(form)];
            before && before->document != document) {
          mixed_ = {Seen{document, std::string(text)}, *before};
          break;
        }
  forms_ &= forms;
  return true;
}

std::optional<DateForm> DateScan::form() const {
  if (dates_ == 0 || dates_ < values_ || forms_ == 0 || fault()) return std::nullopt;
  for (const DateForm form : recognized_dates)
    if ((forms_ >> static_cast<unsigned>(form) & 1U) != 0) return form;
  return std::nullopt;
}

std::optional<DateScan::Fault> DateScan::fault() const {
  if (!are_dates()) return std::nullopt;
  if (mixed_)
    return Fault{Fault::Kind::mixed, mixed_->first.document, mixed_->first.text, mixed_->second.document,
                 mixed_->second.text};
  const auto allows = [&](DateForm form) { return (forms_ >> static_cast<unsigned>(form) & 1U) != 0; };
  if (differs_ && allows(DateForm::day_first) && allows(DateForm::month_first))
    return Fault{Fault::Kind::ambiguous, differs_->document, differs_->text};
  if (unreadable_) return Fault{Fault::Kind::unreadable, unreadable_->document, unreadable_->text};
  return std::nullopt;
}

}  // namespace themata
