#pragma once

#include <cstddef>
#include <vector>

namespace themata {

// Whether chains agree, and how much their draws tell together: rank-normalised split R-hat, and effective sample sizes
// that are the sums of autocorrelations over all chains (Vehtari, Gelman, Simpson, Carpenter & Buerkner 2021: their
// sections 3 and 4). docs/theory/diagnostics.md has the formulas, by whose numbers they are cited here, and the few places
// where R's package posterior, with which the rest agrees, answers otherwise.
//
// Everything here is NaN where there is nothing to estimate: the draws are all the same, one is not finite, or the chains
// are too short. S below is the number of all draws.

/// The draws of one quantity: a series a chain, at least one, all of the same length.
using Chains = std::vector<std::vector<double>>;

/// Each chain is cut in halves, and a half needs two draws to have a variance.
inline constexpr std::size_t least_draws_for_rhat = 4;
/// A half needs the pairs of autocorrelations at lags 0 to 5.
inline constexpr std::size_t least_draws_for_ess = 12;

/// The larger of the split R-hats of the ranks (bulk) and of the ranks of the distances from the median (folded): 1 where
/// halves of chains cannot be told apart, infinite where each stands still at a place of its own (equation 11).
double rank_rhat(const Chains& chains);

/// Split R-hat of the draws as they are, without ranks (equation 6).
double split_rhat(const Chains& chains);

/// Effective sample size of the ranks: how well the middle of the distribution is known.
double ess_bulk(const Chains& chains);

/// The smaller of the effective sample sizes of the 5% and 95% quantiles; NaN too where one of them is at the
/// end of the range, as may be where the quantity takes few values.
double ess_tail(const Chains& chains);

/// That of the q-quantile: of whether a draw is at most it.
double ess_quantile(const Chains& chains, double q);

/// That of the mean (equations 7 to 9), at most S log10 S.
double ess_mean(const Chains& chains);

/// Monte Carlo standard error of the mean, sd / sqrt(ess_mean), in the unit of the draws.
double mcse_mean(const Chains& chains);

}  // namespace themata
