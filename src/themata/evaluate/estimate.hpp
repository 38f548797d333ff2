#pragma once

#include <vector>

namespace themata {

/// A posterior of one number.
struct Estimate {
  double mean = 0, sd = 0;
  double low = 0, high = 0;  ///< an interval with equal tails
  double above_zero = 0;     ///< the probability that it is above 0
};

/// What draws of a number say of it; NaN without draws. @param interval  probability of the interval
Estimate estimate_of(std::vector<double> draws, double interval);

}  // namespace themata
