#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace themata {

/// A day that a text says, which need not exist.
struct Day {
  int year = 0, month = 1, day = 1;
};

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The number at the beginning of a text, which is cut; nothing unless it has so many digits, at most nine.
std::optional<int> take_number(std::string_view& text, std::size_t least, std::size_t most);

/// The year that so many digits say; POSIX takes two from 69 on for the twentieth century.
constexpr int full_year(int year, std::size_t digits) {
  return digits > 2 ? year : year + (year >= 69 ? 1900 : 2000);
}

/// The day that a text says with the name of a month: DateForm::names.
std::optional<Day> named_day(std::string_view text);

}  // namespace themata
