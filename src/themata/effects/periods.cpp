#include "themata/effects/periods.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "themata/io/error.hpp"
#include "themata/io/numbers.hpp"
#include "themata/io/plain_text.hpp"

namespace themata {

namespace {

constexpr std::size_t most_values = 60, usual_periods = 20, most_periods = 2000;
constexpr std::array<std::string_view, 5> of_dates{"decade", "year", "quarter", "month", "day"};

/// The values of the documents that count, with the documents.
std::vector<std::pair<double, std::size_t>> sorted_values(const Covariate& covariate,
                                                          const std::vector<bool>& used) {
  std::vector<std::pair<double, std::size_t>> values;
  for (std::size_t d = 0; d < used.size(); ++d)
    if (used[d]) values.emplace_back(covariate.value(d), d);
  std::ranges::sort(values);
  return values;
}

std::string date_period(double years, std::string_view period) {
  std::string date = date_of_years(years);  // YYYY-MM-DD
  if (period == "decade") return date.substr(0, 3) + "0s";
  if (period == "year") return date.substr(0, 4);
  if (period == "month") return date.substr(0, 7);
  if (period == "day") return date;
  return fmt::format("{}-Q{}", date.substr(0, 4), (std::stoi(date.substr(5, 2)) + 2) / 3);
}

std::string usual_date_period(double span) { return span >= 3 ? "year" : span >= 0.25 ? "month" : "day"; }

[[noreturn]] void refuse(const std::string& period, const Covariate& covariate, std::string_view expected) {
  throw UsageError(
      OptionFault{"period", one_line(period), fmt::format("{}, for {}", expected, one_line(covariate.name))});
}

double width_of(const std::string& period, const Covariate& covariate) {
  const std::optional<double> width = finite_number(period);
  const bool is_of_dates = std::ranges::find(of_dates, period) != of_dates.end();
  if (is_of_dates) refuse(period, covariate, "a number as its width, such as 10, as the values are numbers");
  if (!width || *width <= 0) refuse(period, covariate, "a width above 0");
  return *width;
}

/// Refuses a period of texts, with the first one that keeps a field from being one of numbers.
[[noreturn]] void refuse_period_of_texts(const std::string& period, const Covariate& covariate) {
  const auto text = std::ranges::find_if(
      covariate.levels, [](const std::string& level) { return !finite_number(level).has_value(); });
  refuse(period, covariate,
         fmt::format("none, as its values are texts{}",
                     text == covariate.levels.end() ? "" : fmt::format(", such as '{}'", one_line(*text))));
}

/// The smallest of 1, 2, 5, 10, 20, 50, ... that is at least so large.
double round_width(double least) {
  double width = 1;
  for (std::size_t i = 0; width < least; ++i) width *= i % 3 == 1 ? 2.5 : 2;
  return width;
}

/// A period's name from a number. Equal widths begin at multiples of the width, or at the smallest value. Of
/// whole numbers a period's name has its last one, of others the beginning of the next period.
class NumberPeriods {
 public:
  NumberPeriods(const std::vector<std::pair<double, std::size_t>>& values, const Covariate& covariate,
                const std::string& period)
      : covariate_(covariate) {
    const double lowest = values.front().first, highest = values.back().first;
    const bool whole =
        std::ranges::all_of(values, [](const auto& value) { return std::floor(value.first) == value.first; });
    if (!period.empty()) {
      width_ = width_of(period, covariate);
      to_last_ = whole && std::floor(width_) == width_ ? 1 : 0;
      if ((highest - lowest) / width_ > most_periods)
        refuse(period, covariate, fmt::format("a width that makes at most {} periods", most_periods));
      return;
    }
    std::size_t distinct = 1;
    for (std::size_t i = 1; i < values.size(); ++i)
      distinct += values[i].first != values[i - 1].first ? 1 : 0;
    if (distinct == 1 || (whole && distinct <= most_values)) return;
    if (whole) {
      width_ = round_width((highest - lowest + 1) / usual_periods);
      to_last_ = 1;
      return;
    }
    begin_ = lowest;
    width_ = (highest - lowest) / usual_periods;
    last_ = usual_periods - 1;
  }

  /// The period of a value: its number, or the value itself where each has one.
  double place(double value) const {
    if (width_ == 0) return value;
    return std::min(std::floor((value - begin_) / width_ + rounding), last_);  // .3 / .1 is less than 3
  }
  std::string name(double place) const {
    if (width_ == 0) return text_of(covariate_, place);
    const double begin = begin_of(place), end = begin_of(place + 1) - to_last_;
    return begin == end ? text_of(covariate_, begin)
                        : fmt::format("{} to {}", text_of(covariate_, begin), text_of(covariate_, end));
  }

 private:
  static constexpr double rounding = 1e-9;
  double begin_of(double place) const {
    const double begin = begin_ + place * width_;
    return std::abs(begin) < rounding * width_ ? 0 : begin;
  }

  const Covariate& covariate_;
  double begin_ = 0, width_ = 0, last_ = 1e300;
  double to_last_ = 0;  ///< from the beginning of the next period
};

}  // namespace

Periods make_periods(const Covariate& covariate, const std::vector<bool>& used, const std::string& period) {
  const auto values = sorted_values(covariate, used);
  if (values.empty())
    throw UsageError(fmt::format("no document with words has a value of {}", one_line(covariate.name)));
  const bool is_date = covariate.kind == CovariateKind::date;
  if (covariate.kind == CovariateKind::factor && !period.empty()) refuse_period_of_texts(period, covariate);
  if (is_date && !period.empty() && std::ranges::find(of_dates, period) == of_dates.end())
    refuse(period, covariate, "decade, year, quarter, month or day");
  const std::string wanted =
      is_date && period.empty() ? usual_date_period(values.back().first - values.front().first) : period;
  std::optional<NumberPeriods> numbers;
  if (covariate.kind == CovariateKind::number) numbers.emplace(values, covariate, period);
  Periods periods{{}, std::vector<std::uint32_t>(used.size(), Periods::none)};
  double last = 0;
  for (const auto& [value, d] : values) {
    const double place =
        numbers ? numbers->place(value) : 0;  // numbers of two periods may have the same text
    const std::string name = numbers   ? numbers->name(place)
                             : is_date ? date_period(value, wanted)
                                       : text_of(covariate, value);
    if (periods.names.empty() || place != last || periods.names.back() != name) periods.names.push_back(name);
    last = place;
    periods.of[d] = static_cast<std::uint32_t>(periods.names.size() - 1);
  }
  if (periods.names.size() > most_periods)
    throw UsageError(fmt::format("{} makes {} periods; expected at most {}: give a wider `period`",
                                 one_line(covariate.name), periods.names.size(), most_periods));
  return periods;
}

}  // namespace themata
