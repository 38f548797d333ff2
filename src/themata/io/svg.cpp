#include "themata/io/svg.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "themata/io/plain_text.hpp"

namespace themata {

std::string svg_text(std::string_view text) {
  std::string out;
  for (const char c : one_line(text)) {
    if (c == '<')
      out += "&lt;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  }
  return out;
}

double round_step(double range) {
  const double power = std::pow(10.0, std::floor(std::log10(range / 2)));
  for (const double times : {5.0, 2.0})
    if (range / (times * power) >= 2) return times * power;
  return power;
}

bool is_axis(double low, double high) {
  constexpr double nearest = 1e-9, least = 1e-300;
  const double range = high - low;
  return std::isfinite(range) && range > std::max(nearest * std::max(std::abs(low), std::abs(high)), least);
}

std::vector<double> round_values(double low, double high) {
  std::vector<double> values;
  if (!is_axis(low, high)) return values;
  const double step = round_step(high - low), first = std::ceil(low / step);
  const auto n = static_cast<std::size_t>(std::floor(high / step) - first) + 1;  // of seven at most
  for (std::size_t i = 0; i < n; ++i) values.push_back((first + static_cast<double>(i)) * step);
  return values;
}

}  // namespace themata
