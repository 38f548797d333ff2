#include "themata/admixture/block_collapsed.hpp"

#include <algorithm>
#include <vector>

#include "themata/random/distributions.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "themata/admixture/block_collapsed.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "themata/admixture/draw_lane-inl.hpp"

#ifndef THEMATA_ADMIXTURE_BLOCK_COLLAPSED_ONCE
#define THEMATA_ADMIXTURE_BLOCK_COLLAPSED_ONCE
namespace themata::admixture {

/// One group of documents against one block of the vocabulary.
struct Cell {
  State& state;
  const Context& context;
  std::size_t group, block;
  const float* prior;  ///< lanes
  const float* mass;   ///< lanes: M_kb
};

}  // namespace themata::admixture
#endif

HWY_BEFORE_NAMESPACE();
namespace themata::admixture::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The arrays that one cell works in, a row of `lanes` each.
struct Desk {
  explicit Desk(std::size_t lanes) : floats(3, lanes), counts(1, lanes) {}
  Matrix<float> floats;
  Matrix<std::int32_t> counts;
  float* coefficient() { return floats.row(0); }  ///< M_kb / (n_kb + |b| beta)
  float* weight() { return floats.row(1); }       ///< (prior_k + m_dk) coefficient_k
  float* running() { return floats.row(2); }
};

/// Draws the topics of one cell, token by token, so that two cells can take turns.
class CellSampler {
 public:
  explicit CellSampler(const Cell& cell)
      : cell_(cell),
        state_(cell.state),
        lanes_(cell.state.lanes()),
        desk_(lanes_),
        totals_(cell.state.block_topic.row(cell.block)),
        block_beta_(static_cast<float>(cell.state.beta * cell.state.layout.types_in[cell.block])),
        beta_(static_cast<float>(cell.state.beta)),
        document_(cell.state.layout.group_begin[cell.group]),
        stream_(cell.context.stream(Purpose::token, 0)) {
    for (std::size_t k = 0; k < lanes_; ++k) desk_.coefficient()[k] = coefficient(k, totals_[k]);
    next_document();
  }

  /// Tokens left of the document at hand; 0 when the cell is done.
  std::size_t left() const { return end_ - at_; }

  /// Moves on to the next document that has a token in the block.
  void next_document() {
    const Layout& layout = state_.layout;
    for (const std::size_t end = layout.group_begin[cell_.group + 1]; document_ < end; ++document_) {
      const Layout::Piece piece = layout.piece(cell_.context.corpus, document_, cell_.block);
      if (piece.first == piece.last) continue;
      at_ = piece.first;
      end_ = piece.last;
      open(document_++);
      return;
    }
  }

  /// Draws one token. Its own count is taken out in registers: written first and read back as a vector it would stall.
  HWY_INLINE void step() {
    prefetch(at_ + 2);
    std::int32_t* HWY_RESTRICT row = state_.word_topic.row(state_.layout.words[at_]);
    const std::size_t old = state_.topics[at_];
    const float old_coefficient = coefficient(old, totals_[old] - 1);
    const float old_weight = weight(old, counts_[old] - 1, old_coefficient);
    const std::size_t k = draw(row, old, old_weight);
    --row[old];
    --totals_[old];
    --counts_[old];
    desk_.coefficient()[old] = old_coefficient;
    desk_.weight()[old] = old_weight;
    ++row[k];
    ++totals_[k];
    ++counts_[k];
    desk_.coefficient()[k] = coefficient(k, totals_[k]);
    desk_.weight()[k] = weight(k, counts_[k], desk_.coefficient()[k]);
    state_.topics[at_++] = static_cast<Topic>(k);
  }

 private:
  float coefficient(std::size_t k, std::int32_t total) const {
    return cell_.mass[k] / (static_cast<float>(total) + block_beta_);
  }
  float weight(std::size_t k, std::int32_t count, float scale) const {
    return (cell_.prior[k] + static_cast<float>(count)) * scale;
  }

  void open(std::size_t d) {
    if (state_.document_topic.empty()) {
      counts_ = desk_.counts.row(0);
      count_document(state_, cell_.context.corpus, d, counts_);
    } else {
      counts_ = state_.document_topic.row(d);
    }
    const Floats f;
    const Ints ints;
    for (std::size_t k = 0; k < lanes_; k += hn::Lanes(f)) {
      const auto tokens = hn::ConvertTo(f, hn::Load(ints, counts_ + k));
      const auto pseudo = hn::Add(hn::LoadU(f, cell_.prior + k), tokens);
      hn::Store(hn::Mul(pseudo, hn::Load(f, desk_.coefficient() + k)), f, desk_.weight() + k);
    }
    stream_ = cell_.context.stream(Purpose::token, d * state_.layout.n_blocks + cell_.block);
  }

  HWY_INLINE void prefetch(std::size_t i) const {
    const std::int32_t* row = state_.word_topic.row(state_.layout.words[i < end_ ? i : at_]);
    for (std::size_t k = 0; k < lanes_; k += lane_group) __builtin_prefetch(row + k);
  }

  /// @param old_weight  (prior + m) coefficient of the token's own lane without it
  HWY_INLINE std::size_t draw(const std::int32_t* HWY_RESTRICT row, std::size_t old, float old_weight) {
    const Floats f;
    const Ints ints;
    const auto beta = hn::Set(f, beta_);
    const auto own = hn::Set(ints, static_cast<std::int32_t>(old));
    const auto without = hn::Set(f, old_weight * (static_cast<float>(row[old] - 1) + beta_));
    const float* HWY_RESTRICT weights = desk_.weight();
    return draw_lane(lanes_, stream_.uniform_float(), desk_.running(), [&](std::size_t lane) HWY_ATTR {
      const auto tokens = hn::ConvertTo(f, hn::Load(ints, row + lane));
      const auto full = hn::Mul(hn::Load(f, weights + lane), hn::Add(tokens, beta));
      const auto is_own = hn::Eq(hn::Iota(ints, static_cast<std::int32_t>(lane)), own);
      return hn::IfThenElse(hn::RebindMask(f, is_own), without, full);
    });
  }

  const Cell& cell_;
  State& state_;
  std::size_t lanes_;
  Desk desk_;
  std::int32_t* totals_;
  std::int32_t* counts_ = nullptr;
  float block_beta_, beta_;
  std::size_t document_;            ///< the next to look at
  std::size_t at_ = 0, end_ = 0;    ///< tokens of the piece at hand
  Stream stream_;
};

void finish(CellSampler& cell) {
  for (; cell.left() > 0; cell.next_document())
    while (cell.left() > 0) cell.step();
}

/// Two cells without a factor in common, a token of each in turn: while one waits for its sums the other computes.
void draw_cells(const Cell& first, const Cell& second) {
  CellSampler a(first);
  CellSampler b(second);
  while (a.left() > 0 && b.left() > 0) {
    for (std::size_t n = std::min(a.left(), b.left()); n > 0; --n) {
      a.step();
      b.step();
    }
    if (a.left() == 0) a.next_document();
    if (b.left() == 0) b.next_document();
  }
  finish(a);
  finish(b);
}

void draw_cell(const Cell& cell) {
  CellSampler sampler(cell);
  finish(sampler);
}

}  // namespace themata::admixture::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace themata::admixture {

HWY_EXPORT(draw_cell);
HWY_EXPORT(draw_cells);

namespace {

/// M_kb for every block and lane: P x lanes.
Matrix<float> draw_block_mass(const State& state, const Context& context) {
  const std::size_t n_blocks = state.layout.n_blocks;
  Matrix<float> mass(n_blocks, state.lanes());
  constexpr std::size_t chunk = 16;
  context.pool.for_chunks(state.lanes(), chunk, [&](std::size_t first, std::size_t last) {
    std::vector<double> share(n_blocks);
    for (std::size_t k = first; k < last; ++k) {
      if (!(state.prior[k] > 0)) continue;
      for (std::size_t b = 0; b < n_blocks; ++b)
        share[b] = state.block_topic.row(b)[k] + state.beta * state.layout.types_in[b];
      Stream stream = context.stream(Purpose::block, k);
      draw_dirichlet(stream, share);
      for (std::size_t b = 0; b < n_blocks; ++b) mass.row(b)[k] = static_cast<float>(share[b]);
    }
  });
  return mass;
}

}  // namespace

void draw_topics_block_collapsed(State& state, const Context& context) {
  const Matrix<float> mass = draw_block_mass(state, context);
  const std::vector<float> prior(state.prior.begin(), state.prior.end());
  const std::size_t n = state.layout.n_blocks;
  for (std::size_t step = 0; step < n; ++step) {
    const auto cell = [&](std::size_t group) {
      const std::size_t block = (group + step) % n;
      return Cell{state, context, group, block, prior.data(), mass.row(block)};
    };
    context.pool.for_each((n + 1) / 2, [&](std::size_t pair) {
      const Cell first = cell(2 * pair);
      if (2 * pair + 1 == n) return HWY_DYNAMIC_DISPATCH(draw_cell)(first);
      const Cell second = cell(2 * pair + 1);
      HWY_DYNAMIC_DISPATCH(draw_cells)(first, second);
    });
  }
}

}  // namespace themata::admixture
#endif
