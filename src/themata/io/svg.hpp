#pragma once

#include <string>
#include <string_view>

namespace themata {

/// Text as an .svg file holds it: markup is escaped, and control characters are spaces.
std::string svg_text(std::string_view text);

/// 1, 2 or 5 times a power of ten, such that `range` has two to six of it.
double round_step(double range);

}  // namespace themata
