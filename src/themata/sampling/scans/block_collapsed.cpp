#include "themata/sampling/scans/block_collapsed.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "themata/io/scratch.hpp"
#include "themata/random/distributions.hpp"
#include "themata/sampling/scans/block_cells.hpp"
#include "themata/sampling/state/block_counts.hpp"
#include "themata/sampling/state/sums.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "themata/sampling/scans/block_collapsed.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "themata/sampling/simd/block_cells-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace themata::sampling::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Draws the topics of cells by scanning all slots of a token's word. The topics' weights, M_kb / (n_kb +
/// B_kb) times prior_k + m_dk, are kept in step with the counts.
/// @tparam groups  number of slot groups; 0 for more than are unrolled
template <std::size_t groups>
class CellSampler : public CellVisitor<CellSampler<groups>> {
  using Base = CellVisitor<CellSampler<groups>>;
  friend Base;
  using Base::sweep_, Base::state_, Base::topics_, Base::words_, Base::at_;

 public:
  /// State of the current token.
  struct TokenState {
    std::size_t at;
    std::int32_t* row = nullptr;  ///< its word's counts
    std::size_t chosen = 0;
  };

  explicit CellSampler(const BlockSweep& sweep)
      : Base(sweep),
        slots_(sweep.state.slots()),
        rows_(state_.word_topic.cells()),
        places_(state_.word_topic.places()),
        beta_(static_cast<float>(sweep.betas.of(0))),
        one_beta_(sweep.betas.is_plain()),
        memory_(n_rows, slots_),
        workspace_(memory_.row(0)),
        own_counts_(1, state_.document_topic.empty() ? slots_ : 0) {
    std::ranges::copy(sweep.prior, row(prior));
  }

  HWY_INLINE TokenState start() const { return {at_}; }
  HWY_INLINE void stop(const TokenState& token) { at_ = token.at; }

  /// Takes the next token out of the counts and computes the weights of its topics.
  HWY_INLINE RunningSums<groups> sum(TokenState& token) {
    const std::size_t ahead = std::min(token.at + look_ahead, this->end() - 1);
    prefetch_slots(row_of(words_[ahead]));
    const std::uint32_t word = words_[token.at];
    token.row = row_of(word);
    count(token, topics_[token.at], -1);
    if (HWY_UNLIKELY(!one_beta_))
      if (const float* seeded = sweep_.betas.seeded(word); seeded != nullptr)
        return sum_seeded(token, seeded);
    const auto beta =
        hn::Set(Floats(), HWY_LIKELY(one_beta_) ? beta_ : static_cast<float>(sweep_.betas.of(word)));
    return sum_with(token, [&](std::size_t) THEMATA_INLINE_LAMBDA { return beta; });
  }

  /// If the weights are too small for a float in every topic, the token keeps its topic.
  HWY_INLINE void choose(TokenState& token, const RunningSums<groups>& sums) const {
    const ColumnTotals all(sums.totals());
    const auto u = hn::Set(Floats(), this->uniform(token.at));
    token.chosen = sums.find(all, hn::Mul(u, all.all()));
    // Below this value, products would be rounded to too few bits.
    constexpr float least = 1e-30F;
    if (HWY_UNLIKELY(!(hn::GetLane(all.all()) > least) || token.chosen >= slots()))
      token.chosen = topics_[token.at];
  }

  HWY_INLINE void move(TokenState& token) {
    count(token, token.chosen, 1);
    topics_[token.at++] = static_cast<Topic>(token.chosen);
  }

 private:
  /// The arrays of a cell, `slots` entries each.
  enum Row : std::size_t {
    coefficients,  ///< M_kb / (n_kb + B_kb)
    weights,       ///< (prior_k + m_dk) times the coefficient
    mass,          ///< M_kb
    block_betas,   ///< B_kb
    prior,
    totals,   ///< n_kb, as integers
    running,  ///< scratch for the sums, two rows
    n_rows = running + 2
  };
  static constexpr std::size_t look_ahead = 2;  ///< tokens

  HWY_INLINE std::size_t slots() const { return groups > 0 ? groups * slot_group : slots_; }
  HWY_INLINE std::int32_t* row_of(std::size_t word) const {
    return HWY_LIKELY(places_ == nullptr) ? rows_ + word * slots() : places_[word];
  }
  HWY_INLINE float* row(Row row) const { return workspace_ + row * slots(); }
  HWY_INLINE std::int32_t* block_totals() const { return reinterpret_cast<std::int32_t*>(row(totals)); }

  /// @param betas  betas(slot): the vector of beta_kv from a slot on
  template <class Betas>
  HWY_INLINE RunningSums<groups> sum_with(const TokenState& token, const Betas& betas) const {
    const Floats f;
    const Ints ints;
    const std::int32_t* HWY_RESTRICT counts = token.row;
    const float* HWY_RESTRICT scales = row(weights);
    return RunningSums<groups>(slots(), row(running), [&](std::size_t slot) THEMATA_INLINE_LAMBDA {
      const auto tokens = hn::ConvertTo(f, hn::Load(ints, counts + slot));
      return hn::Mul(hn::Load(f, scales + slot), hn::Add(tokens, betas(slot)));
    });
  }

  /// The same for a word with a beta_kv of its own in each topic. Not inlined: few words have seeds.
  HWY_NOINLINE RunningSums<groups> sum_seeded(const TokenState& token, const float* seeded) const {
    return sum_with(
        token, [&](std::size_t slot) THEMATA_INLINE_LAMBDA { return hn::Load(Floats(), seeded + slot); });
  }

  /// Adds the token to topic k's counts, or removes it.
  HWY_INLINE void count(const TokenState& token, std::size_t k, std::int32_t by) {
    add_to_slot(token.row, k, by);
    const std::int32_t total = block_totals()[k] + by, tokens = counts_[k] + by;
    block_totals()[k] = total;
    counts_[k] = tokens;
    const float scale = coefficient(k, total);
    row(coefficients)[k] = scale;
    weight_ = weight(k, tokens, scale);
    set_slot(row(weights), k, &weight_);
  }

  HWY_INLINE float coefficient(std::size_t k, std::int32_t total) const {
    return row(mass)[k] / (static_cast<float>(total) + row(block_betas)[k]);
  }
  HWY_INLINE float weight(std::size_t k, std::int32_t count, float scale) const {
    return (row(prior)[k] + static_cast<float>(count)) * scale;
  }

  void enter(std::size_t block) {
    std::copy_n(sweep_.mass.row(block), slots_, row(mass));
    std::copy_n(state_.block_topic.row(block), slots_, block_totals());
    const double* betas = sweep_.betas.in_block(block);
    std::transform(betas, betas + slots_, row(block_betas),
                   [](double beta) { return static_cast<float>(beta); });
    for (std::size_t k = 0; k < slots_; ++k) row(coefficients)[k] = coefficient(k, block_totals()[k]);
  }
  void leave(std::size_t block) { std::copy_n(block_totals(), slots_, state_.block_topic.row(block)); }

  void open(std::size_t d) {
    for (std::size_t i = 0; i < std::min(this->left(), look_ahead); ++i)
      prefetch_slots(row_of(words_[at_ + i]));
    counts_ = state_.document_topic.empty() ? own_counts_.row(0) : state_.document_topic.row(d);
    if (state_.document_topic.empty()) count_document(state_, sweep_.context.corpus, d, counts_);
    if (!state_.document_priors.empty()) std::copy_n(state_.document_priors.of(d), slots_, row(prior));
    if (const auto list = state_.allowed.of(d); !list.empty()) return weigh_allowed(list);
    const Floats f;
    const Ints ints;
    for (std::size_t k = 0; k < slots(); k += hn::Lanes(f)) {
      const auto tokens = hn::ConvertTo(f, hn::Load(ints, counts_ + k));
      const auto pseudo = hn::Add(hn::Load(f, row(prior) + k), tokens);
      hn::Store(hn::Mul(pseudo, hn::Load(f, row(coefficients) + k)), f, row(weights) + k);
    }
  }
  void close(const typename Base::Piece&) {}

  /// Weights of the topics that the document may use; the others get 0.
  void weigh_allowed(std::span<const Topic> list) {
    std::fill_n(row(weights), slots_, 0.0F);
    for (const Topic k : list) row(weights)[k] = weight(k, counts_[k], row(coefficients)[k]);
  }

  void prefetch_document(std::size_t d) const {
    if (!state_.document_topic.empty()) prefetch_slots(state_.document_topic.row(d));
  }

  HWY_INLINE void prefetch_slots(const std::int32_t* first) const {
    if constexpr (groups > 0)
      unrolled<groups>([&](auto g) THEMATA_INLINE_LAMBDA { __builtin_prefetch(first + g * slot_group); });
    else
      for (std::size_t k = 0; k < slots(); k += slot_group) __builtin_prefetch(first + k);
  }

  std::size_t slots_;
  std::int32_t* rows_;
  std::int32_t* const* places_;  ///< of the words' rows; null if they follow each other
  float beta_;                   ///< used if all are equal
  bool one_beta_;
  Matrix<float> memory_;
  float* workspace_;
  Matrix<std::int32_t> own_counts_;  ///< m_dk if the state has none
  std::int32_t* counts_ = nullptr;   ///< m_dk
  float weight_ = 0;                 ///< in memory, so that one instruction can broadcast it
};

template <std::size_t groups>
void draw_cells_of(const BlockSweep& sweep) {
  using Sampler = CellSampler<groups>;
  // Takes turns with as many samplers as have rows that fit the first-level cache.
  if constexpr (groups > 0) {
    std::array<Sampler, 4> samplers{Sampler(sweep), Sampler(sweep), Sampler(sweep), Sampler(sweep)};
    draw_cells_by_turns(sweep, samplers);
  } else {
    std::array<Sampler, 2> samplers{Sampler(sweep), Sampler(sweep)};
    draw_cells_by_turns(sweep, samplers);
  }
}

void draw_cells(const BlockSweep& sweep) {
  with_groups(sweep.state.slots(), [&](auto groups) { draw_cells_of<groups>(sweep); });
}

}  // namespace themata::sampling::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace themata::sampling {

HWY_EXPORT(draw_cells);

namespace {

/// M_kb for every block and slot: P x slots. If a block has almost no words, some masses are as small as a
/// float can be, and products with them would cost a hundred times as much. Masses too small for any sum to
/// resolve become 0.
Matrix<float> draw_block_mass(const State& state, const Context& context, const WordBeta& betas) {
  const std::size_t n_blocks = state.layout.n_blocks;
  Matrix<float> mass(n_blocks, state.slots());
  if (n_blocks == 1) {  // all of the mass is in it; no draw is needed
    for (std::size_t k = 0; k < state.slots(); ++k) mass.row(0)[k] = state.prior[k] > 0 ? 1.0F : 0.0F;
    return mass;
  }
  constexpr std::size_t chunk = 16;
  constexpr double least = 1e-25;
  context.pool.for_chunks(state.slots(), chunk, [&](std::size_t first, std::size_t last) {
    std::vector<double> share(n_blocks);
    for (std::size_t k = first; k < last; ++k) {
      if (!(state.prior[k] > 0)) continue;
      for (std::size_t b = 0; b < n_blocks; ++b)
        share[b] = state.block_topic.row(b)[k] + betas.in_block(b)[k];
      Stream stream = context.stream(Purpose::block, k);
      draw_dirichlet(stream, share);
      for (std::size_t b = 0; b < n_blocks; ++b)
        mass.row(b)[k] = share[b] < least ? 0.0F : static_cast<float>(share[b]);
    }
  });
  return mass;
}

/// Whether scanning the words' lists, which are filled, costs less than scanning all slots. Fitted to AP and
/// arXiv with 144 to 1000 topics (bench/NOTES.md, section 13): the costs are equal if the lists have, per
/// token, two fifths as many groups as there are groups of slots, minus seven.
bool is_worth_lists(const State& state, std::size_t n_tokens) {
  const std::uint64_t groups = state.slots() / slot_group;
  const std::uint64_t listed = add_over_ranks(state.layout, state.word_lists.groups_of_tokens());
  const std::uint64_t tokens = add_over_ranks(state.layout, n_tokens);
  return 5 * (listed + 7 * tokens) < 2 * groups * tokens;
}

/// Chooses how a sweep's tokens are drawn, and fills the lists if needed. @returns whether lists are used
bool prepare_lists(State& state, const Context& context, const WordBeta& betas, BlockScan scan) {
  constexpr std::size_t most_slots = 65'520;  // one number beyond is reserved for "no topic"
  if (!state.unused.empty() || state.lists_rare_words) scan = BlockScan::lists;
  const bool can = !betas.has_seeds() && state.slots() <= most_slots;
  if (!can || scan == BlockScan::dense) return false;
  if (scan == BlockScan::automatic && state.slots() < least_slots_of_lists) return false;
  state.word_lists.fill(state.word_topic, state.layout, context.pool, state.unused.size());
  if (scan == BlockScan::automatic && !is_worth_lists(state, context.corpus.n_tokens())) return false;
  state.document_lists.fill(state.topics, context.corpus, state.slots(), context.pool);
  if (!state.layout.share.is_whole()) state.word_topic.release_all();  // until the lists are written back
  return true;
}

/// Where tokens are in files, as few parts as keep `cells` cells at work: each waits for that of the part
/// before.
std::size_t visits_at_once(const Share& share, std::size_t cells) {
  return Scratch::in_use() && share.is_whole() ? 2 * std::max<std::size_t>(cells, 1) : CellOrder::any_number;
}

}  // namespace

void draw_topics_block_collapsed(State& state, const Context& context, BlockScan scan) {
  const WordBeta betas(state);
  const Matrix<float> mass = draw_block_mass(state, context, betas);
  const std::vector<float> prior(state.prior.begin(), state.prior.end());
  const Share& share = state.layout.share;
  const auto workers =
      std::min(static_cast<std::size_t>(context.pool.threads()), std::size_t{share.n_held()});
  const std::size_t at_once = workers == 0 ? 0 : (share.n_held() + workers - 1) / workers;
  CellOrder order(share, visits_at_once(share, workers * at_once));
  UnusedTopics unused(state, context, betas);
  const bool by_lists = prepare_lists(state, context, betas, scan);
  BlockRing ring(state, order, by_lists ? &unused : nullptr);
  CellPieces pieces(state, context.corpus);
  const BlockSweep sweep{state, context, prior, mass, betas, order, ring, unused, pieces, at_once};
  context.pool.for_each(workers, [&](std::size_t) {
    try {
      by_lists ? draw_cells_by_lists(sweep) : HWY_DYNAMIC_DISPATCH(draw_cells)(sweep);
    } catch (...) {
      order.abandon();
      throw;
    }
  });
  ring.wait();
  if (by_lists) {
    hold_blocks(state);
    state.word_lists.write_back(state.word_topic, context.pool);
  }
  if (share.ranks != nullptr) gather_totals(state);
  give_slots(state, context, unused);
}

}  // namespace themata::sampling
#endif
