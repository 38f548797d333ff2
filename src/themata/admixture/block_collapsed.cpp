#include "themata/admixture/block_collapsed.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "themata/admixture/cell_order.hpp"
#include "themata/admixture/word_beta.hpp"
#include "themata/random/distributions.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "themata/admixture/block_collapsed.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "themata/admixture/draw_lane-inl.hpp"
#include "themata/random/uniforms-inl.hpp"

#ifndef THEMATA_ADMIXTURE_BLOCK_COLLAPSED_ONCE
#define THEMATA_ADMIXTURE_BLOCK_COLLAPSED_ONCE
namespace themata::admixture {

/// What the cells of a sweep have in common.
struct BlockSweep {
  State& state;
  const Context& context;
  const std::vector<float>& prior;  ///< lanes
  const Matrix<float>& mass;        ///< P x lanes: M_kb
  const WordBeta& betas;
  CellOrder& order;
  std::size_t at_once;  ///< cells that a thread may hold, at most four: more would leave others without any
};

}  // namespace themata::admixture
#endif

HWY_BEFORE_NAMESPACE();
namespace themata::admixture::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Draws the topics of cells, one after the other; several may take turns.
/// @tparam groups  of lanes; 0 for more than are worth unrolling
template <std::size_t groups>
class CellSampler {
 public:
  /// Of the token at hand.
  struct Hot {
    std::size_t at;
    std::int32_t* row = nullptr;  ///< its word's counts
    std::size_t chosen = 0;
  };

  explicit CellSampler(const BlockSweep& sweep)
      : sweep_(sweep),
        state_(sweep.state),
        lanes_(sweep.state.lanes()),
        rows_(state_.word_topic.row(0)),
        words_(state_.layout.words.data()),
        topics_(state_.topics.data()),
        beta_(static_cast<float>(sweep.betas.of(0))),
        one_beta_(sweep.betas.is_plain()),
        memory_(n_rows, lanes_),
        desk_(memory_.row(0)),
        own_counts_(1, state_.document_topic.empty() ? lanes_ : 0) {
    std::ranges::copy(sweep.prior, row(prior));
  }

  /// Tokens left of the document at hand; 0 when the cell is done, and before the first.
  std::size_t left() const { return pieces_[0].last - at_; }

  /// Turns to a cell where it has none left. @returns whether there is something to draw
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
    std::ranges::copy(std::span(pieces_).subspan(1), pieces_.begin());
    pieces_.back() = find_piece();
    at_ = first_ = pieces_[0].first;
    if (left() > 0) open();
  }

  HWY_INLINE Hot start() const { return {at_}; }
  HWY_INLINE void stop(const Hot& hot) { at_ = hot.at; }

  /// Takes the next token out of the counts and computes the weights of its topics.
  HWY_INLINE RunningSums<groups> sum(Hot& hot) {
    const std::size_t ahead = std::min(hot.at + look_ahead, pieces_[0].last - 1);
    prefetch_lanes(rows_ + words_[ahead] * lanes());
    const std::uint32_t word = words_[hot.at];
    hot.row = rows_ + word * lanes();
    count(hot, topics_[hot.at], -1);
    const Floats f;
    if (HWY_LIKELY(one_beta_)) {
      const auto beta = hn::Set(f, beta_);
      return sum_with(hot, [&](std::size_t) THEMATA_INLINE_LAMBDA { return beta; });
    }
    if (const float* seeded = sweep_.betas.seeded(word); seeded != nullptr)
      return sum_with(hot,
                      [&](std::size_t lane) THEMATA_INLINE_LAMBDA { return hn::Load(f, seeded + lane); });
    const auto beta = hn::Set(f, static_cast<float>(sweep_.betas.of(word)));
    return sum_with(hot, [&](std::size_t) THEMATA_INLINE_LAMBDA { return beta; });
  }

  /// A token whose weights are too small for a float in every topic keeps its own.
  HWY_INLINE void choose(Hot& hot, const RunningSums<groups>& sums) const {
    const ColumnTotals all(sums.totals());
    const auto u = hn::Set(Floats(), uniforms_[hot.at - first_]);
    hot.chosen = sums.find(all, hn::Mul(u, all.all()));
    // Below, products would be rounded to too few bits.
    constexpr float least = 1e-30F;
    if (HWY_UNLIKELY(!(hn::GetLane(all.all()) > least) || !(row(weights)[hot.chosen] > 0))) {
      const std::size_t lane = sums.find_any();
      hot.chosen = lane < lanes() ? lane : topics_[hot.at];
    }
  }

  HWY_INLINE void move(Hot& hot) {
    count(hot, hot.chosen, 1);
    topics_[hot.at++] = static_cast<Topic>(hot.chosen);
  }

 private:
  /// Of the arrays that a cell works in, `lanes` each.
  enum Row : std::size_t {
    coefficients,  ///< M_kb / (n_kb + B_kb)
    weights,       ///< (prior_k + m_dk) times the coefficient
    mass,          ///< M_kb
    block_betas,   ///< B_kb
    prior,
    totals,   ///< n_kb, as integers
    running,  ///< scratch of the sums, which takes two rows
    n_rows = running + 2
  };
  struct Piece {
    std::size_t document = 0, first = 0, last = 0;
  };
  static constexpr std::size_t look_ahead = 2;  ///< tokens
  static constexpr std::size_t documents_ahead = 6;

  HWY_INLINE std::size_t lanes() const { return groups > 0 ? groups * lane_group : lanes_; }
  HWY_INLINE float* row(Row row) const { return desk_ + row * lanes(); }
  HWY_INLINE std::int32_t* block_totals() const { return reinterpret_cast<std::int32_t*>(row(totals)); }

  void start_cell(CellOrder::Place cell) {
    cell_ = cell;
    has_cell_ = true;
    document_ = state_.layout.group_begin[cell.group];
    std::copy_n(sweep_.mass.row(cell.block), lanes_, row(mass));
    std::copy_n(state_.block_topic.row(cell.block), lanes_, block_totals());
    const double* betas = sweep_.betas.in_block(cell.block);
    std::transform(betas, betas + lanes_, row(block_betas),
                   [](double beta) { return static_cast<float>(beta); });
    for (std::size_t k = 0; k < lanes_; ++k) row(coefficients)[k] = coefficient(k, block_totals()[k]);
    for (Piece& piece : pieces_) piece = find_piece();
    at_ = first_ = pieces_[0].first;
    if (left() > 0) open();
  }

  void finish_cell() {
    std::copy_n(block_totals(), lanes_, state_.block_topic.row(cell_.block));
    has_cell_ = false;
    sweep_.order.finish(cell_);
  }

  /// The next piece of the cell, fetched into the cache; an empty one at its end.
  Piece find_piece() {
    const Layout& layout = state_.layout;
    for (const std::size_t end = layout.group_begin[cell_.group + 1]; document_ < end; ++document_) {
      const Layout::Piece piece = layout.piece(sweep_.context.corpus, document_, cell_.block);
      __builtin_prefetch(
          &layout.piece_begin[std::min(document_ + documents_ahead, end - 1) * (layout.n_blocks + 1) +
                              cell_.block]);
      if (piece.first == piece.last) continue;
      __builtin_prefetch(words_ + piece.first);
      __builtin_prefetch(words_ + piece.last - 1);
      __builtin_prefetch(topics_ + piece.first);
      if (!state_.document_topic.empty()) prefetch_lanes(state_.document_topic.row(document_));
      return {document_++, piece.first, piece.last};
    }
    return {};
  }

  /// @param betas  betas(lane): the vector of beta_kv from a lane on
  template <class Betas>
  HWY_INLINE RunningSums<groups> sum_with(const Hot& hot, const Betas& betas) const {
    const Floats f;
    const Ints ints;
    const std::int32_t* HWY_RESTRICT counts = hot.row;
    const float* HWY_RESTRICT scales = row(weights);
    return RunningSums<groups>(lanes(), row(running), [&](std::size_t lane) THEMATA_INLINE_LAMBDA {
      const auto tokens = hn::ConvertTo(f, hn::Load(ints, counts + lane));
      return hn::Mul(hn::Load(f, scales + lane), hn::Add(tokens, betas(lane)));
    });
  }

  /// Puts the token into topic k's counts, or takes it out.
  HWY_INLINE void count(const Hot& hot, std::size_t k, std::int32_t by) {
    add_to_lane(hot.row, k, by);
    const std::int32_t total = block_totals()[k] + by, tokens = counts_[k] + by;
    block_totals()[k] = total;
    counts_[k] = tokens;
    const float scale = coefficient(k, total);
    row(coefficients)[k] = scale;
    weight_ = weight(k, tokens, scale);
    set_lane(row(weights), k, &weight_);
  }

  HWY_INLINE float coefficient(std::size_t k, std::int32_t total) const {
    return row(mass)[k] / (static_cast<float>(total) + row(block_betas)[k]);
  }
  HWY_INLINE float weight(std::size_t k, std::int32_t count, float scale) const {
    return (row(prior)[k] + static_cast<float>(count)) * scale;
  }

  /// Gets ready for the first of the pieces.
  void open() {
    const std::size_t d = pieces_[0].document, n = left();
    if (uniforms_.size() < n + uniforms_batch) uniforms_.resize(n + uniforms_batch);
    themata::HWY_NAMESPACE::fill_uniforms(
        sweep_.context.stream(Purpose::token, d * state_.layout.n_blocks + cell_.block), n, uniforms_.data());
    for (std::size_t i = 0; i < std::min(n, look_ahead); ++i)
      prefetch_lanes(rows_ + words_[at_ + i] * lanes());
    counts_ = state_.document_topic.empty() ? own_counts_.row(0) : state_.document_topic.row(d);
    if (state_.document_topic.empty()) count_document(state_, sweep_.context.corpus, d, counts_);
    if (const auto list = state_.allowed.of(d); !list.empty()) return weigh_allowed(list);
    const Floats f;
    const Ints ints;
    for (std::size_t k = 0; k < lanes(); k += hn::Lanes(f)) {
      const auto tokens = hn::ConvertTo(f, hn::Load(ints, counts_ + k));
      const auto pseudo = hn::Add(hn::Load(f, row(prior) + k), tokens);
      hn::Store(hn::Mul(pseudo, hn::Load(f, row(coefficients) + k)), f, row(weights) + k);
    }
  }

  /// The weights of the topics that the document may use; of the others 0.
  void weigh_allowed(std::span<const Topic> list) {
    std::fill_n(row(weights), lanes_, 0.0F);
    for (const Topic k : list) row(weights)[k] = weight(k, counts_[k], row(coefficients)[k]);
  }

  HWY_INLINE void prefetch_lanes(const std::int32_t* row) const {
    if constexpr (groups > 0)
      unrolled<groups>([&](auto g) THEMATA_INLINE_LAMBDA { __builtin_prefetch(row + g * lane_group); });
    else
      for (std::size_t k = 0; k < lanes_; k += lane_group) __builtin_prefetch(row + k);
  }

  const BlockSweep& sweep_;
  State& state_;
  std::size_t lanes_;
  std::int32_t* rows_;
  const std::uint32_t* words_;
  Topic* topics_;
  float beta_;  ///< where all are equal
  bool one_beta_;
  float weight_ = 0;  ///< in memory, whence one instruction spreads it over a vector
  Matrix<float> memory_;
  float* desk_;
  Matrix<std::int32_t> own_counts_;  ///< m_dk where the state has none
  std::int32_t* counts_ = nullptr;   ///< m_dk
  std::vector<float> uniforms_;      ///< of the piece

  CellOrder::Place cell_{};
  bool has_cell_ = false;
  std::size_t document_ = 0;        ///< the next to look at
  std::array<Piece, 3> pieces_;     ///< the one at hand and those after it
  std::size_t first_ = 0, at_ = 0;  ///< tokens of the piece at hand
};

/// Draws cells until none is left: several at a time by turns, as many as the first cache holds the rows of.
template <std::size_t groups>
void draw_cells_of(const BlockSweep& sweep) {
  using Sampler = CellSampler<groups>;
  const std::size_t at_once = std::min<std::size_t>(sweep.at_once, groups > 0 ? 4 : 2);
  Sampler a(sweep), b(sweep), c(sweep), d(sweep);
  std::array<Sampler*, 4> all{&a, &b, &c, &d};
  for (;;) {
    const auto idle = std::partition(all.begin(), all.begin() + at_once,
                                     [](Sampler* sampler) { return sampler->refill(); });
    const auto busy = static_cast<std::size_t>(idle - all.begin());
    if (groups > 0 && busy == 4) {
      while (a.left() > 0 && b.left() > 0 && c.left() > 0 && d.left() > 0) turn(a, b, c, d);
    } else if (busy > 1) {
      turn(*all[0], *all[1]);
    }
    if (busy % 2 == 1) turn(*all[busy - 1]);
    if (busy == 0 && !sweep.order.wait()) return;
  }
}

void draw_cells(const BlockSweep& sweep) {
  with_groups(sweep.state.lanes(), [&](auto groups) { draw_cells_of<groups>(sweep); });
}

}  // namespace themata::admixture::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace themata::admixture {

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
  CellOrder order(state.layout.n_blocks);
  const auto workers =
      std::min(static_cast<std::size_t>(context.pool.threads()), std::size_t{state.layout.n_blocks});
  const std::size_t at_once = (state.layout.n_blocks + workers - 1) / workers;
  const BlockSweep sweep{state, context, prior, mass, betas, order, at_once};
  context.pool.for_each(workers, [&](std::size_t) {
    try {
      HWY_DYNAMIC_DISPATCH(draw_cells)(sweep);
    } catch (...) {
      order.abandon();
      throw;
    }
  });
}

}  // namespace themata::admixture
#endif
