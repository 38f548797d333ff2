#pragma once

#include <cstddef>
#include <vector>

#include "themata/diagnose/diagnosis.hpp"
#include "themata/diagnose/verdict.hpp"

namespace themata {

/// Chains agree if R-hat is below this limit, and are long enough if the effective sample size (of all chains
/// together) is at least the one below (Vehtari et al. 2021, section 4).
inline constexpr double rhat_limit = 1.01;
/// Up to this one they agree roughly. A settled fit has it in the words' log likelihood and the number of
/// topics (verdict.hpp); here all quantities are judged.
inline constexpr double rough_rhat_limit = settled_rhat;
inline constexpr double ess_wanted = 400;

/// The data of a judgement.
struct Evidence {
  std::size_t n_chains = 1;
  std::uint64_t burn_in = 0, sweeps = 0;
  std::vector<Diagnosis> quantities;  ///< of the traces, the log posterior first
  std::size_t topic_draws = 0;        ///< kept draws per chain, for `topics`
  std::vector<Diagnosis> topics;      ///< proportions of aligned topics; none if topics were not aligned
};

Judgement judge(const Evidence& evidence);

/// The R-hat that independent draws exceed with probability 1%: the 99.5% quantile of the F distribution
/// inserted into equation 6 of docs/theory/diagnostics.md, once for ranks and once for folded ranks. Far
/// above rhat_limit if there are few draws.
/// @param draws  per chain, at least 4
double rhat_by_chance(std::size_t n_chains, std::size_t draws);

/// The total number of sweeps, including burn-in, that is likely to give ess_wanted, if `sweeps` gave `ess`;
/// rounded up to two digits.
std::uint64_t sweeps_for(double ess, std::uint64_t burn_in, std::uint64_t sweeps);

}  // namespace themata
