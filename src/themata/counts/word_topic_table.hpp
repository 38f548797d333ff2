#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "themata/counts/matrix.hpp"
#include "themata/counts/row_counts.hpp"

namespace themata {

/// n_kv: how often each topic holds each word type, V x slots. A row is a word type's, since a token reads
/// one row.
///
/// Where several ranks sample a chain, each has memory for some blocks of word types only, and hands that of
/// a block that leaves to one that comes. The rows of the other blocks read as 0 and cannot be written.
///
/// Where the vocabulary is so large that most counts are 0, rare word types have lists of their topics
/// instead of rows.
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
  /// Lists of the types that have most_listed(slots) tokens or fewer, and rows of the others.
  /// @param frequency  V: the tokens of a type
  static WordTopicTable with_lists(std::span<const std::uint32_t> frequency, std::size_t slots);

  /// Whether so few counts can be above 0 that rare types ought to have lists.
  static bool is_mostly_empty(std::uint64_t types, std::uint64_t slots, std::uint64_t tokens);
  /// The most tokens of a type that has a list: a row takes at least ten times its memory.
  static std::uint32_t most_listed(std::uint64_t slots);
  /// Bytes of a table with lists. Without the frequencies, at most.
  static std::uint64_t bytes_with_lists(std::span<const std::uint32_t> frequency, std::uint64_t slots);
  static std::uint64_t most_bytes_with_lists(std::uint64_t types, std::uint64_t slots, std::uint64_t tokens);

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  bool empty() const { return rows_ == 0; }
  bool is_listed(std::size_t type) const { return lists_ != nullptr && places_[type] == nullptr; }

  // A row, of types that are not listed.
  std::int32_t* row(std::size_t type) { return place(type); }
  const std::int32_t* row(std::size_t type) const { return place(type); }
  std::span<std::int32_t> span(std::size_t type) { return {row(type), columns_}; }
  std::span<const std::int32_t> span(std::size_t type) const { return {row(type), columns_}; }

  // Of all types.
  /// Calls visit(slot, count) for the counts above 0, ascending.
  template <class Visit>
  void for_each(std::size_t type, const Visit& visit) const {
    if (!is_listed(type)) return for_each_count(span(type), visit);
    const std::size_t begin = lists_->begin[type];
    for (std::size_t i = begin; i < begin + lists_->size[type]; ++i)
      visit(std::size_t{lists_->slots[i]}, lists_->counts[i]);
  }
  std::int32_t count(std::size_t type, std::size_t slot) const {
    return is_listed(type) ? listed_count(type, slot) : row(type)[slot];
  }
  /// @param by  such that no count falls below 0, nor a type has more tokens than it was said to have
  void add(std::size_t type, std::size_t slot, std::int32_t by) {
    if (is_listed(type)) return add_to_list(type, slot, by);
    row(type)[slot] += by;
  }
  /// Sets the counts of types first to last - 1 to 0.
  void clear(std::size_t first, std::size_t last);
  /// Writes a type's counts in all slots. @param out  slots
  void copy(std::size_t type, std::span<std::int32_t> out) const;

  /// All rows one after the other; null where they are in blocks or some types are listed.
  std::int32_t* cells() { return static_cast<std::int32_t*>(owner_.get()); }
  const std::int32_t* cells() const { return static_cast<const std::int32_t*>(owner_.get()); }
  std::size_t n_cells() const { return rows_ * columns_; }
  /// Where each type's row is, for inner loops; null where they follow each other.
  std::int32_t* const* places() const { return places_.empty() ? nullptr : places_.data(); }

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
    std::vector<RowMemory> memory;  ///< by block; null if it is not held
    std::vector<RowMemory> free;    ///< all 0
    std::size_t bytes = 0;          ///< of a block, as many for each
    RowMemory zeros;                ///< a row
    std::mutex guard;               ///< of `free`
  };
  /// A listed type has as many places as tokens, of which the first `size` are in use, by ascending slot.
  struct Lists {
    std::vector<std::size_t> begin;   ///< V
    std::vector<std::uint32_t> size;  ///< V
    std::vector<std::int32_t> counts;
    std::vector<std::uint16_t> slots;
    RowMemory rows;  ///< of the other types
  };
  std::int32_t* place(std::size_t type) const {
    if (places_.empty()) return static_cast<std::int32_t*>(owner_.get()) + type * columns_;
    assert(places_[type] != nullptr);
    return places_[type];
  }
  std::span<const std::uint32_t> types_of(std::size_t block) const;
  std::size_t place_in_list(std::size_t type, std::size_t slot) const;
  std::int32_t listed_count(std::size_t type, std::size_t slot) const;
  void add_to_list(std::size_t type, std::size_t slot, std::int32_t by);

  std::size_t rows_ = 0, columns_ = 0;
  RowMemory owner_;
  std::vector<std::int32_t*> places_;  ///< V: rows that do not follow each other; null of a listed type
  std::unique_ptr<Blocks> blocks_;
  std::unique_ptr<Lists> lists_;
};

}  // namespace themata
