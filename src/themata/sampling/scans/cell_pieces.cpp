#include "themata/sampling/scans/cell_pieces.hpp"

namespace themata::sampling {

CellPieces::CellPieces(const Layout& layout, const Corpus& corpus) : layout_(layout), corpus_(corpus) {
  if (!layout.piece_begin.empty()) return;
  next_.assign(corpus.n_documents(), {0, none});
  const Share& share = layout.share;
  for (std::uint32_t g = share.first_group; g < share.end_group; ++g)
    for (std::size_t d = share.group_begin[g]; d < share.group_begin[g + 1]; ++d) {
      const std::size_t first = corpus.offsets()[d], end = corpus.offsets()[d + 1];
      std::size_t begin = layout.search_piece({first, end}, g).first;
      if (begin == end) begin = first;  // all of its blocks are before g
      if (first < end) next_[d] = {static_cast<std::uint32_t>(begin - first), block_of(begin)};
    }
}

Layout::Piece CellPieces::advance(std::size_t d) {
  const std::size_t first = corpus_.offsets()[d], end = corpus_.offsets()[d + 1];
  Next& next = next_[d];
  Layout::Piece piece{first + next.begin, first + next.begin};
  while (piece.last < end && block_of(piece.last) == next.block) ++piece.last;
  const std::size_t begin = piece.last == end ? first : piece.last;
  next = {static_cast<std::uint32_t>(begin - first), block_of(begin)};
  return piece;
}

}  // namespace themata::sampling
