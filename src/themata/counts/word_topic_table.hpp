#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "themata/counts/matrix.hpp"

namespace themata {

/// n_kv: how often each topic holds each word type, V x slots. A row is a word type's, since a token reads
/// one row.
///
/// Where several ranks sample a chain, each has memory for some blocks of word types only, and hands that of
/// a block that leaves to one that comes. The rows of the other blocks read as 0 and cannot be written.
class WordTopicTable {
 public:
  WordTopicTable() = default;
  /// All rows, in the order of the types.
  WordTopicTable(std::size_t types, std::size_t slots);
  /// Rows of blocks, none of which is held yet.
  /// @param types_by_block  all types, block by block
  /// @param block_begin  where each block's begin there, and the end
  WordTopicTable(std::span<const std::uint32_t> types_by_block, std::span<const std::uint32_t> block_begin,
                 std::size_t slots);

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  bool empty() const { return rows_ == 0; }
  std::int32_t* row(std::size_t type) { return blocks_ == nullptr ? cells() + type * columns_ : place(type); }
  const std::int32_t* row(std::size_t type) const {
    return blocks_ == nullptr ? cells() + type * columns_ : place(type);
  }
  std::span<std::int32_t> span(std::size_t type) { return {row(type), columns_}; }
  std::span<const std::int32_t> span(std::size_t type) const { return {row(type), columns_}; }

  /// All rows one after the other; null where they are in blocks.
  std::int32_t* cells() { return static_cast<std::int32_t*>(owner_.get()); }
  const std::int32_t* cells() const { return static_cast<const std::int32_t*>(owner_.get()); }
  std::size_t n_cells() const { return rows_ * columns_; }
  /// Where each type's row is, for inner loops; null where they follow each other.
  std::int32_t* const* places() const { return blocks_ == nullptr ? nullptr : blocks_->places.data(); }

  // Where rows are in blocks. On any thread, one at a time for each block.
  /// Gives a block memory, all 0, if it has none.
  void hold(std::size_t block);
  /// Takes it away again. The counts are lost.
  void release(std::size_t block);
  /// Releases all blocks, and frees the memory.
  void release_all();
  /// Bytes that the rows of blocks occupy or have occupied and keep for others.
  std::size_t bytes_of_blocks() const;

 private:
  struct Blocks {
    std::vector<std::uint32_t> types, begin;
    std::vector<std::int32_t*> places;  ///< V
    std::vector<RowMemory> memory;      ///< by block; null if it is not held
    std::vector<RowMemory> free;        ///< all 0
    std::size_t bytes = 0;              ///< of a block, as many for each
    RowMemory zeros;                    ///< a row
    std::mutex guard;                   ///< of `free`
  };
  std::int32_t* place(std::size_t type) const { return blocks_->places[type]; }
  std::span<const std::uint32_t> types_of(std::size_t block) const;

  std::size_t rows_ = 0, columns_ = 0;
  RowMemory owner_;
  std::unique_ptr<Blocks> blocks_;
};

}  // namespace themata
