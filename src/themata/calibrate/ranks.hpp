#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "themata/random/stream.hpp"

namespace themata {

/// Number of draws below `truth`. Among draws equal to it, its place is random, so that a quantity with few
/// values has uniform ranks too (Talts et al. 2018; Modrak et al. 2023, section 2.2).
/// @return  0 to draws.size()
std::uint32_t rank_among(double truth, std::span<const double> draws, Stream& stream);

/// The ranks of one quantity over many data sets.
struct RankTest {
  std::string name;
  std::size_t n_ranks = 0;           ///< ranks that can occur: draws + 1
  std::vector<std::uint32_t> ranks;  ///< by data set
  double effective_draws = 0;        ///< effective size of the draws, mean over data sets
};

constexpr std::size_t rank_bins = 20;

/// Number of data sets whose rank falls into each of rank_bins bins of equal width. n_ranks must be a
/// multiple of rank_bins.
std::vector<std::uint32_t> binned(const RankTest& test);

/// p-value of Pearson's chi-square test that the bins are uniform, with rank_bins - 1 degrees of freedom.
double uniformity_p(const RankTest& test);

/// The range of a bin's count that a calibrated quantity keeps to with probability 99% or more: quantiles
/// .005 and .995 of the binomial distribution.
struct Band {
  double lowest, highest;
};
Band bin_band(std::size_t data_sets);

}  // namespace themata
