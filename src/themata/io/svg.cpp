#include "themata/io/svg.hpp"

#include <algorithm>
#include <cmath>

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
  constexpr double nearest = 1e-9;
  return std::isfinite(low) && std::isfinite(high) &&
         high - low > nearest * std::max(std::abs(low), std::abs(high));
}

std::vector<double> round_values(double low, double high) {
  std::vector<double> values;
  if (!is_axis(low, high)) return values;
  const double step = round_step(high - low), last = std::floor(high / step);
  for (double i = std::ceil(low / step); i <= last; ++i) values.push_back(i * step);
  return values;
}

}  // namespace themata
