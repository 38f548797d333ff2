#include <algorithm>
#include <span>
#include <vector>

#include "themata/admixture/partially_collapsed.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "themata/admixture/doubly_sparse.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "themata/admixture/draw_lane-inl.hpp"

#ifndef THEMATA_ADMIXTURE_DOUBLY_SPARSE_ONCE
#define THEMATA_ADMIXTURE_DOUBLY_SPARSE_ONCE
namespace themata::admixture {

/// What all documents of a sweep share.
struct DoublySparseSweep {
  State& state;
  const Context& context;
  std::vector<float> prior;  ///< lanes
  double scaled_prior;       ///< sum over lanes of scale_k prior_k, where scale is what tail masses are multiplied by
};

/// Consecutive documents.
struct DocumentRange {
  std::size_t first, last;
};

/// Scratch of one sampler, by lane, with a group beyond the lanes that the ends of lists point at and that stays 0.
struct DoublySparseDesk {
  explicit DoublySparseDesk(const std::vector<float>& prior)
      : floats(3, prior.size() + lane_group),
        counts(prior.size()),
        place(prior.size()),
        active(prior.size() + lane_group, static_cast<Topic>(prior.size())) {
    std::copy(prior.begin(), prior.end(), floats.row(0));
  }

  Matrix<float> floats;  ///< prior_k + m_dk; m_dk; running sums
  std::vector<std::int32_t> counts;
  std::vector<std::uint32_t> place;  ///< of a topic in `active`
  std::vector<Topic> active;         ///< the document's topics
};

}  // namespace themata::admixture
#endif

HWY_BEFORE_NAMESPACE();
namespace themata::admixture::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Draws the topics of a range of documents; two ranges may take turns.
class DoublySparseSampler {
 public:
  DoublySparseSampler(const DoublySparseSweep& sweep, DocumentRange documents, DoublySparseDesk& desk)
      : sweep_(sweep),
        state_(sweep.state),
        phi_(sweep.state.sparse_phi),
        desk_(desk),
        lanes_(sweep.state.lanes()),
        weights_(desk.floats.row(0)),
        tokens_(desk.floats.row(1)),
        running_(desk.floats.row(2)),
        next_(documents.first),
        last_(documents.last),
        stream_(sweep.context.stream(Purpose::token, 0)) {
    next_document();
  }

  std::size_t left() const { return end_ - at_; }

  void next_document() {
    const auto offsets = sweep_.context.corpus.offsets();
    while (next_ < last_) {
      const std::size_t d = next_++;
      if (offsets[d] == offsets[d + 1]) continue;
      at_ = offsets[d];
      end_ = offsets[d + 1];
      open(d);
      return;
    }
  }

  HWY_INLINE void sum() {
    prefetch();
    word_ = &phi_.word(state_.layout.words[at_]);
    old_ = state_.topics[at_];
    const std::int32_t others = desk_.counts[old_] - 1;
    old_weight_ = sweep_.prior[old_] + static_cast<float>(others);
    by_list_ = takes_list(*word_);
    if (by_list_)
      sum_list();
    else
      sum_document(static_cast<float>(others));
  }

  /// A token whose word has no mass in any topic keeps its own.
  HWY_INLINE void choose() {
    if (HWY_UNLIKELY(n_ == 0 && word_->tail_bound == 0)) {
      new_ = old_;
      return;
    }
    const bool has_list = n_ > 0;
    const ColumnTotals totals(has_list ? n_ : lane_group, has_list ? running_ : zeros_.data());
    const double in_list = static_cast<double>(totals.all());
    const double in_prior = by_list_ ? 0 : static_cast<double>(word_->prior_mass);
    const double in_tail = tail_mass();
    while (true) {
      double rest = stream_.uniform() * (in_list + in_prior + in_tail);
      if (HWY_LIKELY(rest < in_list)) {
        const std::size_t i = find_lane(n_, static_cast<float>(rest), running_, totals);
        new_ = by_list_ ? topic_in_list(i) : desk_.active[i];
        return;
      }
      rest -= in_list;
      if (rest < in_prior) return choose_by_prior(static_cast<float>(rest));
      if (in_tail <= 0) {
        new_ = old_;
        return;
      }
      if (choose_in_tail()) return;
    }
  }

  HWY_INLINE void move() {
    state_.topics[at_++] = static_cast<Topic>(new_);
    if (new_ == old_) return;
    set_count(old_, desk_.counts[old_] - 1);
    if (desk_.counts[old_] == 0) remove_active(old_);
    if (desk_.counts[new_] == 0) add_active(new_);
    set_count(new_, desk_.counts[new_] + 1);
    scaled_tokens_ += phi_.scale()[new_] - phi_.scale()[old_];
  }

 private:
  HWY_INLINE bool takes_list(const WordTopics& word) const {
    return word.row == nullptr || word.n_groups * lane_group <= 4 * n_active_ || !list_.empty();
  }

  /// phi_kv (prior_k + m_dk) along the word's list.
  HWY_INLINE void sum_list() {
    const Floats f;
    const Ints ints;
    const hn::Rebind<Topic, Floats> halves;
    n_ = std::size_t{word_->n_groups} * lane_group;
    if (n_ == 0) return;
    const auto old = hn::Set(ints, static_cast<std::int32_t>(old_));
    const auto old_weight = hn::Set(f, old_weight_);
    const TopicGroup* HWY_RESTRICT groups = word_->groups;
    const float* HWY_RESTRICT weights = weights_;
    sum_columns(n_, running_, [&](std::size_t i) HWY_ATTR {
      const TopicGroup& group = groups[i / lane_group];
      const std::size_t column = i % lane_group;
      const auto topics =
          hn::BitCast(ints, hn::PromoteTo(hn::RebindToUnsigned<Ints>(), hn::LoadU(halves, group.topics.data() + column)));
      const auto own = hn::RebindMask(f, hn::Eq(topics, old));
      const auto weight = hn::IfThenElse(own, old_weight, hn::GatherIndex(f, weights, topics));
      return hn::Mul(weight, hn::LoadU(f, group.masses.data() + column));
    });
  }

  /// phi_kv m_dk along the document's topics.
  HWY_INLINE void sum_document(float others) {
    const Floats f;
    const Ints ints;
    const hn::Rebind<Topic, Floats> halves;
    n_ = lanes_for(n_active_);
    const auto old = hn::Set(ints, static_cast<std::int32_t>(old_));
    const auto old_tokens = hn::Set(f, others);
    const float *HWY_RESTRICT tokens = tokens_, *HWY_RESTRICT row = word_->row;
    const Topic* HWY_RESTRICT active = desk_.active.data();
    sum_columns(n_, running_, [&](std::size_t i) HWY_ATTR {
      const auto topics =
          hn::BitCast(ints, hn::PromoteTo(hn::RebindToUnsigned<Ints>(), hn::LoadU(halves, active + i)));
      const auto own = hn::RebindMask(f, hn::Eq(topics, old));
      const auto count = hn::IfThenElse(own, old_tokens, hn::GatherIndex(f, tokens, topics));
      return hn::Mul(count, hn::GatherIndex(f, row, topics));
    });
  }

  std::size_t topic_in_list(std::size_t i) const {
    return i < n_ ? word_->groups[i / lane_group].topics[i % lane_group] : old_;
  }

  /// The list's topic where phi_kv prior_k, summed along it, passes `rest`.
  HWY_NOINLINE void choose_by_prior(float rest) {
    new_ = old_;
    for (const TopicGroup& group : std::span(word_->groups, word_->n_groups))
      for (std::size_t i = 0; i < lane_group; ++i) {
        const float mass = group.masses[i] * sweep_.prior[group.topics[i]];
        if (mass > 0) new_ = group.topics[i];
        if (rest < mass) return;
        rest -= mass;
      }
  }

  // The tail: the bound times scale_k (prior_k + m_dk), the token itself taken out of m, stands in for what its masses
  // are.

  HWY_INLINE double tail_mass() {
    if (word_->tail_bound == 0) return 0;
    const double scale = phi_.scale()[old_];
    const double weights = HWY_LIKELY(list_.empty()) ? scaled_tokens_ + sweep_.scaled_prior - scale
                                                     : weigh_list();
    return std::max(0.0, weights) * static_cast<double>(word_->tail_bound);
  }

  double scaled_weight(std::size_t k) const {
    return phi_.scale()[k] * static_cast<double>(k == old_ ? old_weight_ : weights_[k]);
  }

  /// Over the topics that the document may use.
  HWY_NOINLINE double weigh_list() const {
    double sum = 0;
    for (const Topic k : list_) sum += scaled_weight(k);
    return sum;
  }

  /// Draws a topic in proportion to scale_k (prior_k + m_dk). @returns whether it is kept, and then leaves it in new_
  HWY_NOINLINE bool choose_in_tail() {
    const std::size_t k = propose();
    const auto tail = std::span(word_->tail_topics, word_->n_tail);
    const auto found = std::lower_bound(tail.begin(), tail.end(), k);
    if (found == tail.end() || *found != k) return false;
    const double mass = static_cast<double>(word_->tail_masses[found - tail.begin()]);
    new_ = k;
    return stream_.uniform() * static_cast<double>(word_->tail_bound) < mass;
  }

  std::size_t propose() {
    if (!list_.empty()) {
      double rest = stream_.uniform() * weigh_list();
      for (const Topic k : list_)
        if ((rest -= scaled_weight(k)) < 0) return k;
      return list_.back();
    }
    const double scale = phi_.scale()[old_];
    double rest = stream_.uniform() * (scaled_tokens_ + sweep_.scaled_prior - scale);
    for (std::size_t i = 0; i < n_active_; ++i) {
      const std::size_t k = desk_.active[i];
      const std::int32_t tokens = desk_.counts[k] - (k == old_ ? 1 : 0);
      if ((rest -= phi_.scale()[k] * tokens) < 0) return k;
    }
    for (std::size_t k = 0; k < lanes_; ++k)
      if ((rest -= phi_.scale()[k] * static_cast<double>(sweep_.prior[k])) < 0) return k;
    return old_;
  }

  HWY_INLINE void set_count(std::size_t k, std::int32_t count) {
    desk_.counts[k] = count;
    tokens_[k] = static_cast<float>(count);
    weights_[k] = sweep_.prior[k] + tokens_[k];
  }

  HWY_INLINE void add_active(std::size_t k) {
    desk_.place[k] = static_cast<std::uint32_t>(n_active_);
    desk_.active[n_active_++] = static_cast<Topic>(k);
  }

  HWY_INLINE void remove_active(std::size_t k) {
    const Topic moved = desk_.active[--n_active_];
    desk_.active[n_active_] = static_cast<Topic>(lanes_);
    if (moved == k) return;
    desk_.active[desk_.place[k]] = moved;
    desk_.place[moved] = desk_.place[k];
  }

  void open(std::size_t d) {
    for (; n_active_ > 0; desk_.active[n_active_] = static_cast<Topic>(lanes_)) set_count(desk_.active[--n_active_], 0);
    scaled_tokens_ = 0;
    for (std::size_t i = at_; i < end_; ++i) {
      const Topic k = state_.topics[i];
      if (desk_.counts[k]++ == 0) add_active(k);
      scaled_tokens_ += phi_.scale()[k];
    }
    for (std::size_t i = 0; i < n_active_; ++i) set_count(desk_.active[i], desk_.counts[desk_.active[i]]);
    if (state_.allowed.of(d).empty() != list_.empty() || !list_.empty()) restrict_to(state_.allowed.of(d));
    stream_ = sweep_.context.stream(Purpose::token, d);
  }

  /// Topics beyond the document's list weigh nothing; without a list all weigh what they do.
  void restrict_to(std::span<const Topic> list) {
    list_ = list;
    const auto weight = [&](std::size_t k) { return sweep_.prior[k] + tokens_[k]; };
    for (std::size_t k = 0; k < lanes_; ++k) weights_[k] = list.empty() ? weight(k) : 0;
    for (const Topic k : list) weights_[k] = weight(k);
  }

  HWY_INLINE void prefetch() const {
    const std::uint32_t* words = state_.layout.words.data();
    __builtin_prefetch(&phi_.word(words[at_ + 3 < end_ ? at_ + 3 : at_]));
    const WordTopics& word = phi_.word(words[at_ + 1 < end_ ? at_ + 1 : at_]);
    if (takes_list(word)) {
      const auto* bytes = reinterpret_cast<const char*>(word.groups);
      const std::size_t size = word.n_groups * sizeof(TopicGroup);
      for (std::size_t i = 0; i < size; i += 64) __builtin_prefetch(bytes + i);
    } else {
      for (std::size_t i = 0; i < n_active_; ++i) __builtin_prefetch(word.row + desk_.active[i]);
    }
  }

  const DoublySparseSweep& sweep_;
  State& state_;
  const SparsePhi& phi_;
  DoublySparseDesk& desk_;
  std::size_t lanes_;
  float *weights_, *tokens_, *running_;
  std::size_t next_, last_;  ///< documents yet to come
  std::size_t at_ = 0, end_ = 0;
  Stream stream_;
  std::span<const Topic> list_;  ///< topics that the document may use; empty for all
  std::size_t n_active_ = 0;
  double scaled_tokens_ = 0;  ///< sum_k scale_k m_dk
  // Of the token between sum() and move().
  const WordTopics* word_ = nullptr;
  std::size_t old_ = 0, new_ = 0, n_ = 0;  ///< n_ running sums
  float old_weight_ = 0;
  bool by_list_ = true;
  alignas(64) static constexpr std::array<float, lane_group> zeros_{};
};

void draw_range_doubly_sparse(const DoublySparseSweep& sweep, DocumentRange documents) {
  DoublySparseDesk first_desk(sweep.prior), second_desk(sweep.prior);
  const std::size_t middle = documents.first + (documents.last - documents.first) / 2;
  DoublySparseSampler a(sweep, {documents.first, middle}, first_desk);
  DoublySparseSampler b(sweep, {middle, documents.last}, second_desk);
  take_turns(a, b);
}

}  // namespace themata::admixture::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace themata::admixture {

HWY_EXPORT(draw_range_doubly_sparse);

void draw_topics_doubly_sparse(State& state, const Context& context) {
  DoublySparseSweep sweep{state, context, {state.prior.begin(), state.prior.end()}, 0};
  for (std::size_t k = 0; k < state.lanes(); ++k) sweep.scaled_prior += state.sparse_phi.scale()[k] * state.prior[k];
  constexpr std::size_t chunk = 512;
  context.pool.for_chunks(context.corpus.n_documents(), chunk, [&](std::size_t first, std::size_t last) {
    HWY_DYNAMIC_DISPATCH(draw_range_doubly_sparse)(sweep, {first, last});
  });
  recount(state, context.corpus, context.pool);
}

}  // namespace themata::admixture
#endif
