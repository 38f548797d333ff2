#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/diagnose/diagnosis.hpp"
#include "themata/diagnose/rank_diagnostics.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// @param chains  as rank_diagnostics.hpp requires
Diagnosis diagnose(std::string name, const Chains& chains);

/// The same for many quantities, in their order.
struct NamedChains {
  std::string name;
  Chains chains;
};
std::vector<Diagnosis> diagnose(const std::vector<NamedChains>& quantities, Pool& pool);

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

}  // namespace themata
