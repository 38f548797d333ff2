#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace themata {

// How much less a chain tells than as many independent draws would, by the spectral density at frequency zero of an
// autoregressive model (Heidelberger & Welch 1981; the estimator of R's coda, Plummer et al. 2006, which the comparison
// of samplers in Magnusson et al. 2018, section 4.1, uses). docs/theory/diagnostics.md has the formulas.
//
// A series is the values of one quantity at consecutive sweeps of one chain, in their order. Three rules for what has no
// spectrum to estimate: a series on a straight line to within rounding (constant, or of fewer than 3 values) has spectrum
// 0, effective size 0 and an infinite inefficiency factor; one with a value that is not finite has NaN for all three.

/// x_t - mean = sum_j coefficients[j] (x_{t-1-j} - mean) + e_t, by the Yule-Walker equations.
struct Autoregression {
  std::vector<double> coefficients;  ///< as many as the order
  double variance = 0;               ///< of e_t, times n / (n - order - 1); infinite where order = n - 1
};

/// The autoregression with the least AIC, n log(variance of e_t) + 2 order, among the orders from 0 to
/// min(n - 1, floor(10 log10 n)): what R's ar() fits by default.
/// @param series  at least 2 finite values that are not all the same
Autoregression fit_autoregression(std::span<const double> series);

/// Spectral density at frequency zero, variance / (1 - sum of the coefficients)^2: n times the variance of the mean of n
/// values, for large n. In the square of the series's unit. coda's spectrum0.ar, but for one thing: coda calls a line
/// what is within 1.5e-8 of one, whatever the scale of the series; here it is within 1e-12 of its largest value.
double spectrum0_ar(std::span<const double> series);

/// n (variance of the series) / spectrum0_ar: the independent draws that would estimate the mean as well. Above n where
/// neighbours are negatively correlated. coda's effectiveSize.
double effective_size(std::span<const double> series);

/// n / effective_size, the integrated autocorrelation time in steps of the series: 1 for independent draws
/// (Magnusson et al. 2018, section 4.1).
double inefficiency_factor(std::span<const double> series);

}  // namespace themata
