#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace themata {

struct FreeMemory {
  std::size_t reserved = 0;  ///< bytes, of memory straight from the system
  void operator()(void* memory) const;
};
using RowMemory = std::unique_ptr<void, FreeMemory>;

/// Memory aligned to a cache line, or to a huge page if the system has them and the size is large enough,
/// because samplers access rows at random and small pages would cause TLB misses. Zeroed.
/// @throws std::bad_alloc
RowMemory allocate_rows(std::size_t bytes);

/// The same straight from the system, to which it returns when it is freed; a page takes memory once it is
/// written.
RowMemory reserve_rows(std::size_t bytes);
/// Zeros to read. Writing them ends the program.
RowMemory reserve_zeros(std::size_t bytes);

/// A dense rows x columns matrix in row-major order whose rows start on cache lines. columns is a multiple of
/// `slot_group`, so that a row is a whole number of the samplers' SIMD groups.
template <class T>
class Matrix {
 public:
  Matrix() = default;
  Matrix(std::size_t rows, std::size_t columns)
      : rows_(rows), columns_(columns), owner_(allocate_rows(rows * columns * sizeof(T))) {}
  Matrix(Matrix&&) noexcept = default;
  Matrix& operator=(Matrix&&) noexcept = default;
  Matrix(const Matrix&) = delete;  // copying a topic-word matrix would be a mistake
  Matrix& operator=(const Matrix&) = delete;
  ~Matrix() = default;

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  bool empty() const { return rows_ == 0; }
  T* row(std::size_t r) { return static_cast<T*>(owner_.get()) + r * columns_; }
  const T* row(std::size_t r) const { return static_cast<const T*>(owner_.get()) + r * columns_; }
  std::span<T> span(std::size_t r) { return {row(r), columns_}; }
  std::span<const T> span(std::size_t r) const { return {row(r), columns_}; }

 private:
  std::size_t rows_ = 0, columns_ = 0;
  RowMemory owner_;
};

/// Topics are laid out in groups of this many slots. This is a property of the arithmetic, not of the
/// processor: sums run in the same order on vectors of 4, 8 and 16 floats, so that all give the same bits.
inline constexpr std::size_t slot_group = 16;

constexpr std::size_t slots_for(std::size_t topics) {
  return (topics + slot_group - 1) / slot_group * slot_group;
}

}  // namespace themata
