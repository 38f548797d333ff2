#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "themata/diagnose/convergence.hpp"

namespace themata {

/// Below this R-hat, and from this effective size on, chains are taken to agree and to be long enough (Vehtari et al. 2021,
/// section 4; the size is of all chains together).
inline constexpr double rhat_limit = 1.01;
inline constexpr double ess_wanted = 400;

/// What is judged.
struct Evidence {
  std::size_t n_chains = 1;
  std::uint64_t burn_in = 0, sweeps = 0;
  std::vector<Diagnosis> quantities;  ///< of the traces, the first being the log posterior
  std::size_t topic_draws = 0;        ///< kept draws a chain, of which the next was made
  std::vector<Diagnosis> topics;      ///< shares of aligned topics; none where they were not aligned
  std::string fit;                    ///< the folder as the user calls it
};

enum class Outcome { agreed, disagreed, too_few_draws };
/// "Converged", "Not converged: chains disagree" or "Too few draws to tell"; of one chain, its halves disagree.
std::string_view name_of(Outcome outcome, std::size_t n_chains);

/// What the numbers say in plain words: a sentence each.
struct Judgement {
  Outcome outcome = Outcome::agreed;  ///< of the quantities that do not depend on how topics are called
  std::vector<std::string> shows, does_not_show, next;
};

Judgement judge(const Evidence& evidence);

/// The R-hat that independent draws exceed in one case of a hundred: the 99% point of the F distribution put into
/// equation 6 of docs/theory/diagnostics.md. Far above rhat_limit where draws are few. @param draws  a chain, 4 or more
double rhat_by_chance(std::size_t n_chains, std::size_t draws);

/// That many sweeps in all, burn-in included, are likely to give ess_wanted where `ess` came from `sweeps`; rounded up to
/// two digits.
std::uint64_t sweeps_for(double ess, std::uint64_t burn_in, std::uint64_t sweeps);

}  // namespace themata
