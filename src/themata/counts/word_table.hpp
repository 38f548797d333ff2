#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "themata/counts/matrix.hpp"

namespace themata {

/// n_kv: how often each topic holds each word type, V x slots. A row is a word type's, since a token reads
/// one row.
///
/// Where several ranks sample a chain, the rows of a block of types lie together in memory, and a block that
/// is elsewhere needs none: its rows read as 0.
class WordTable {
 public:
  WordTable() = default;
  /// All rows, in the order of the types.
  WordTable(std::size_t types, std::size_t slots);
  /// Rows that need memory only once they are written.
  /// @param order  all types, in the order of their rows
  /// @param together  number of rows that are given back at once, about
  WordTable(std::span<const std::uint32_t> order, std::size_t slots, std::size_t together);

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  bool empty() const { return rows_ == 0; }
  std::int32_t* row(std::size_t type) { return cells() + place(type) * columns_; }
  const std::int32_t* row(std::size_t type) const { return cells() + place(type) * columns_; }
  std::span<std::int32_t> span(std::size_t type) { return {row(type), columns_}; }
  std::span<const std::int32_t> span(std::size_t type) const { return {row(type), columns_}; }

  /// All rows one after the other, in their order.
  std::int32_t* cells() { return static_cast<std::int32_t*>(owner_.get()); }
  const std::int32_t* cells() const { return static_cast<const std::int32_t*>(owner_.get()); }
  std::size_t n_cells() const { return rows_ * columns_; }
  /// Where each type's row is in that order; null if it is the order of the types.
  const std::uint32_t* places() const { return places_.get(); }

  /// Sets some consecutive rows of the order to 0. Rows that need memory only once they are written then need
  /// none, but for what of a page belongs to other rows.
  void clear(std::size_t first, std::size_t last);
  void clear() { clear(0, rows_); }
  /// Bytes of memory that the rows occupy. Asks the system, page by page; for tests.
  std::size_t bytes_in_memory() const;

 private:
  std::size_t place(std::size_t type) const { return places_ == nullptr ? type : places_[type]; }

  std::size_t rows_ = 0, columns_ = 0;
  RowMemory owner_;
  std::unique_ptr<std::uint32_t[]> places_;
};

}  // namespace themata
