#pragma once

#include <cstddef>
#include <vector>

namespace themata {

// Whether chains agree, and how much information their draws contain: rank-normalized split R-hat, and
// effective sample sizes from autocorrelations over all chains (Vehtari, Gelman, Simpson, Carpenter &
// Buerkner 2021, sections 3 and 4). docs/theory/diagnostics.md has the formulas, by whose numbers they are
// cited here, and the few differences from R's package posterior.
//
// Everything here is NaN if it cannot be estimated: all draws are equal, one is not finite, or the chains are
// too short. S below is the number of all draws.

/// The draws of one quantity: one series per chain, at least one, all of the same length.
using Chains = std::vector<std::vector<double>>;

/// Each chain is split into halves, and a half needs two draws to have a variance.
inline constexpr std::size_t least_draws_for_rhat = 4;
/// A half needs the pairs of autocorrelations at lags 0 to 5.
inline constexpr std::size_t least_draws_for_ess = 12;

/// The larger of the split R-hats of the ranks (bulk) and of the ranks of the distances from the median
/// (folded). 1 if the halves of chains do not differ; infinite if each is constant with a different value
/// (equation 11).
double rank_rhat(const Chains& chains);

/// Split R-hat of the draws themselves, without ranks (equation 6).
double split_rhat(const Chains& chains);

/// Effective sample size of the ranks: the precision in the middle of the distribution.
double ess_bulk(const Chains& chains);

/// The smaller of the effective sample sizes of the 5% and 95% quantiles; NaN also if one of them is at the
/// end of the range, as may happen if the quantity takes few values.
double ess_tail(const Chains& chains);

/// Effective sample size of the q-quantile: of the indicator that a draw is at most the quantile.
double ess_quantile(const Chains& chains, double q);

/// Effective sample size of the mean (equations 7 to 9), at most S log10 S.
double ess_mean(const Chains& chains);

/// Monte Carlo standard error of the mean, sd / sqrt(ess_mean), in the unit of the draws.
double mcse_mean(const Chains& chains);

}  // namespace themata
