#pragma once

#include <vector>

#include "themata/sampling/scans/block_ring.hpp"
#include "themata/sampling/scans/cell_pieces.hpp"
#include "themata/sampling/state/cell_order.hpp"
#include "themata/sampling/state/state.hpp"
#include "themata/sampling/state/unused_topics.hpp"
#include "themata/sampling/state/word_beta.hpp"

namespace themata::sampling {

/// What all cells of a block-collapsed sweep share.
struct BlockSweep {
  State& state;
  const Context& context;
  const std::vector<float>& prior;  ///< slots
  const Matrix<float>& mass;        ///< P x slots: M_kb
  const WordBeta& betas;
  CellOrder& order;
  const BlockRing& ring;
  UnusedTopics& unused;
  CellPieces& pieces;
  std::size_t at_once;  ///< cells that a thread may hold, at most four, so that every thread gets some
};

/// Draws cells until none is left, using the lists of words and documents, which must be filled
/// (block_sparse.cpp). The words' lists hold the current counts; the dense counts are stale.
void draw_cells_by_lists(const BlockSweep& sweep);

}  // namespace themata::sampling
