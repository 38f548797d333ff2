#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/diagnose/rank_diagnostics.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// Why a number cannot be estimated.
enum class Obstacle {
  none,
  constant,    ///< all draws are the same
  not_finite,  ///< a draw is not finite
  too_short,   ///< fewer than least_draws_for_ess draws per chain: no effective sample sizes
  few_values   ///< a quantile is at the end of the range: no tail ESS
};

/// Diagnostics of one quantity over several chains. Unknown numbers are NaN.
struct Diagnosis {
  std::string name;
  double mean = 0, sd = 0;  ///< over all draws
  double mcse = 0;          ///< of the mean
  double rhat = 0, ess_bulk = 0, ess_tail = 0;
  double inefficiency =
      0;  ///< inefficiency: draws of a chain per independent draw: all draws / the sum of effective_size
  Obstacle obstacle = Obstacle::none;
};

/// @param chains  as rank_diagnostics.hpp requires
Diagnosis diagnose(std::string name, const Chains& chains);

/// The same for many quantities, in their order.
struct NamedChains {
  std::string name;
  Chains chains;
};
std::vector<Diagnosis> diagnose(const std::vector<NamedChains>& quantities, Pool& pool);

/// The draws of a chain that are used.
struct ChainWindow {
  std::uint32_t chain = 1;
  std::uint64_t first_sweep = 0, last_sweep = 0;
  std::size_t draws = 0;
  std::size_t left_out = 0;  ///< draws after burn-in but before the part that all chains have
};

/// The traces of a fit's chains after burn-in: one series per column and chain, cut to the last draws that
/// all chains have.
struct TracedFit {
  std::vector<ChainWindow> windows;
  std::vector<NamedChains> quantities;  ///< every column but sweep and seconds
  std::uint64_t burn_in = 0;            ///< sweeps
  std::uint64_t sweeps = 0;             ///< of the longest chain
  double sweeps_a_draw = 1;             ///< sweeps between rows
};

/// @param burn_in  sweeps to leave out
/// @throws InputError if a trace is damaged, lacks a column that another has, or is too short for R-hat
TracedFit traced_fit(const FitFolder& fit, std::uint64_t burn_in);

/// The burn-in in the options of the fit; 0 if its manifest does not have it.
std::uint64_t burn_in_of(const FitFolder& fit);

/// A column of a trace in words: "log posterior" for lp__, "2nd largest topic" for size.2, "topic 3" for
/// topic.3; other names do not change.
std::string title_of(std::string_view column);

}  // namespace themata
