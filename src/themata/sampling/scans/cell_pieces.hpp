#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "themata/corpus/corpus.hpp"
#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

/// The pieces of documents in a block-collapsed sweep, in which group g of documents takes the blocks g, g +
/// 1, ... in turn. Where the layout does not store where pieces begin, each document's next one is known.
class CellPieces {
 public:
  CellPieces(const State& state, const Corpus& corpus);

  /// Document d's piece in a block; empty if it has none. Once a sweep for each block, in the sweep's order.
  Layout::Piece next(std::size_t d, std::size_t block) {
    if (next_.empty()) return layout_.piece(corpus_, d, block);
    return next_[d].block == block ? advance(d) : Layout::Piece{};
  }
  /// Says which part of a group will be visited soon: its tokens are read, if they are in files.
  void expect(std::optional<std::size_t> part) const;

 private:
  /// Where a document's next piece begins, counted from the document's first token, and its block.
  struct Next {
    std::uint32_t begin, block;
  };
  static constexpr std::uint32_t none = UINT32_MAX;

  Layout::Piece advance(std::size_t d);
  std::uint32_t block_of(std::size_t token) const { return layout_.block_of[layout_.words[token]]; }

  const State& state_;
  const Layout& layout_;
  const Corpus& corpus_;
  bool in_files_;
  std::vector<Next> next_;  ///< D; empty if the layout knows all pieces
};

}  // namespace themata::sampling
