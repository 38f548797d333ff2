// Included once per instruction set (Highway's foreach_target), hence the toggling include guard.
#if defined(THEMATA_RANDOM_UNIFORMS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef THEMATA_RANDOM_UNIFORMS_INL
#undef THEMATA_RANDOM_UNIFORMS_INL
#else
#define THEMATA_RANDOM_UNIFORMS_INL
#endif

#include <hwy/highway.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "themata/random/stream.hpp"

#ifndef THEMATA_RANDOM_UNIFORMS_ONCE
#define THEMATA_RANDOM_UNIFORMS_ONCE
namespace themata {

/// Maximal batch size of uniforms: memory for n of them must have this much room beyond n.
inline constexpr std::size_t uniforms_batch = 32;

}  // namespace themata
#endif

HWY_BEFORE_NAMESPACE();
namespace themata::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The next n values of Stream::uniform_float(), bit for bit, for a stream that has drawn nothing of its next
/// block: Philox4x32-10 on several counters at once.
/// @param out  room for n + uniforms_batch
HWY_INLINE void fill_uniforms(const Stream& stream, std::size_t n, float* HWY_RESTRICT out) {
  const hn::CappedTag<std::uint64_t, 8> wide;
  const hn::Repartition<std::uint32_t, decltype(wide)> u;
  const hn::RebindToSigned<decltype(u)> i;
  const hn::RebindToFloat<decltype(u)> f;
  constexpr std::size_t counters = hn::MaxLanes(wide);
  // SIMD lanes 2j and 2j + 1 count the blocks j and counters / 2 + j, so that the words come out in order.
  HWY_ALIGN std::uint64_t first[counters];
  for (std::size_t j = 0; j < counters; ++j) first[j] = j / 2 + (j % 2) * (counters / 2);
  const auto start = hn::Load(wide, first);
  const Stream::Address at = stream.address();
  const auto multiplier_0 = hn::Set(u, 0xD2511F53U), multiplier_1 = hn::Set(u, 0xCD9E8D57U);
  for (std::size_t block = 0; 4 * block < n; block += counters) {
    // Words are the lower halves of 64 bits; the upper halves are ignored.
    auto c0 = hn::BitCast(u, hn::Add(start, hn::Set(wide, at.counter[0] + block)));
    auto c1 = hn::Set(u, at.counter[1]), c2 = hn::Set(u, at.counter[2]), c3 = hn::Set(u, at.counter[3]);
    std::uint32_t k0 = at.key[0], k1 = at.key[1];
    for (int round = 0; round < 10; ++round, k0 += 0x9E3779B9U, k1 += 0xBB67AE85U) {
      const auto product_0 = hn::MulEven(c0, multiplier_0), product_1 = hn::MulEven(c2, multiplier_1);
      const auto high_0 = hn::BitCast(u, hn::ShiftRight<32>(product_0));
      const auto high_1 = hn::BitCast(u, hn::ShiftRight<32>(product_1));
      c0 = hn::Xor(high_1, hn::Xor(c1, hn::Set(u, k0)));
      c2 = hn::Xor(high_0, hn::Xor(c3, hn::Set(u, k1)));
      c1 = hn::BitCast(u, product_1);
      c3 = hn::BitCast(u, product_0);
    }
    const auto pair = [&](auto low, auto high) HWY_ATTR {
      const auto lower = hn::And(hn::BitCast(wide, low), hn::Set(wide, 0xFFFFFFFFU));
      return hn::Or(lower, hn::ShiftLeft<32>(hn::BitCast(wide, high)));
    };
    const auto words_01 = pair(c0, c1), words_23 = pair(c2, c3);
    const auto store = [&](auto words, float* to) HWY_ATTR {
      // A word is the exact sum of two floats, so that it is rounded once, as in the scalar conversion.
      const auto bits = hn::BitCast(u, words);
      const auto high = hn::ConvertTo(f, hn::BitCast(i, hn::ShiftRight<16>(bits)));
      const auto low = hn::ConvertTo(f, hn::BitCast(i, hn::And(bits, hn::Set(u, 0xFFFFU))));
      const auto word = hn::Add(hn::Mul(high, hn::Set(f, 65536.0F)), low);
      const auto uniform = hn::Mul(hn::Add(word, hn::Set(f, 0.5F)), hn::Set(f, 0x1p-32F));
      hn::StoreU(hn::Min(uniform, hn::Set(f, 1 - 0x1p-24F)), f, to);
    };
    store(hn::InterleaveLower(wide, words_01, words_23), out + 4 * block);
    store(hn::InterleaveUpper(wide, words_01, words_23), out + 4 * block + 2 * counters);
  }
}

}  // namespace themata::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
