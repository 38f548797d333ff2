#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace themata {

/// How a date is written. A time of day may follow it, and counts for nothing: a date is a day.
enum class DateForm : std::uint8_t {
  /// 2018-01-31, 2018-1-31, 2018/01/31, 2018.01.31, 2018-01, 2018, 2018年1月31日; 0 is what is not known, as in
  /// 2018-01-00
  year_first,
  quarter,        ///< 2018-Q1, 2018Q1, Q1 2018
  day_first,      ///< 31/01/2018, 31-1-2018, 31/1/18; with dots, 31.01.2018, no other order is meant
  month_first,    ///< 01/31/2018, 1-31-2018, 1/31/18
  names,          ///< 31 January 2018, Jan 31, 2018, 31-Jan-18, January 2018, Wed Oct 10 20:19:24 +0000 2018
  compact,        ///< 20180131
  compact_month,  ///< 201801, which only --date-format says
  epoch,          ///< seconds since 1970, in UTC; only --date-format says
  epoch_ms        ///< milliseconds
};

/// Those that values are recognized by; the others have to be named.
inline constexpr std::array recognized_dates{DateForm::year_first,  DateForm::quarter, DateForm::day_first,
                                             DateForm::month_first, DateForm::names,   DateForm::compact};

/// "dd/mm/yyyy", "names", "epoch", ...: the form as `date-format` and files name it.
std::string_view name_of(DateForm form);
/// The form that a text names: as name_of() writes it, or days, months and years in any length and with any
/// separators, also after % as strftime has them (%d.%m.%Y). Nothing for another text.
std::optional<DateForm> date_form_of(std::string_view text);

/// The day that a text says in a form, as years: 1999.5 in the middle of 1999. Nothing where it is not
/// written so, or there is no such day.
std::optional<double> years_of_date(std::string_view text, DateForm form);
/// The day that lies so many years after the birth of Christ, as YYYY-MM-DD.
std::string date_of_years(double years);

/// Finds out how the values of a field are written: all in one form, or they are no dates.
class DateScan {
 public:
  /// One more value, which is not missing. @param document  its number
  /// @returns whether it is a date in some form
  bool add(std::string_view text, std::size_t document);

  std::size_t values() const { return values_; }
  /// The form of all of them; where two would do, they are the same days in both. Nothing if they are no
  /// dates, or fault() is why they are none.
  std::optional<DateForm> form() const;
  /// Whether dates are meant: most values are some date, and no number.
  bool are_dates() const { return 2 * evident_ > values_; }

  /// What keeps values from being read, if dates are meant.
  struct Fault {
    enum class Kind {
      ambiguous,  ///< day and month may be exchanged in all of them; `text` is the first for which it matters
      mixed,      ///< `text` and `other` have no form in common
      unreadable  ///< `text` is no date in any form
    } kind;
    std::size_t document;
    std::string text;
    std::size_t other_document = 0;
    std::string other = {};  ///< that decided for another form before
  };
  std::optional<Fault> fault() const;

 private:
  struct Seen {
    std::size_t document = 0;
    std::string text;
  };
  std::size_t values_ = 0, dates_ = 0, evident_ = 0;
  unsigned forms_ = ~0U;  ///< that read all dates so far, by bit
  std::optional<Seen> differs_, unreadable_;
  std::optional<std::pair<Seen, Seen>> mixed_;
  std::array<std::optional<Seen>, recognized_dates.size()>
      excluded_by_;  ///< by form, the first date that is not written so
};

}  // namespace themata
