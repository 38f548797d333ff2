#include "themata/calibrate/ranks.hpp"

#include <algorithm>

#include "themata/random/quantiles.hpp"

namespace themata {

std::uint32_t rank_among(double truth, std::span<const double> draws, Stream& stream) {
  const auto below = std::count_if(draws.begin(), draws.end(), [&](double x) { return x < truth; });
  const auto equal = std::count(draws.begin(), draws.end(), truth);
  return static_cast<std::uint32_t>(below) + stream.below(static_cast<std::uint32_t>(equal) + 1);
}

std::vector<std::uint32_t> binned(const RankTest& test) {
  std::vector<std::uint32_t> bins(rank_bins, 0);
  for (const std::uint32_t rank : test.ranks) ++bins[rank * rank_bins / test.n_ranks];
  return bins;
}

double uniformity_p(const RankTest& test) {
  const double expected = static_cast<double>(test.ranks.size()) / rank_bins;
  double chi2 = 0;
  for (const std::uint32_t count : binned(test)) chi2 += (count - expected) * (count - expected) / expected;
  return chi_squared_tail(rank_bins - 1, chi2);
}

Band bin_band(std::size_t data_sets) {
  const auto n = static_cast<double>(data_sets);
  return {lower_binomial_quantile(n, 1.0 / rank_bins, 0.005),
          upper_binomial_quantile(n, 1.0 / rank_bins, 0.005)};
}

}  // namespace themata
