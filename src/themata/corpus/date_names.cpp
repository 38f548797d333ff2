#include "themata/corpus/date_names.hpp"

#include <unicode/dtfmtsym.h>
#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace themata {

std::optional<int> take_number(std::string_view& text, std::size_t least, std::size_t most) {
  std::size_t n = 0;
  int value = 0;
  for (; n < text.size() && is_digit(text[n]); ++n)
    if (n < most) value = 10 * value + (text[n] - '0');
  if (n < least || n > most) return std::nullopt;
  text.remove_prefix(n);
  return value;
}

namespace {

/// Lower case, without the dot of an abbreviation.
std::string folded(icu::UnicodeString name) {
  name.foldCase();
  if (name.endsWith(u".")) name.truncate(name.length() - 1);
  std::string text;
  return name.toUTF8String(text);
}

/// The names of months and days in all languages that ICU has, English before the others. A name that means
/// another month in another language is none.
class Names {
 public:
  static const Names& get() {
    static const Names names;
    return names;
  }
  int month(const std::string& name) const {
    const auto place = months_.find(name);
    return place == months_.end() ? 0 : place->second;
  }
  bool is_english(const std::string& month) const { return english_.contains(month); }
  bool is_weekday(const std::string& name) const { return weekdays_.contains(name); }

 private:
  Names() {
    add(icu::Locale::getEnglish());
    months_["sept"] = 9;
    english_ = months_;
    std::int32_t n = 0;
    const icu::Locale* locales = icu::Locale::getAvailableLocales(n);
    for (std::int32_t i = 0; i < n; ++i)
      if (locales[i].getCountry()[0] == '\0') add(locales[i]);
    for (const auto& [name, month] : english_) months_[name] = month;
  }

  void add(const icu::Locale& locale) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::DateFormatSymbols symbols(locale, "gregorian", status);
    if (U_FAILURE(status)) return;
    using Symbols = icu::DateFormatSymbols;
    for (const auto context : {Symbols::FORMAT, Symbols::STANDALONE})
      for (const auto width : {Symbols::WIDE, Symbols::ABBREVIATED}) {
        std::int32_t n = 0;
        const icu::UnicodeString* months = symbols.getMonths(n, context, width);
        for (std::int32_t m = 0; m < std::min(n, 12); ++m) add_month(folded(months[m]), m + 1);
        const icu::UnicodeString* days = symbols.getWeekdays(n, context, width);
        for (std::int32_t d = 0; d < n; ++d) weekdays_.insert(folded(days[d]));
      }
  }

  void add_month(const std::string& name, int month) {
    const bool has_letters = std::ranges::any_of(name, [](char c) { return !is_digit(c) && c != ' '; });
    if (!has_letters || name.find(' ') != std::string::npos || is_digit(name.front())) return;
    const auto [place, is_new] = months_.emplace(name, month);
    if (!is_new && place->second != month) place->second = 0;
  }

  std::map<std::string, int> months_, english_;
  std::set<std::string> weekdays_;
};

/// The words and numbers of a date with names. Blanks, commas, slashes and dashes are between them; a dash or
/// a plus after a blank before digits is that of a zone.
std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts;
  std::string part;
  const auto end = [&] {
    if (!part.empty()) parts.push_back(std::move(part));
    part.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_zone =
        (c == '+' || c == '-') && i + 4 < text.size() && is_digit(text[i + 4]) &&
        std::ranges::any_of(parts, [](const std::string& p) { return p.find(':') != std::string::npos; });
    if (c == ' ' || c == ',' || c == '/' || (c == '-' && !is_zone)) {
      end();
      continue;
    }
    if (is_zone) end();
    part += c;
  }
  end();
  return parts;
}

/// A number with what a language writes after it: "31", "31.", "1st", "1er". Nothing of a word.
std::optional<int> number_in(const std::string& part, std::size_t most_digits) {
  std::string_view rest = part;
  const std::size_t before = rest.size();
  const auto number = take_number(rest, 1, most_digits);
  if (!number) return std::nullopt;
  const bool is_year = before - rest.size() > 2;
  static const std::set<std::string_view> endings{"",   ".", "st", "nd", "rd", "th", "er",
                                                  "re", "º", "ª",  "o",  "a",  ":a", ":e"};
  if (is_year ? !(rest.empty() || rest == ".") : !endings.contains(rest)) return std::nullopt;
  return number;
}

}  // namespace

std::optional<Day> named_day(std::string_view text) {
  if (text.size() > 80) return std::nullopt;
  Day day{0, 0, 0};
  std::optional<int> two_digits;  // a second number without four digits
  bool has_time = false;
  std::vector<std::pair<int, int>>
      months;  // with how much speaks against a day of the week that is called so
  for (const std::string& part : parts_of(text)) {
    if (part.find(':') != std::string::npos && is_digit(part.front()) &&
        part.find(":a") == std::string::npos) {
      has_time = true;
    } else if (const auto number = number_in(part, 4)) {
      std::string_view rest = part;
      if (take_number(rest, 4, 4))
        day.year = day.year == 0 ? *number : -1;
      else if (day.day == 0)
        day.day = *number;
      else if (!two_digits && rest.size() == 2)
        two_digits = number;
      else
        return std::nullopt;
    } else {
      const std::string name = folded(icu::UnicodeString::fromUTF8(part));
      const bool is_day = Names::get().is_weekday(name);
      static const std::set<std::string> between{"of",  "de",  "del", "di",  "den", "der", "am", "pm",
                                                 "a.m", "p.m", "at",  "the", "em",  "le",  "il", "el"};
      if (between.contains(name)) continue;
      if (const int month = Names::get().month(name); month > 0)
        months.emplace_back(month, Names::get().is_english(name) ? 1 : is_day ? 0 : 2);
      else if (!is_day && !has_time)
        return std::nullopt;  // after a time, a word or a number with a sign is its zone
    }
  }
  for (const int doubtful : {0, 1})  // "Sun, 17 Mar 2019", "mar. 30 janv. 2018"
    if (months.size() > 1) std::erase_if(months, [&](const auto& month) { return month.second == doubtful; });
  if (months.size() != 1) return std::nullopt;
  day.month = months.front().first;
  if (day.year == 0 && two_digits)
    day.year = full_year(*two_digits, 2);
  else if (two_digits)
    return std::nullopt;
  if (day.day == 0) day.day = 1;
  return day;
}

}  // namespace themata
