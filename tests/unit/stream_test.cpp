#include "themata/random/stream.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "support/statistics.hpp"

namespace themata {
namespace {

using testing::p_limit;
using Words = std::array<std::uint32_t, 4>;

Words philox(const Words& counter, const std::array<std::uint32_t, 2>& key) {
  const auto block =
      r123::Philox4x32{}({{counter[0], counter[1], counter[2], counter[3]}}, {{key[0], key[1]}});
  return {block[0], block[1], block[2], block[3]};
}

TEST(Stream, GeneratorGivesThePublishedAnswers) {
  constexpr std::uint32_t ones = 0xffffffff;
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox({ones, ones, ones, ones}, {ones, ones}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Stream, ReadsTheGeneratorAtItsAddress) {
  Stream stream({0x1122334455667788}, Purpose::hyper, 0xabcd1234, 0x9a9b9c9d9e9f);
  for (std::uint32_t position = 0; position < 3; ++position) {
    const Words expected =
        philox({position, 0x9c9d9e9f, 0x9a9b | (3U << 16), 0xabcd1234}, {0x55667788, 0x11223344});
    for (const std::uint32_t word : expected) EXPECT_EQ(stream.bits(), word);
  }
}

TEST(Stream, NeitherEndOfTheUnitIntervalIsReached) {
  EXPECT_EQ(unit_interval(0, 0), 0x1p-53);
  EXPECT_EQ(unit_interval(0xffffffff, 0xffffffff), 1 - 0x1p-53);
  EXPECT_LT(unit_interval(0xffffffff, 0xffffffff), 1.0);
}

/// How far the correlation of two streams' uniforms lies from 0, in standard errors.
double correlation_z(Stream a, Stream b) {
  constexpr int n = 100'000;
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += (a.uniform() - 0.5) * (b.uniform() - 0.5);
  return sum * 12 / std::sqrt(static_cast<double>(n));
}

TEST(Stream, NeighboursInEveryPartOfTheAddressAreUncorrelated) {
  const Stream base({5}, Purpose::token, 7, 9);
  const std::vector<Stream> neighbours{{{6}, Purpose::token, 7, 9},
                                       {{5}, Purpose::topic, 7, 9},
                                       {{5}, Purpose::token, 8, 9},
                                       {{5}, Purpose::token, 7, 10},
                                       {{5}, Purpose::token, 9, 7},
                                       {{5}, Purpose::token, 7, 9 + (1ULL << 32)},
                                       {chain_key(5, 1), Purpose::token, 7, 9}};
  for (const Stream& neighbour : neighbours)
    EXPECT_LT(std::abs(correlation_z(base, neighbour)), testing::z_limit);
  EXPECT_GT(correlation_z(base, base), 100)
      << "the same address gives the same numbers, which the check must see";
}

TEST(Stream, AddressesGiveDifferentFirstBits) {
  std::set<std::uint64_t> seen;
  std::size_t made = 0;
  for (const Purpose purpose : {Purpose::init, Purpose::token, Purpose::topic, Purpose::tables})
    for (std::uint64_t sweep = 0; sweep < 30; ++sweep)
      for (std::uint64_t entity = 0; entity < 30; ++entity, ++made) {
        Stream stream({1}, purpose, sweep, entity);
        const std::uint64_t high = stream.bits();
        seen.insert((high << 32) | stream.bits());
      }
  EXPECT_EQ(seen.size(), made);
}

TEST(Stream, ChainsOfOneSeedHaveTheirOwnKeys) {
  std::set<std::uint64_t> keys;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    for (std::uint32_t chain = 1; chain <= 100; ++chain) keys.insert(chain_key(seed, chain).bits);
  EXPECT_EQ(keys.size(), 10'000);
}

TEST(Stream, BelowIsUniform) {
  for (const std::uint32_t n : {1U, 2U, 3U, 10U, 1000U}) {
    Stream stream({21}, Purpose::data, 0, n);
    std::vector<std::uint64_t> counts(n);
    for (int i = 0; i < 200'000; ++i) ++counts.at(stream.below(n));
    EXPECT_GT(testing::chi_square_p(counts, std::vector<double>(n, 1.0 / n)), p_limit) << n;
  }
}

TEST(Stream, BelowHasNoBiasWhereNDoesNotDivideTheRange) {
  // Without rejection a third of the values of n = 3 * 2^30 would come up twice as often as the others.
  constexpr std::uint32_t n = 3U << 30;
  Stream stream({22}, Purpose::data, 0, 0);
  std::vector<std::uint64_t> by_remainder(3);
  for (int i = 0; i < 100'000; ++i) ++by_remainder[stream.below(n) % 3];
  EXPECT_GT(testing::chi_square_p(by_remainder, {1.0 / 3, 1.0 / 3, 1.0 / 3}), p_limit);
}

}  // namespace
}  // namespace themata
