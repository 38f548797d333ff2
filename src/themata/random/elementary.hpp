#pragma once

namespace themata {

// log and exp in plain double arithmetic. The C library's functions differ in their last bit between versions
// and processors, and a chain must not. Within 2 units in the last place (tests/unit/elementary_test.cpp).

/// Natural logarithm of a positive, finite number.
double portable_log(double x);

/// e^x; 0 below -745, infinity above 709.
double portable_exp(double x);

/// log(Gamma(x)) for x > 0 with relative error 1e-13, or absolute error near its zeros at 1 and 2; by
/// Stirling's series above 10, by the recurrence below.
double portable_lgamma(double x);

}  // namespace themata
