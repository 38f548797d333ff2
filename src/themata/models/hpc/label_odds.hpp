#pragma once

namespace themata::hpc {

/// log of the probabilities that a label with unknown affinity is present, and absent.
struct LogOdds {
  double there, absent;
};

/// log of E logistic(x) and E logistic(-x) for x ~ N(mean, deviation^2), to ten digits of the smaller
/// probability. By the trapezoidal rule, which for a function without poles near the real line converges
/// exponentially in the step (Trefethen and Weideman 2014). 32-point Gauss-Hermite, the usual choice, has an
/// error of .4% at deviation 5 and of 3% at deviation 10.
/// @param deviation  standard deviation, at least 0; the cost grows with it
LogOdds log_label_odds(double mean, double deviation);

/// log of the square root of 2 pi.
constexpr double log_root_two_pi = 0.91893853320467274178;

/// log(1 + e^x)
double log_one_plus_exp(double x);

/// log(1 - e^x) for x < 0
double log_one_minus_exp(double x);

}  // namespace themata::hpc
