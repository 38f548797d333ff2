#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace themata {

// The efficiency of a chain compared with independent draws, by the spectral density at frequency zero of an
// autoregressive model (Heidelberger & Welch 1981; the estimator of R's coda, Plummer et al. 2006, which the
// comparison of samplers in Magnusson et al. 2018, section 4.1, uses). docs/theory/diagnostics.md has the
// formulas.
//
// A series holds the values of one quantity at consecutive sweeps of one chain. Rules for series without a
// spectrum: a series on a straight line up to rounding (constant, or with fewer than 3 values) has spectrum
// 0, effective size 0 and an infinite inefficiency factor; a series with a value that is not finite has NaN
// for all three.

/// x_t - mean = sum_j coefficients[j] (x_{t-1-j} - mean) + e_t, by the Yule-Walker equations.
struct Autoregression {
  std::vector<double> coefficients;  ///< as many as the order
  double variance = 0;               ///< of e_t, times n / (n - order - 1); infinite if order = n - 1
};

/// The autoregression with the smallest AIC, n log(variance of e_t) + 2 order, among the orders from 0 to
/// min(n - 1, floor(10 log10 n)): the default of R's ar().
/// @param series  at least 2 finite values, not all equal
Autoregression fit_autoregression(std::span<const double> series);

/// Spectral density at frequency zero, variance / (1 - sum of the coefficients)^2: n times the variance of
/// the mean of n values, for large n. In the square of the series' unit. Equal to coda's spectrum0.ar, with
/// one exception: coda takes a series within 1.5e-8 of a line for a line, whatever its scale; here the
/// tolerance is 1e-12 of the largest value.
double spectrum0_ar(std::span<const double> series);

/// n (variance of the series) / spectrum0_ar: the number of independent draws that would estimate the mean as
/// well. Above n if neighbors are negatively correlated. coda's effectiveSize.
double effective_size(std::span<const double> series);

/// n / effective_size, the integrated autocorrelation time in steps of the series: 1 for independent draws
/// (Magnusson et al. 2018, section 4.1).
double inefficiency_factor(std::span<const double> series);

}  // namespace themata
