#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace themata {

/// A dense rows x columns matrix of bits, 64 columns a word.
class BitMatrix {
 public:
  static constexpr std::size_t word_bits = 64;
  static constexpr std::size_t words_for(std::size_t columns) {
    return (columns + word_bits - 1) / word_bits;
  }

  static constexpr std::uint64_t bytes_of(std::uint64_t rows, std::uint64_t columns) {
    return rows * words_for(columns) * sizeof(std::uint64_t);
  }

  BitMatrix() = default;
  /// All bits are 0.
  BitMatrix(std::size_t rows, std::size_t columns)
      : rows_(rows), words_(words_for(columns)), bits_(rows * words_) {}

  std::size_t rows() const { return rows_; }
  bool empty() const { return rows_ == 0; }
  /// The words of a row; unused bits at its end are 0.
  std::span<std::uint64_t> row(std::size_t r) { return std::span(bits_).subspan(r * words_, words_); }
  std::span<const std::uint64_t> row(std::size_t r) const {
    return std::span(bits_).subspan(r * words_, words_);
  }
  bool test(std::size_t r, std::size_t c) const { return (bits_[word_of(r, c)] & bit_of(c)) != 0; }
  void set(std::size_t r, std::size_t c) { bits_[word_of(r, c)] |= bit_of(c); }
  void clear(std::size_t r, std::size_t c) { bits_[word_of(r, c)] &= ~bit_of(c); }
  // The same while other threads read and change other bits, also by these functions.
  bool test_shared(std::size_t r, std::size_t c) {
    return (std::atomic_ref(bits_[word_of(r, c)]).load(std::memory_order_relaxed) & bit_of(c)) != 0;
  }
  void set_shared(std::size_t r, std::size_t c) {
    std::atomic_ref(bits_[word_of(r, c)]).fetch_or(bit_of(c), std::memory_order_relaxed);
  }
  void clear_shared(std::size_t r, std::size_t c) {
    std::atomic_ref(bits_[word_of(r, c)]).fetch_and(~bit_of(c), std::memory_order_relaxed);
  }

  /// Calls visit(column) for the bits of a row that are 1, ascending.
  template <class Visit>
  void for_each(std::size_t r, const Visit& visit) const {
    for (std::size_t i = 0; i < words_; ++i)
      for (std::uint64_t word = bits_[r * words_ + i]; word != 0; word &= word - 1)
        visit(i * word_bits + static_cast<std::size_t>(std::countr_zero(word)));
  }

  /// Appends columns of 0.
  void widen(std::size_t columns) {
    if (words_for(columns) == words_) return;
    BitMatrix wider(rows_, columns);
    for (std::size_t r = 0; r < rows_; ++r) std::ranges::copy(row(r), wider.row(r).begin());
    *this = std::move(wider);
  }

 private:
  std::size_t word_of(std::size_t r, std::size_t c) const { return r * words_ + c / word_bits; }
  static std::uint64_t bit_of(std::size_t c) { return std::uint64_t{1} << c % word_bits; }

  std::size_t rows_ = 0, words_ = 0;
  std::vector<std::uint64_t> bits_;
};

}  // namespace themata
