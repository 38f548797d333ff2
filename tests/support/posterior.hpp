#pragma once

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support.hpp"
#include "themata/diagnose/rank_diagnostics.hpp"

// Chains with what R's posterior says of them (tests/unit/posterior/reference.R), and the check that ours
// agrees.
namespace themata::testing {

/// In the order of the columns of results.tsv.
inline constexpr std::array measures = {"rhat",   "rhat_basic", "ess_bulk", "ess_tail",
                                        "ess_q5", "ess_q95",    "ess_mean", "mcse_mean"};
using Measured = std::array<double, measures.size()>;

struct PosteriorCase {
  std::string name;
  Chains chains;
  Measured expected{};
};

inline std::filesystem::path posterior_folder() { return test::folder_of_tests() / "unit" / "posterior"; }

/// The lines of a file of results, each filled in from its chains. Empty where a file is missing or does not
/// fit.
inline std::vector<PosteriorCase> read_posterior_cases(const std::filesystem::path& results) {
  std::ifstream chains_file(posterior_folder() / "chains.tsv"), results_file(results);
  std::vector<PosteriorCase> cases;
  for (std::string line; std::getline(chains_file, line);) {
    PosteriorCase one;
    std::istringstream fields(line);
    std::size_t n_chains = 0;
    fields >> one.name >> n_chains;
    std::vector<double> values;
    for (std::string field; fields >> field;) values.push_back(std::stod(field));
    const std::size_t draws = n_chains == 0 ? 0 : values.size() / n_chains;
    for (std::size_t c = 0; c < n_chains; ++c)
      one.chains.emplace_back(values.begin() + static_cast<std::ptrdiff_t>(c * draws),
                              values.begin() + static_cast<std::ptrdiff_t>((c + 1) * draws));
    std::string name, field;
    std::size_t named_chains = 0, named_draws = 0;
    results_file >> name >> named_chains >> named_draws;
    for (double& value : one.expected)
      if (results_file >> field) value = std::stod(field);
    if (!results_file || name != one.name || named_chains != n_chains || named_draws != draws) return {};
    cases.push_back(one);
  }
  return cases;
}

/// The cases in which ours means to answer otherwise: docs/theory/diagnostics.md says why.
inline const std::set<std::string>& departures() {
  static const std::set<std::string> names{"short-4x9", "infinite", "all-stand", "balanced", "alternating"};
  return names;
}

inline Measured measured(const Chains& chains) {
  return {rank_rhat(chains),          split_rhat(chains),         ess_bulk(chains), ess_tail(chains),
          ess_quantile(chains, 0.05), ess_quantile(chains, 0.95), ess_mean(chains), mcse_mean(chains)};
}

/// Relative; 0 where both are NaN, infinite where one is.
inline double distance_of(double value, double expected) {
  if (std::isnan(value) && std::isnan(expected)) return 0;
  const double off = std::abs(value - expected) / std::abs(expected);
  return std::isnan(off) ? std::numeric_limits<double>::infinity() : off;
}

/// What the estimators are held to: rounding of a Fourier transform, which R takes, and of some hundred sums.
inline constexpr double posterior_limit = 1e-8;

}  // namespace themata::testing
