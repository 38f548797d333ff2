#include "themata/admixture/block_collapsed.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "themata/admixture/word_beta.hpp"
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
  const WordBeta& betas;
};

}  // namespace themata::admixture
#endif

HWY_BEFORE_NAMESPACE();
namespace themata::admixture::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The arrays that one cell works in, a row of `lanes` each.
struct Desk {
  explicit Desk(std::size_t lanes) : floats(4, lanes), counts(1, lanes) {}
  Matrix<float> floats;
  Matrix<std::int32_t> counts;
  float* coefficients() { return floats.row(0); }  ///< M_kb / (n_kb + B_kb)
  float* weights() { return floats.row(1); }       ///< (prior_k + m_dk) times the coefficient
  float* running() { return floats.row(2); }
  float* block_betas() { return floats.row(3); }  ///< B_kb
};

/// Draws the topics of one cell; two cells may take turns.
class CellSampler {
 public:
  explicit CellSampler(const Cell& cell)
      : cell_(cell),
        state_(cell.state),
        lanes_(cell.state.lanes()),
        desk_(lanes_),
        coefficients_(desk_.coefficients()),
        weights_(desk_.weights()),
        running_(desk_.running()),
        block_betas_(desk_.block_betas()),
        totals_(cell.state.block_topic.row(cell.block)),
        document_(cell.state.layout.group_begin[cell.group]),
        stream_(cell.context.stream(Purpose::token, 0)) {
    std::transform(cell.betas.in_block(cell.block), cell.betas.in_block(cell.block) + lanes_, block_betas_,
                   [](double beta) { return static_cast<float>(beta); });
    for (std::size_t k = 0; k < lanes_; ++k) coefficients_[k] = coefficient(k, totals_[k]);
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

  /// Computes the weights of the next token's topics, its own count taken out.
  HWY_INLINE void sum() {
    prefetch(at_ + 2);
    const std::uint32_t word = state_.layout.words[at_];
    row_ = state_.word_topic.row(word);
    old_ = state_.topics[at_];
    old_coefficient_ = coefficient(old_, totals_[old_] - 1);
    old_weight_ = weight(old_, counts_[old_] - 1, old_coefficient_);
    const Floats f;
    if (const float* seeded = cell_.betas.seeded(word); HWY_UNLIKELY(seeded != nullptr)) {
      sum_with(seeded[old_], [&](std::size_t lane) HWY_ATTR { return hn::Load(f, seeded + lane); });
      return;
    }
    const auto beta = static_cast<float>(cell_.betas.of(word));
    const auto betas = hn::Set(f, beta);
    sum_with(beta, [&](std::size_t) HWY_ATTR { return betas; });
  }

  HWY_INLINE void choose() { new_ = choose_lane(lanes_, stream_.uniform_float(), running_); }

  HWY_INLINE void move() {
    const std::size_t old = old_;
    const std::size_t k = new_;
    --row_[old];
    --totals_[old];
    --counts_[old];
    coefficients_[old] = old_coefficient_;
    weights_[old] = old_weight_;
    ++row_[k];
    ++totals_[k];
    ++counts_[k];
    coefficients_[k] = coefficient(k, totals_[k]);
    weights_[k] = weight(k, counts_[k], coefficients_[k]);
    state_.topics[at_++] = static_cast<Topic>(k);
  }

 private:
  /// @param own    beta_kv of the token's topic
  /// @param betas  betas(lane): the vector of beta_kv from a lane on
  template <class Betas>
  HWY_INLINE void sum_with(float own, const Betas& betas) {
    const Floats f;
    const Ints ints;
    const std::size_t old = old_;
    const auto without = hn::Set(f, old_weight_ * (static_cast<float>(row_[old] - 1) + own));
    const std::int32_t* HWY_RESTRICT row = row_;
    const float* HWY_RESTRICT weights = weights_;
    sum_columns(lanes_, running_, [&](std::size_t lane) HWY_ATTR {
      const auto tokens = hn::ConvertTo(f, hn::Load(ints, row + lane));
      const auto full = hn::Mul(hn::Load(f, weights + lane), hn::Add(tokens, betas(lane)));
      return replace_lane(full, lane, old, without);
    });
  }
  float coefficient(std::size_t k, std::int32_t total) const {
    return cell_.mass[k] / (static_cast<float>(total) + block_betas_[k]);
  }
  float weight(std::size_t k, std::int32_t count, float scale) const {
    return (cell_.prior[k] + static_cast<float>(count)) * scale;
  }

  /// The weights of the topics that document d may use; of the others 0.
  void weigh_allowed(std::span<const Topic> list) {
    std::fill_n(weights_, lanes_, 0.0F);
    for (const Topic k : list) weights_[k] = weight(k, counts_[k], coefficients_[k]);
  }

  void open(std::size_t d) {
    stream_ = cell_.context.stream(Purpose::token, d * state_.layout.n_blocks + cell_.block);
    if (state_.document_topic.empty()) {
      counts_ = desk_.counts.row(0);
      count_document(state_, cell_.context.corpus, d, counts_);
    } else {
      counts_ = state_.document_topic.row(d);
    }
    if (const auto list = state_.allowed.of(d); !list.empty()) return weigh_allowed(list);
    const Floats f;
    const Ints ints;
    for (std::size_t k = 0; k < lanes_; k += hn::Lanes(f)) {
      const auto tokens = hn::ConvertTo(f, hn::Load(ints, counts_ + k));
      const auto pseudo = hn::Add(hn::LoadU(f, cell_.prior + k), tokens);
      hn::Store(hn::Mul(pseudo, hn::Load(f, coefficients_ + k)), f, weights_ + k);
    }
  }

  HWY_INLINE void prefetch(std::size_t i) const {
    const std::int32_t* row = state_.word_topic.row(state_.layout.words[i < end_ ? i : at_]);
    for (std::size_t k = 0; k < lanes_; k += lane_group) __builtin_prefetch(row + k);
  }

  const Cell& cell_;
  State& state_;
  std::size_t lanes_;
  Desk desk_;
  float *coefficients_, *weights_, *running_, *block_betas_;
  std::int32_t* totals_;
  std::int32_t* counts_ = nullptr;
  std::size_t document_;          ///< the next to look at
  std::size_t at_ = 0, end_ = 0;  ///< tokens of the piece at hand
  Stream stream_;

  // Of the token between sum() and move().
  std::int32_t* row_ = nullptr;
  std::size_t old_ = 0, new_ = 0;
  float old_coefficient_ = 0, old_weight_ = 0;
};

void draw_cells(const Cell& first, const Cell& second) {
  CellSampler a(first);
  CellSampler b(second);
  take_turns(a, b);
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
Matrix<float> draw_block_mass(const State& state, const Context& context, const WordBeta& betas) {
  const std::size_t n_blocks = state.layout.n_blocks;
  Matrix<float> mass(n_blocks, state.lanes());
  if (n_blocks == 1) {  // all of the mass, without a draw
    for (std::size_t k = 0; k < state.lanes(); ++k) mass.row(0)[k] = state.prior[k] > 0 ? 1.0F : 0.0F;
    return mass;
  }
  constexpr std::size_t chunk = 16;
  context.pool.for_chunks(state.lanes(), chunk, [&](std::size_t first, std::size_t last) {
    std::vector<double> share(n_blocks);
    for (std::size_t k = first; k < last; ++k) {
      if (!(state.prior[k] > 0)) continue;
      for (std::size_t b = 0; b < n_blocks; ++b)
        share[b] = state.block_topic.row(b)[k] + betas.in_block(b)[k];
      Stream stream = context.stream(Purpose::block, k);
      draw_dirichlet(stream, share);
      for (std::size_t b = 0; b < n_blocks; ++b) mass.row(b)[k] = static_cast<float>(share[b]);
    }
  });
  return mass;
}

}  // namespace

void draw_topics_block_collapsed(State& state, const Context& context) {
  const WordBeta betas(state);
  const Matrix<float> mass = draw_block_mass(state, context, betas);
  const std::vector<float> prior(state.prior.begin(), state.prior.end());
  const std::size_t n = state.layout.n_blocks;
  for (std::size_t step = 0; step < n; ++step) {
    const auto cell = [&](std::size_t group) {
      const std::size_t block = (group + step) % n;
      return Cell{state, context, group, block, prior.data(), mass.row(block), betas};
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
