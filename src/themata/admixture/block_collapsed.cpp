#include "themata/admixture/block_collapsed.hpp"

#include <cassert>
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

/// Draws the topics of the pieces of one cell, one document after the other.
class CellSampler {
 public:
  explicit CellSampler(const Cell& cell)
      : cell_(cell),
        state_(cell.state),
        lanes_(cell.state.lanes()),
        desk_(lanes_),
        totals_(cell.state.block_topic.row(cell.block)),
        block_beta_(static_cast<float>(cell.state.beta * cell.state.layout.types_in[cell.block])) {}

  void run() {
    const Layout& layout = state_.layout;
    for (std::size_t k = 0; k < lanes_; ++k) set_coefficient(k);
    for (std::size_t d = layout.group_begin[cell_.group]; d < layout.group_begin[cell_.group + 1]; ++d) {
      const Layout::Piece piece = layout.piece(cell_.context.corpus, d, cell_.block);
      if (piece.first < piece.last) visit(d, piece);
    }
  }

 private:
  void set_coefficient(std::size_t k) {
    desk_.coefficient()[k] = cell_.mass[k] / (static_cast<float>(totals_[k]) + block_beta_);
  }
  void set_weight(std::size_t k) {
    desk_.weight()[k] = (cell_.prior[k] + static_cast<float>(counts_[k])) * desk_.coefficient()[k];
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
  }

  void prefetch(std::size_t i, std::size_t end) const {
    if (i >= end) return;
    const std::int32_t* row = state_.word_topic.row(state_.layout.words[i]);
    for (std::size_t k = 0; k < lanes_; k += 16) __builtin_prefetch(row + k);
  }

  void visit(std::size_t d, Layout::Piece piece) {
    open(d);
    Stream stream = cell_.context.stream(Purpose::token, d * state_.layout.n_blocks + cell_.block);
    const Floats f;
    const Ints ints;
    const auto beta = hn::Set(f, static_cast<float>(state_.beta));
    const float* HWY_RESTRICT weight = desk_.weight();
    for (std::size_t i = piece.first; i < piece.last; ++i) {
      prefetch(i + 2, piece.last);
      std::int32_t* row = state_.word_topic.row(state_.layout.words[i]);
      move(state_.topics[i], row, -1);
      const std::size_t k =
          draw_lane(lanes_, stream.uniform_float(), desk_.running(), [&](std::size_t lane) HWY_ATTR {
            const auto tokens = hn::ConvertTo(f, hn::Load(ints, row + lane));
            return hn::Mul(hn::Load(f, weight + lane), hn::Add(tokens, beta));
          });
      move(k, row, 1);
      state_.topics[i] = static_cast<Topic>(k);
    }
  }

  void move(std::size_t k, std::int32_t* row, std::int32_t by) {
    row[k] += by;
    totals_[k] += by;
    counts_[k] += by;
    set_coefficient(k);
    set_weight(k);
  }

  const Cell& cell_;
  State& state_;
  std::size_t lanes_;
  Desk desk_;
  std::int32_t* totals_;
  std::int32_t* counts_ = nullptr;
  float block_beta_;
};

void draw_cell(const Cell& cell) { CellSampler(cell).run(); }

}  // namespace themata::admixture::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace themata::admixture {

HWY_EXPORT(draw_cell);

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
  for (std::size_t step = 0; step < n; ++step)
    context.pool.for_each(n, [&](std::size_t group) {
      const std::size_t block = (group + step) % n;
      HWY_DYNAMIC_DISPATCH(draw_cell)
      (Cell{state, context, group, block, prior.data(), mass.row(block)});
    });
}

}  // namespace themata::admixture
#endif
