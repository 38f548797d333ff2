#pragma once

#include <Random123/philox.h>

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace themata {

/// What a random number is used for. Two draws with different purposes never share bits.
enum class Purpose : std::uint32_t {
  init = 0,
  token = 1,
  topic = 2,
  hyper = 3,
  data = 4,
  block = 5,
  tables = 6,
  split = 7,
  monitor = 8,
  infer = 9,         ///< topics of a new document
  hide = 10,         ///< which tokens of a new document are held out
  held_out = 11,     ///< held-out likelihood
  fold = 12,         ///< which documents are held out
  rating = 13,       ///< human evaluation tasks
  dish = 14,         ///< topics of tables
  mask = 15,         ///< which topics a document may use, which words a topic may have
  affinity = 16,     ///< documents' affinities to their labels
  whole_topic = 17,  ///< splits and merges of topics token by token; `split` is table by table
  unlabeled = 18,    ///< affinities of documents without labels that a document stands for
  effect = 19,       ///< topic proportions and coefficients of effects of metadata
  coefficient = 20,  ///< effects of documents' covariates on topics
  consensus = 21     ///< halves of chains
};

/// Identifies one chain's randomness: a mix of the user's seed and the chain's number.
struct Key {
  std::uint64_t bits = 0;
};

/// @param chain  from 1
inline Key chain_key(std::uint64_t seed, std::uint32_t chain) {
  std::uint64_t x =
      seed + 0x9e3779b97f4a7c15ULL * chain;  // SplitMix64's increment, then a bijective finalizer
  x = (x ^ (x >> 33)) * 0xff51afd7ed558ccdULL;
  x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53ULL;
  return {x ^ (x >> 33)};
}

/// (k + 1/2) 2^-52, where k are the upper 26 bits of each argument: the midpoints of 2^52 equal intervals.
/// With one bit more, the half would be rounded away and the last midpoint would become 1.
constexpr double unit_interval(std::uint32_t high, std::uint32_t low) {
  const std::uint64_t k = (std::uint64_t{high >> 6} << 26) | (low >> 6);
  return (static_cast<double>(k) + 0.5) * 0x1p-52;
}

/// A sequence of random numbers that is a pure function of (key, purpose, sweep, entity): Philox4x32-10
/// (Salmon et al. 2011) on the counter (position, entity, purpose, sweep). Nothing is carried over between
/// sweeps, so no generator state is ever saved, and the order of the draws does not matter.
class Stream {
 public:
  /// @param sweep   below 2^32
  /// @param entity  the item drawn for (a document, a topic, a word), below 2^48
  Stream(Key key, Purpose purpose, std::uint64_t sweep, std::uint64_t entity)
      : counter_{{0, static_cast<std::uint32_t>(entity),
                  static_cast<std::uint32_t>(entity >> 32) | (static_cast<std::uint32_t>(purpose) << 16),
                  static_cast<std::uint32_t>(sweep)}},
        key_{{static_cast<std::uint32_t>(key.bits), static_cast<std::uint32_t>(key.bits >> 32)}} {
    assert(entity < (1ULL << 48) && sweep < (1ULL << 32));
  }

  /// The position of its random numbers: Philox's key and the counter of the first block.
  struct Address {
    std::array<std::uint32_t, 4> counter;
    std::array<std::uint32_t, 2> key;
  };
  /// The stream must have drawn nothing of its next block.
  Address address() const {
    assert(used_ == 4);
    return {{counter_[0], counter_[1], counter_[2], counter_[3]}, {key_[0], key_[1]}};
  }

  /// The same stream, advanced by `blocks` times four words; this one must have drawn nothing of its next
  /// block.
  Stream after(std::size_t blocks) const {
    assert(used_ == 4);
    Stream later = *this;
    later.counter_[0] += static_cast<std::uint32_t>(blocks);
    return later;
  }

  std::uint32_t bits() {
    if (used_ == 4) refill();
    return block_[used_++];
  }

  /// Uniform on (0, 1): 52 bits, never 0 and never 1.
  double uniform() {
    const std::uint32_t high = bits();
    return unit_interval(high, bits());
  }

  /// Uniform on (0, 1) in single precision, with the resolution of floats: 2^-32 near 0 and 2^-24 near 1.
  /// Never 0, so that the first item is not chosen too often; never 1.
  float uniform_float() {
    const float u = (static_cast<float>(bits()) + 0.5F) * 0x1p-32F;
    return u < 1 ? u : 1 - 0x1p-24F;
  }

  /// Uniform on {0, ..., n - 1}, without bias (Lemire 2019). n > 0.
  std::uint32_t below(std::uint32_t n) {
    std::uint64_t product = std::uint64_t{bits()} * n;
    if (static_cast<std::uint32_t>(product) < n) {
      const std::uint32_t threshold = static_cast<std::uint32_t>(-n) % n;
      while (static_cast<std::uint32_t>(product) < threshold) product = std::uint64_t{bits()} * n;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

 private:
  void refill() {
    const auto block = r123::Philox4x32{}(counter_, key_);
    block_ = {block[0], block[1], block[2], block[3]};
    ++counter_[0];
    used_ = 0;
  }

  r123::Philox4x32::ctr_type counter_;
  r123::Philox4x32::key_type key_;
  std::array<std::uint32_t, 4> block_{};
  unsigned used_ = 4;
};

}  // namespace themata
