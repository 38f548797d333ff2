#include "themata/io/svg.hpp"

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

}  // namespace themata
