// Included once per instruction set (Highway's foreach_target), hence the toggling include guard.
#if defined(THEMATA_SAMPLING_BLOCK_CELLS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef THEMATA_SAMPLING_BLOCK_CELLS_INL
#undef THEMATA_SAMPLING_BLOCK_CELLS_INL
#else
#define THEMATA_SAMPLING_BLOCK_CELLS_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "themata/random/uniforms-inl.hpp"
#include "themata/sampling/scans/block_cells.hpp"
#include "themata/sampling/simd/draw_slot-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace themata::sampling::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// What all samplers of a block-collapsed sweep have in common: they draw one cell after the other and
/// prefetch the pieces of its documents. A Sampler copies the topics' counts of a block in enter() and writes
/// them back in leave(). It starts a document's piece in open() and finishes it in close().
template <class Sampler>
class CellVisitor {
 public:
  /// Tokens left in the current piece; 0 when the cell is done, and before the first piece.
  std::size_t left() const { return pieces_[0].last - at_; }

  /// Claims a new cell if the current one is done. @returns whether there is something to draw
  bool refill() {
    while (left() == 0) {
      if (has_cell_) finish_cell();
      const auto cell = sweep_.order.claim();
      if (!cell) return false;
      start_cell(*cell);
    }
    return true;
  }

  /// Moves on to the next document that has a token in the block.
  void next_document() {
    self().close(pieces_[0]);
    std::ranges::copy(std::span(pieces_).subspan(1), pieces_.begin());
    pieces_.back() = find_piece();
    start_piece();
  }

 protected:
  struct Piece {
    std::size_t document = 0, first = 0, last = 0;
  };

  explicit CellVisitor(const BlockSweep& sweep)
      : sweep_(sweep),
        state_(sweep.state),
        words_(state_.layout.words.data()),
        topics_(state_.topics.data()) {}

  std::size_t end() const { return pieces_[0].last; }
  HWY_INLINE float uniform(std::size_t at) const { return uniforms_[at - first_]; }
  CellOrder::Place cell() const { return cell_; }

  const BlockSweep& sweep_;
  State& state_;
  const std::uint32_t* words_;
  Topic* topics_;
  std::size_t at_ = 0;  ///< the current token

 private:
  static constexpr std::size_t documents_ahead = 6;
  static constexpr std::size_t visits_ahead = 2;  ///< whose tokens are read from the disk, if they are there

  Sampler& self() { return static_cast<Sampler&>(*this); }

  void start_cell(CellOrder::Place cell) {
    cell_ = cell;
    has_cell_ = true;
    document_ = state_.layout.share.part_begin[cell.part];
    if (sweep_.order.begins_visit(cell)) sweep_.pieces.expect(sweep_.order.part_after(cell, visits_ahead));
    self().enter(cell.block);
    for (Piece& piece : pieces_) piece = find_piece();
    start_piece();
  }

  void start_piece() {
    at_ = first_ = pieces_[0].first;
    const std::size_t n = left(), d = pieces_[0].document;
    if (n == 0) return;
    if (uniforms_.size() < n + uniforms_batch) uniforms_.resize(n + uniforms_batch);
    themata::HWY_NAMESPACE::fill_uniforms(
        sweep_.context.stream(Purpose::token, state_.layout.number(d) * state_.layout.n_blocks + cell_.block),
        n, uniforms_.data());
    self().open(d);
  }

  void finish_cell() {
    self().leave(cell_.block);
    has_cell_ = false;
    sweep_.ring.pass_on(cell_);
    sweep_.order.finish(cell_);
  }

  /// The next piece of the cell, prefetched into the cache; an empty one at the cell's end.
  Piece find_piece() {
    const Layout& layout = state_.layout;
    for (const std::size_t end = layout.share.part_begin[cell_.part + 1]; document_ < end; ++document_) {
      const Layout::Piece piece = sweep_.pieces.next(document_, cell_.block);
      layout.prefetch_piece(std::min(document_ + documents_ahead, end - 1), cell_.block);
      if (piece.first == piece.last) continue;
      __builtin_prefetch(words_ + piece.first);
      __builtin_prefetch(words_ + piece.last - 1);
      __builtin_prefetch(topics_ + piece.first);
      self().prefetch_document(document_);
      return {document_++, piece.first, piece.last};
    }
    return {};
  }

  CellOrder::Place cell_{};
  bool has_cell_ = false;
  std::size_t document_ = 0;     ///< the next document to look at
  std::array<Piece, 3> pieces_;  ///< the current one and the next two
  std::vector<float> uniforms_;  ///< of the current piece
  std::size_t first_ = 0;        ///< its first token
};

/// Draws until one of four cells is done; does nothing if there are fewer.
template <class Sampler, std::size_t n>
HWY_INLINE void draw_by_fours(std::array<Sampler, n>& samplers) {
  if constexpr (n == 4) {
    auto& [a, b, c, d] = samplers;
    while (a.left() > 0 && b.left() > 0 && c.left() > 0 && d.left() > 0) turn(a, b, c, d);
  }
}

/// Draws cells until none is left, taking turns among n samplers: two or four.
template <class Sampler, std::size_t n>
void draw_cells_by_turns(const BlockSweep& sweep, std::array<Sampler, n>& samplers) {
  std::array<Sampler*, n> all;
  std::ranges::transform(samplers, all.begin(), [](Sampler& sampler) { return &sampler; });
  const std::size_t at_once = std::min(sweep.at_once, n);
  for (;;) {
    const auto idle = std::partition(all.begin(), all.begin() + at_once,
                                     [](Sampler* sampler) { return sampler->refill(); });
    const auto busy = static_cast<std::size_t>(idle - all.begin());
    if (busy == 4) {
      draw_by_fours(samplers);
    } else if (busy > 1) {
      turn(*all[0], *all[1]);
    }
    if (busy % 2 == 1) turn(*all[busy - 1]);
    if (busy == 0 && !sweep.order.wait()) return;
  }
}

}  // namespace themata::sampling::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
