#include "themata/calibrate/ranks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace themata {
namespace {

Stream some_stream(std::uint64_t i = 0) { return {Key{5}, Purpose::data, 1, i}; }

TEST(Ranks, CountWhatLiesBelow) {
  Stream stream = some_stream();
  const std::vector<double> draws{3, 1, 2, 5};
  EXPECT_EQ(rank_among(0, draws, stream), 0U);
  EXPECT_EQ(rank_among(2.5, draws, stream), 2U);
  EXPECT_EQ(rank_among(9, draws, stream), 4U);
}

TEST(Ranks, TiesTakeEveryPlaceAmongThem) {
  std::vector<int> seen(6, 0);
  for (std::uint64_t i = 0; i < 4000; ++i) {
    Stream stream = some_stream(i);
    ++seen[rank_among(2, std::vector<double>{1, 2, 2, 2, 7}, stream)];
  }
  EXPECT_EQ(seen[0], 0);
  EXPECT_EQ(seen[5], 0);
  for (int rank = 1; rank <= 4; ++rank)
    EXPECT_NEAR(seen[rank], 1000, 4.5 * std::sqrt(4000 * .25 * .75)) << rank;
}

RankTest with_ranks(std::vector<std::uint32_t> ranks) { return {"x", 100, std::move(ranks), 0}; }

TEST(Ranks, AreBinnedEvenly) {
  std::vector<std::uint32_t> all(100);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(binned(with_ranks(all)), std::vector<std::uint32_t>(rank_bins, 5));
  EXPECT_NEAR(uniformity_p(with_ranks(all)), 1, 1e-12);
}

TEST(Ranks, ChiSquareIsThatOfTheTable) {
  // Two bins of 100 moved by 39 give 2 * 39^2 / 100 = 30.42; scipy's chi2.sf(30.42, 19).
  std::vector<std::uint32_t> ranks;
  for (std::uint32_t b = 0; b < rank_bins; ++b)
    ranks.insert(ranks.end(), b == 3 ? 139 : b == 8 ? 61 : 100, 5 * b);
  EXPECT_NEAR(uniformity_p(with_ranks(ranks)), 0.0466906, 1e-7);
  ranks.assign(2000, 99);
  EXPECT_LT(uniformity_p(with_ranks(ranks)), 1e-12);
}

TEST(Ranks, BandHoldsNinetyNinePercent) {
  const Band band = bin_band(500);
  // scipy's binom(500, .05): cdf(11) = .0011, cdf(12) = .0026, cdf(13) = .0055; cdf(37) = .9923, cdf(38) =
  // .9954.
  EXPECT_EQ(band.lowest, 12);
  EXPECT_EQ(band.highest, 38);
}

}  // namespace
}  // namespace themata
