#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace themata {

/// Text as an .svg file holds it: markup is escaped, and control characters are spaces.
std::string svg_text(std::string_view text);

/// 1, 2 or 5 times a power of ten, such that `range` has two to six of it.
double round_step(double range);

/// Whether an axis can run from `low` to `high`: both are numbers, and far enough apart for numbers between
/// them to be told apart.
bool is_axis(double low, double high);
/// The multiples of round_step() on an axis.
std::vector<double> round_values(double low, double high);

}  // namespace themata
