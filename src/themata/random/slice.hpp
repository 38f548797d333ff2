#pragma once

#include <cmath>
#include <functional>

#include "themata/random/elementary.hpp"
#include "themata/random/stream.hpp"

namespace themata {

/// An interval, both ends open.
struct Interval {
  double least, most;
};

/// One step of a chain that leaves a density on an interval invariant (Neal 2003, section 4, stepping out and
/// shrinkage).
/// @param log_density  up to a constant, finite on the interval
/// @param width        of the steps out; any positive number is valid, the density's own width is fast
template <class LogDensity>
double draw_by_slice(Stream& stream, double x, double width, Interval within, const LogDensity& log_density) {
  const double height = log_density(x) + portable_log(stream.uniform());
  const double offset = stream.uniform() * width;
  double low = x - offset, high = low + width;
  constexpr int most_steps = 100;
  int left = static_cast<int>(stream.below(most_steps)), right = most_steps - 1 - left;
  for (; left > 0 && low > within.least && log_density(low) >= height; --left) low -= width;
  for (; right > 0 && high < within.most && log_density(high) >= height; --right) high += width;
  low = std::fmax(low, within.least);
  high = std::fmin(high, within.most);
  for (;;) {
    const double next = low + stream.uniform() * (high - low);
    if (next > within.least && next < within.most && log_density(next) >= height) return next;
    (next < x ? low : high) = next;
  }
}

}  // namespace themata
