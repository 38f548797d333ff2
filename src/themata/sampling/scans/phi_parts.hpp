#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

/// Phi of the word types of some consecutive blocks, as a scan of tokens reads it.
struct PhiPart {
  const float* rows = nullptr;  ///< slots each, aligned to cache lines
  std::size_t n_rows = 0;
  const std::uint32_t* row_of = nullptr;  ///< V: a word type's row; null where row v is that of type v
  std::size_t first_block = 0, end_block = 1;

  std::size_t row(std::uint32_t type) const { return row_of == nullptr ? type : row_of[type]; }
  /// The same Phi for one block.
  PhiPart in_block(std::size_t block) const { return {rows, n_rows, row_of, block, block + 1}; }
};

/// Calls scan(part) until each block has had its turn, in their order: once with all of Phi where one process
/// has it; for a rank among several block by block, as they come from the ranks that have drawn them
/// (phi_ring.hpp). A rank without documents needs none.
void for_each_phi_part(const State& state, const std::function<void(const PhiPart&)>& scan);

}  // namespace themata::sampling
