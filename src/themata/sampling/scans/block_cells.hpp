#pragma once

#include <vector>

#include "themata/sampling/state/cell_order.hpp"
#include "themata/sampling/state/state.hpp"
#include "themata/sampling/state/word_beta.hpp"

namespace themata::sampling {

/// What the cells of a block-collapsed sweep have in common.
struct BlockSweep {
  State& state;
  const Context& context;
  const std::vector<float>& prior;  ///< slots
  const Matrix<float>& mass;        ///< P x slots: M_kb
  const WordBeta& betas;
  CellOrder& order;
  std::size_t at_once;  ///< cells that a thread may hold, at most four: more would leave others without any
};

/// Draws cells until none is left, by the lists of words and documents, which are filled (block_sparse.cpp). The words' are
/// what holds then, and the dense counts those of before.
void draw_cells_by_lists(const BlockSweep& sweep);

}  // namespace themata::sampling
