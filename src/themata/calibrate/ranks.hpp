#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "themata/random/stream.hpp"

namespace themata {

/// How many of `draws` lie below `truth`; among those equal to it, it takes a place at random, so that a quantity
/// with few values has uniform ranks too (Talts et al. 2018; Modrak et al. 2023, section 2.2).
/// @return  0 to draws.size()
std::uint32_t rank_among(double truth, std::span<const double> draws, Stream& stream);

/// One quantity's ranks over many data sets, and what they say.
struct RankTest {
  std::string name;
  std::size_t n_ranks = 0;           ///< ranks that can occur: draws + 1
  std::vector<std::uint32_t> ranks;  ///< of each data set
  double effective_draws = 0;        ///< mean over data sets of the draws' effective size
};

constexpr std::size_t rank_bins = 20;

/// Data sets whose rank falls into each of the rank_bins equal parts of what can occur; n_ranks is a multiple of it.
std::vector<std::uint32_t> binned(const RankTest& test);

/// p of Pearson's chi-square of the bins against equal ones, rank_bins - 1 degrees of freedom.
double uniformity_p(const RankTest& test);

/// Counts of a bin between which a calibrated quantity's stay with probability 99% or more: quantiles .005 and .995 of the
/// binomial distribution.
struct Band {
  double lowest, highest;
};
Band bin_band(std::size_t data_sets);

}  // namespace themata
