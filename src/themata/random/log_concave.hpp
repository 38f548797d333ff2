#pragma once

#include <algorithm>
#include <cmath>

#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/random/stream.hpp"

namespace themata {

/// A log density at a point, up to a constant, with its first two derivatives.
struct LogDensityAt {
  double value, slope, curvature;
};

namespace log_concave {

/// A tangent of a log density.
struct Tangent {
  double x, value, slope;
  double at(double y) const { return value + slope * (y - x); }
};

/// A point near the mode, by Newton steps within a bracket of the mode. The draw is exact for any point.
template <class LogDensity>
double near_mode(double x, const LogDensity& log_density) {
  constexpr int most_steps = 200;
  constexpr double near = 1e-3;
  double low = -INFINITY, high = INFINITY, longest = 2;
  for (int i = 0; i < most_steps; ++i, longest *= 2) {
    const LogDensityAt at = log_density(x);
    (at.slope > 0 ? low : high) = x;
    double step = std::isfinite(at.slope) ? -at.slope / at.curvature : -longest;
    if (step * step * -at.curvature < near * near) return x;
    step = std::clamp(step, -longest, longest);
    if (!(x + step > low && x + step < high)) step = (low + high) / 2 - x;
    x += step;
  }
  return x;
}

/// The tangent at the first of x + step, x + 3 step, ... whose slope points back to x and where the density
/// has fallen by a tenth; at a nearer point if the numbers overflow first. A gentler slope would give a tail
/// far longer than the density's.
/// @param top  the log density near the mode
template <class LogDensity>
Tangent tangent_beyond(double x, double step, double top, const LogDensity& log_density) {
  constexpr double least_fall = 0.1;
  double good = 0, too_far = INFINITY;
  for (double reach = step;;) {
    const LogDensityAt at = log_density(x + reach);
    const bool is_number = std::isfinite(at.slope) && std::isfinite(at.value);
    if (is_number && at.slope * step < 0 && at.value < top - least_fall)
      return {x + reach, at.value, at.slope};
    (is_number ? good : too_far) = reach;
    reach = std::isfinite(too_far) ? (good + too_far) / 2 : 2 * reach + step;
  }
}

}  // namespace log_concave

/// An exact draw from a density on the real line whose logarithm is strictly concave and falls without bound
/// on both sides, by rejection from the minimum of two tangents and a level above the mode (in the manner of
/// Gilks and Wild 1992, without adapting).
/// @param log_density  maps a point to LogDensityAt
/// @param guess        a point near the mode is fast; the distribution does not depend on it
template <class LogDensity>
double draw_log_concave(Stream& stream, double guess, const LogDensity& log_density) {
  const double mode = log_concave::near_mode(guess, log_density);
  const LogDensityAt top = log_density(mode);
  // For a normal density, tangents at sqrt 2 standard deviations minimize rejection: one draw in nine.
  const double step = std::sqrt(-2 / top.curvature);
  const auto left = log_concave::tangent_beyond(mode, -step, top.value, log_density);
  const auto right = log_concave::tangent_beyond(mode, step, top.value, log_density);
  // Both tangents are above the density, and so is the tangent at `mode` on its upper side.
  const double level = top.value + std::fabs(top.slope) * (top.slope > 0 ? right.x - mode : mode - left.x);
  double from = left.x + (level - left.value) / left.slope;
  double to = right.x + (level - right.value) / right.slope;
  if (to < from)  // a mode like a corner: the tangents cross below the level
    from = to = mode + (right.at(mode) - left.at(mode)) / (left.slope - right.slope);
  const double middle = to - from, left_tail = 1 / left.slope, right_tail = -1 / right.slope;
  for (;;) {
    double u = stream.uniform() * (middle + left_tail + right_tail);
    double x = from + u, hat = level;
    if (u >= middle) {
      u -= middle;
      const bool is_left = u < left_tail;
      x = is_left ? from - draw_exponential(stream) * left_tail : to + draw_exponential(stream) * right_tail;
      hat = is_left ? left.at(x) : right.at(x);
    }
    if (portable_log(stream.uniform()) <= log_density(x).value - hat) return x;
  }
}

}  // namespace themata
