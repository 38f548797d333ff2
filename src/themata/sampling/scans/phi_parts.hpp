#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

/// Some consecutive blocks whose word types' Phi a scan of tokens reads.
struct PhiBlocks {
  const std::uint32_t* row_of = nullptr;  ///< V: a word type's row; null where row v is that of type v
  std::size_t first = 0, end = 1;

  std::size_t row(std::uint32_t type) const { return row_of == nullptr ? type : row_of[type]; }
};

/// The rows of the words of one piece of a document.
class PieceRows {
 public:
  void find(const PhiBlocks& blocks, std::span<const std::uint32_t> words) {
    rows_ = words.data();
    if (blocks.row_of == nullptr) return;
    found_.assign(words.begin(), words.end());
    for (std::uint32_t& row : found_) row = blocks.row_of[row];
    rows_ = found_.data();
  }
  std::uint32_t operator[](std::size_t i) const { return rows_[i]; }

 private:
  const std::uint32_t* rows_ = nullptr;
  std::vector<std::uint32_t> found_;  ///< where they are not the words
};

/// Their Phi.
struct PhiPart {
  const float* rows = nullptr;  ///< slots each, aligned to cache lines
  std::size_t n_rows = 0;
  PhiBlocks blocks = {};

  /// The same Phi for one block.
  PhiPart in_block(std::size_t block) const { return {rows, n_rows, {blocks.row_of, block, block + 1}}; }
};

/// The same in lists.
struct ListedPart {
  const WordTopics* words = nullptr;  ///< by row
  PhiBlocks blocks = {};
};

/// Calls scan(part) until each block has had its turn, in their order: once with all of Phi where one process
/// has it; for a rank among several block by block, as they come from the ranks that have drawn them
/// (phi_ring.hpp). A rank without documents needs none.
void for_each_phi_part(const State& state, const std::function<void(const PhiPart&)>& scan);
/// The same of State::sparse_phi.
void for_each_listed_part(const State& state, Pool& pool, const std::function<void(const ListedPart&)>& scan);

}  // namespace themata::sampling
