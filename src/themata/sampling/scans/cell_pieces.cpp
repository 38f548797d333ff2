#include "themata/sampling/scans/cell_pieces.hpp"

#include "themata/io/scratch.hpp"
#include "themata/sampling/state/document_range.hpp"

namespace themata::sampling {

CellPieces::CellPieces(const State& state, const Corpus& corpus)
    : state_(state), layout_(state.layout), corpus_(corpus), in_files_(Scratch::in_use()) {
  const Layout& layout = layout_;
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

void CellPieces::expect(std::optional<std::size_t> part) const {
  if (!part || !in_files_) return;
  const DocumentRange documents{layout_.share.part_begin[*part], layout_.share.part_begin[*part + 1]};
  const std::size_t first = corpus_.offsets()[documents.first], n = corpus_.offsets()[documents.last] - first;
  will_need(layout_.words.data() + first, n * sizeof(std::uint32_t));
  will_need(state_.topics.data() + first, n * sizeof(Topic));
  if (const std::size_t row = layout_.n_blocks + std::size_t{1}; !layout_.piece_begin.empty())
    will_need(layout_.piece_begin.data() + documents.first * row,
              (documents.last - documents.first) * row * sizeof(std::uint32_t));
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
