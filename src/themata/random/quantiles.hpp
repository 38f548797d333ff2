#pragma once

// Quantiles and tails of distributions, by Boost.Math, whose templates are compiled in quantiles.cpp alone.
namespace themata {

double normal_quantile(double p);
/// @param degrees  above 0
double student_quantile(double degrees, double p);
/// Of the ratio of two independent chi-squared variables, each by its degrees of freedom, which are above 0.
double f_quantile(double degrees_above, double degrees_below, double p);
/// The probability of more than `x`. @param degrees  above 0
double chi_squared_tail(double degrees, double x);

/// Of a Beta distribution. @param a, b  above 0
double beta_quantile(double a, double b, double p);

/// The number of successes in `n` trials of probability `p` that `tail` of the draws are below, or above, at
/// most.
double lower_binomial_quantile(double n, double p, double tail);
double upper_binomial_quantile(double n, double p, double tail);

/// The bounds of Clopper and Pearson (1934) for the probability of a success, each missed with the
/// probability `tail`.
double lower_share_bound(double n, double successes, double tail);
double upper_share_bound(double n, double successes, double tail);

}  // namespace themata
