#include <algorithm>
#include <array>
#include <cassert>
#include <utility>
#include <vector>

#include "themata/sampling/scans/block_cells.hpp"
#include "themata/sampling/scans/cell_unused.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "themata/sampling/scans/block_sparse.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "themata/sampling/simd/block_cells-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace themata::sampling::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// A topic's values in the current block and document.
struct alignas(32) TopicState {
  float coefficient;  ///< M_kb / (n_kb + B_kb)
  float prior;
  float mass;           ///< M_kb
  float block_beta;     ///< B_kb
  std::int32_t total;   ///< n_kb
  std::int32_t tokens;  ///< m_dk

  HWY_INLINE void set_total(std::int32_t n) {
    total = n;
    coefficient = mass / (static_cast<float>(n) + block_beta);
  }
  HWY_INLINE float weight() const { return (prior + static_cast<float>(tokens)) * coefficient; }
};

/// Draws the topics of cells in two parts. The first, by list, is the word's topics: n_kv times the weight
/// (prior_k + m_dk) M_kb / (n_kb + B_kb). The second is all topics: beta times the weight. Its sum is
/// maintained, and its topics are seldom scanned.
///
/// Topics without slots (unused_topics.hpp) are in the second part. Those without tokens in the cell's block
/// and in its documents enter the sum as one number; the others are active and have weights of
/// their own.
class SparseCellSampler : public CellVisitor<SparseCellSampler> {
  using Base = CellVisitor<SparseCellSampler>;
  friend Base;

 public:
  /// State of the current token.
  struct TokenState {
    std::size_t at;
    double sum;  ///< sum of all weights
    WordList* word = nullptr;
    std::size_t old = 0, chosen = 0;
    std::size_t place = 0;  ///< place of the chosen topic in the word's list
    float beta = 0;
    float own = 0;  ///< weight of the old topic without the token
  };

  explicit SparseCellSampler(const BlockSweep& sweep)
      : Base(sweep),
        slots_(sweep.state.slots()),
        whole_(!state_.allowed.everything() || !state_.document_priors.empty()),
        one_beta_(sweep.betas.is_plain()),
        beta_(static_cast<float>(sweep.betas.of(0))),
        lists_(sweep.state.word_lists),
        unused_(sweep.unused),
        of_(std::max(slots_, sweep.unused.end())),
        memory_(2, slots_for(running_room(std::max(slots_, sweep.unused.end()) + slot_group))),
        weights_(memory_.row(0)),
        running_(memory_.row(1)) {}

  HWY_INLINE TokenState start() const { return {at_, sum_}; }
  HWY_INLINE void stop(const TokenState& token) {
    at_ = token.at;
    sum_ = token.sum;
  }

  /// The sums over the word's topics, without the token.
  HWY_INLINE ListSums sum(TokenState& token) {
    prefetch(token.at);
    const std::uint32_t type = words_[token.at];
    token.word = &lists_.word(type);
    token.beta = HWY_LIKELY(one_beta_) ? beta_ : static_cast<float>(sweep_.betas.of(type));
    token.old = topics_[token.at];
    TopicState own_topic = of_[token.old];
    own_topic.set_total(own_topic.total - 1);
    --own_topic.tokens;
    token.own = own_topic.weight();
    const Floats f;
    const Ints ints;
    const hn::Rebind<Topic, Floats> halves;
    const CountGroup* HWY_RESTRICT groups = token.word->groups;
    const float* HWY_RESTRICT scales = weights_;
    const auto old = hn::Set(ints, static_cast<std::int32_t>(token.old));
    const auto own = hn::Set(f, token.own);
    const std::size_t n_groups = slots_for(std::max(1U, token.word->n_places)) / slot_group;
    return ListSums(n_groups, running_, [&](std::size_t i) THEMATA_INLINE_LAMBDA {
      const CountGroup& group = groups[i / slot_group];
      const std::size_t column = i % slot_group;
      const auto topics = hn::BitCast(
          ints, hn::PromoteTo(hn::RebindToUnsigned<Ints>(), hn::LoadU(halves, group.topics.data() + column)));
      const auto is_old = hn::Eq(topics, old);
      const auto all = hn::LoadU(ints, group.counts.data() + column);
      const auto others = hn::Add(all, hn::VecFromMask(ints, is_old));
      const auto scale = hn::IfThenElse(hn::RebindMask(f, is_old), own, hn::GatherIndex(f, scales, topics));
      return hn::Mul(hn::ConvertTo(f, others), scale);
    });
  }

  HWY_INLINE void choose(TokenState& token, const ListSums& sums) {
    const ColumnTotals columns(sums.totals());
    const float in_list = hn::GetLane(columns.all());
    const float beside = token.beta * static_cast<float>(token.sum + (token.own - weights_[token.old]));
    // The mass outside the list comes first: near 0 a float is precise enough for a small proportion.
    const float rest = uniform(token.at) * (in_list + beside) - beside;
    token.place = sums.find(columns, hn::Set(Floats(), std::max(rest, 0.0F)));
    if (HWY_UNLIKELY(!(rest >= 0) || token.place >= sums.places()))
      choose_beside(token, (rest + beside) / beside);
    else
      token.chosen = token.word->topic(token.place);
  }

  HWY_INLINE void move(TokenState& token) {
    if (token.chosen != token.old) change(token);
    topics_[token.at++] = static_cast<Topic>(token.chosen);
  }

 private:
  static constexpr std::size_t look_ahead = 2;  ///< tokens

  /// Moves the token's counts from its old topic to the chosen one.
  HWY_INLINE void change(TokenState& token) {
    --token.word->count(find(*token.word, token.old));
    ++token.word->count(token.place);
    for (const auto& [k, by] : {std::pair(token.old, -1), std::pair(token.chosen, 1)}) {
      TopicState& topic = of_[k];
      const float before = topic.coefficient;
      topic.set_total(topic.total + by);
      topic.tokens += by;
      prior_sum_ += topic.prior * (topic.coefficient - before);
      token.sum += topic.weight() - weights_[k];
      weights_[k] = topic.weight();
    }
  }

  /// Draws a topic by the weights alone. @param u  uniform in [0, 1)
  HWY_NOINLINE void choose_beside(TokenState& token, float u) {
    const Floats f;
    float& own = weights_[token.old];
    const float with_token = own;
    own = token.own;
    const RunningSums<0> sums(slots_, running_, [&](std::size_t slot) THEMATA_INLINE_LAMBDA {
      return hn::Load(f, weights_ + slot);
    });
    const std::size_t k = unused_.topics().empty() ? choose_slot(sums, std::clamp(u, 0.0F, 0.99999994F))
                                                   : choose_any(token, sums, u);
    own = with_token;
    token.chosen = k < slots_ || k >= unused_.topics().first() ? k : token.old;
    if (token.chosen != token.old) token.place = place_for(token, static_cast<Topic>(token.chosen));
  }

  /// Draws among the idle topics, the active ones and the slots. @returns a number of no topic if rounding
  /// leads to none
  std::size_t choose_any(TokenState& token, const RunningSums<0>& sums, float u) {
    const auto with_slot = static_cast<double>(hn::GetLane(ColumnTotals(sums.totals()).all()));
    double active = 0;
    for (const Topic k : unused_.active()) active += static_cast<double>(weights_[k]);
    double rest = std::max(0.0, static_cast<double>(u)) * (unused_.idle() + active + with_slot);
    if (rest < unused_.idle()) return choose_idle(token, rest);
    rest -= unused_.idle();
    for (const Topic k : unused_.active()) {
      if (rest < static_cast<double>(weights_[k])) return k;
      rest -= static_cast<double>(weights_[k]);
    }
    return choose_slot(sums, static_cast<float>(std::clamp(rest / with_slot, 0.0, 0.99999994)));
  }

  std::size_t choose_idle(TokenState& token, double rest) {
    const std::size_t k = unused_.choose_idle(rest);
    if (k == unused_.topics().end()) return slots_;
    const double before = prior_sum_;
    activate(static_cast<Topic>(k), 0);
    token.sum += prior_sum_ - before;
    return k;
  }

  /// Lets a topic without a slot count by itself. @param tokens  n_kb
  void activate(Topic k, std::int32_t tokens) {
    const std::size_t block = cell().block;
    const UnusedTopics& unused = unused_.topics();
    TopicState& topic = of_[k];
    topic.prior = unused.prior(k);
    topic.mass = unused.mass(block, k);
    topic.block_beta = static_cast<float>(sweep_.betas.in_block(block)[0]);
    topic.tokens = 0;
    topic.set_total(tokens);
    weights_[k] = topic.weight();
    prior_sum_ += static_cast<double>(weights_[k]) - static_cast<double>(unused.weight(block, k));
  }

  /// The place of a topic in the list; the list's size if it is not there.
  HWY_INLINE std::size_t find(const WordList& word, std::size_t k) const {
    const hn::CappedTag<Topic, slot_group> d;
    const auto it = hn::Set(d, static_cast<Topic>(k));
    for (std::size_t i = 0; i < word.n_places; i += hn::Lanes(d)) {
      const auto is_it = hn::Eq(hn::LoadU(d, &word.topic(i)), it);
      if (const auto found = hn::FindFirstTrue(d, is_it); found >= 0)
        return i + static_cast<std::size_t>(found);
    }
    return word.n_places;
  }

  std::size_t place_for(const TokenState& token, Topic k) {
    WordList& word = *token.word;
    if (const std::size_t place = find(word, k); place < word.n_places) return place;
    if (word.is_full()) drop_empty(token);
    return word.add(k, 0, static_cast<Topic>(slots_));
  }

  /// Some topics in a full list have lost their tokens, since a list has places for more topics than the word
  /// has tokens. A row's counts of dropped topics become 0, too; with several ranks they are already.
  void drop_empty(const TokenState& token) {
    WordList& word = *token.word;
    const std::uint32_t type = words_[token.at];
    const bool has_row = state_.layout.share.is_whole() && !state_.word_topic.is_listed(type);
    std::uint32_t kept = 0;
    for (std::size_t i = 0; i < word.n_places; ++i) {
      const Topic k = word.topic(i);
      if (word.count(i) == 0) {
        if (k < slots_ && has_row) state_.word_topic.row(type)[k] = 0;
        continue;
      }
      word.count(kept) = word.count(i);
      word.topic(kept++) = k;
    }
    for (std::size_t i = kept; i < word.n_places; ++i) {
      word.count(i) = 0;
      word.topic(i) = static_cast<Topic>(slots_);
    }
    word.n_places = kept;
  }

  void enter(std::size_t block) {
    for (std::size_t k = 0; k < slots_; ++k) {
      TopicState& topic = of_[k];
      topic.prior = sweep_.prior[k];
      topic.mass = sweep_.mass.row(block)[k];
      topic.block_beta = static_cast<float>(sweep_.betas.in_block(block)[k]);
      topic.tokens = 0;
      topic.set_total(state_.block_topic.row(block)[k]);
      weights_[k] = topic.weight();
    }
    prior_sum_ = sum_weights();
    if (unused_.topics().empty()) return;
    prior_sum_ += unused_.topics().total(block);
    unused_.enter(cell(), [&](Topic k, std::int32_t tokens) { activate(k, tokens); });
  }
  void leave(std::size_t block) {
    if (!unused_.topics().empty())
      unused_.leave([&](Topic k) {
        weights_[k] = 0;
        return of_[k].total;
      });
    for (std::size_t k = 0; k < slots_; ++k) state_.block_topic.row(block)[k] = of_[k].total;
  }

  void open(std::size_t d) {
    for (std::size_t i = 0; i < std::min(left(), look_ahead); ++i) prefetch(at_ + i);
    whole_ ? open_whole(d) : open_list(d);
  }

  void open_whole(std::size_t d) {
    for (TopicState& topic : of_) topic.tokens = 0;
    for (std::size_t k = 0; k < slots_ && !state_.document_priors.empty(); ++k)
      of_[k].prior = state_.document_priors.of(d)[k];
    for (const Topic k : topics_of(state_, sweep_.context.corpus, d)) ++of_[k].tokens;
    const auto list = state_.allowed.of(d);
    std::fill_n(weights_, slots_, 0.0F);
    for (const Topic k : list) weights_[k] = of_[k].weight();
    for (std::size_t k = 0; k < slots_ && list.empty(); ++k) weights_[k] = of_[k].weight();
    sum_ = sum_weights();
  }

  /// Sets the weights of the document's own topics; the others keep the weights of their priors.
  void open_list(std::size_t d) {
    const DocumentLists::List list = state_.document_lists.of(d);
    double of_tokens = 0;
    for (std::uint32_t i = 0; i < *list.size; ++i) {
      assert(list.topics[i] < slots_ || unused_.is_active(list.topics[i]));
      TopicState& topic = of_[list.topics[i]];
      topic.tokens = static_cast<std::int32_t>(list.counts[i]);
      weights_[list.topics[i]] = topic.weight();
      of_tokens += static_cast<float>(topic.tokens) * topic.coefficient;
    }
    sum_ = prior_sum_ + of_tokens;
  }

  void close(const Piece& piece) {
    if (whole_) return remember_all(piece.document);
    const DocumentLists::List list = state_.document_lists.of(piece.document);
    const std::uint32_t before = std::exchange(*list.size, 0);
    const std::span<const Topic> listed(list.topics, before),
        drawn(topics_ + piece.first, topics_ + piece.last);
    if (!state_.document_topic.empty()) {
      for (const Topic k : listed) remember(piece.document, k);
      for (const Topic k : drawn) remember(piece.document, k);
    }
    for (const Topic k : listed) put_away(list, k);
    // Its other topics are those of the tokens just drawn.
    for (const Topic k : drawn) put_away(list, k);
  }

  void remember_all(std::size_t d) const {
    for (std::size_t k = 0; k < slots_ && !state_.document_topic.empty(); ++k) remember(d, k);
  }
  void remember(std::size_t d, std::size_t k) const {
    if (k < slots_) state_.document_topic.row(d)[k] = of_[k].tokens;
  }

  HWY_INLINE void put_away(const DocumentLists::List& list, Topic k) {
    TopicState& topic = of_[k];
    const std::int32_t tokens = std::exchange(topic.tokens, 0);
    weights_[k] = topic.weight();
    if (tokens == 0) return;
    list.topics[*list.size] = k;
    list.counts[(*list.size)++] = static_cast<std::uint32_t>(tokens);
  }

  void prefetch_document(std::size_t d) {
    if (whole_) return;
    const DocumentLists::List list = state_.document_lists.of(d);
    __builtin_prefetch(list.size);
    __builtin_prefetch(list.topics);
    for (std::size_t i = 0; i < 2; ++i) __builtin_prefetch(list.counts + i * slot_group);
  }

  double sum_weights() const {
    const Floats f;
    constexpr std::size_t ways = 4;  // independent accumulators, so that additions do not wait for each other
    Columns sums[ways];
    unrolled<ways * parts>([&](auto i)
                               THEMATA_INLINE_LAMBDA { sums[i / parts].part[i % parts] = hn::Zero(f); });
    for (std::size_t k = 0; k < slots_; k += ways * slot_group)
      unrolled<ways * parts>([&](auto i) THEMATA_INLINE_LAMBDA {
        auto& sum = sums[i / parts].part[i % parts];
        const std::size_t slot = k + i * hn::MaxLanes(f);
        if (slot < slots_) sum = hn::Add(sum, hn::Load(f, weights_ + slot));
      });
    unrolled<parts>([&](auto p) THEMATA_INLINE_LAMBDA {
      sums[0].part[p] =
          hn::Add(hn::Add(sums[0].part[p], sums[1].part[p]), hn::Add(sums[2].part[p], sums[3].part[p]));
    });
    return static_cast<double>(hn::GetLane(ColumnTotals(sums[0]).all()));
  }

  HWY_INLINE void prefetch(std::size_t at) {
    const std::size_t last = end() - 1;
    __builtin_prefetch(&lists_.word(words_[std::min(at + 2 * look_ahead, last)]));
    const WordList& word = lists_.word(words_[std::min(at + look_ahead, last)]);
    const char* const lines = reinterpret_cast<const char*>(word.groups);
    for (std::size_t i = 0; i < 6; ++i) __builtin_prefetch(lines + 64 * i);
  }

  std::size_t slots_;
  bool whole_;  ///< whether the weights of all slots are computed for each piece
  bool one_beta_;
  float beta_;  ///< used if all are equal
  WordLists& lists_;
  CellUnused unused_;
  std::vector<TopicState> of_;  ///< by slot
  Matrix<float> memory_;
  float *weights_, *running_;  ///< by slot, plus one group of padding, which stays 0; scratch for the sums
  double prior_sum_ = 0;       ///< sum over all slots of prior_k times the coefficient
  double sum_ = 0;             ///< of all weights
};

void draw_sparse_cells(const BlockSweep& sweep) {
  using Sampler = SparseCellSampler;
  // The topics of more cells would not fit the first-level cache.
  std::array<Sampler, 2> samplers{Sampler(sweep), Sampler(sweep)};
  draw_cells_by_turns(sweep, samplers);
}

}  // namespace themata::sampling::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace themata::sampling {

HWY_EXPORT(draw_sparse_cells);

void draw_cells_by_lists(const BlockSweep& sweep) { HWY_DYNAMIC_DISPATCH(draw_sparse_cells)(sweep); }

}  // namespace themata::sampling
#endif
