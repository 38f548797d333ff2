#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "themata/sampling/scans/partially_collapsed.hpp"
#include "themata/sampling/scans/phi_parts.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "themata/sampling/scans/doubly_sparse.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "themata/sampling/simd/draw_slot-inl.hpp"

#ifndef THEMATA_SAMPLING_DOUBLY_SPARSE_ONCE
#define THEMATA_SAMPLING_DOUBLY_SPARSE_ONCE
namespace themata::sampling {

/// What all documents of a sweep share.
struct DoublySparseSweep {
  State& state;
  const Context& context;
  std::vector<float> prior;  ///< slots
  double scaled_prior;       ///< sum over slots of scale_k prior_k, where scale is the factor of tail masses
  ListedPart phi = {};
};

/// Consecutive documents, and the block whose pieces are drawn. A sampler takes the next document when it has
/// finished one.
struct DocumentPieces {
  std::size_t next, last, block;
};

/// Scratch of one sampler.
struct DoublySparseWorkspace {
  static constexpr std::uint32_t none = UINT32_MAX;

  explicit DoublySparseWorkspace(const std::vector<float>& prior)
      : floats(2, slots_for(running_room(prior.size() + slot_group))),
        counts(prior.size()),
        place(prior.size(), none),
        groups(prior.size() / slot_group + 2) {
    std::copy(prior.begin(), prior.end(), floats.row(0));
    for (TopicGroup& group : groups) group.topics.fill(static_cast<Topic>(prior.size()));
  }

  Matrix<float> floats;              ///< prior_k + m_dk by slot; running sums
  std::vector<std::int32_t> counts;  ///< m_dk by slot
  std::vector<std::uint32_t> place;  ///< of a slot among the document's topics; `none` if it is new
  /// The document's topics with m_dk as their mass, padded with the slot past the last. A topic that has lost
  /// its tokens stays for a while, with mass 0: removing it at once would be an unpredictable branch.
  std::vector<TopicGroup> groups;
};

}  // namespace themata::sampling
#endif

HWY_BEFORE_NAMESPACE();
namespace themata::sampling::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Draws the topics of documents. Several samplers may take turns on one range of documents.
///
/// A token scans groups of sixteen topics, in one of two ways. By word: phi_kv times prior_k + m_dk, looked
/// up by topic. By document: m_dk times phi_kv, looked up by topic, and separately the prior's part. One loop
/// serves both; a branch between them would be mispredicted half of the time.
class DoublySparseSampler {
 public:
  DoublySparseSampler(const DoublySparseSweep& sweep, DocumentPieces& documents,
                      DoublySparseWorkspace& workspace)
      : sweep_(sweep),
        state_(sweep.state),
        phi_(sweep.phi.words),
        prior_(sweep.prior.data()),
        scale_(sweep.state.sparse_phi.scale().data()),
        workspace_(workspace),
        slots_(sweep.state.slots()),
        weights_(workspace.floats.row(0)),
        running_(workspace.floats.row(1)),
        documents_(documents),
        stream_({}, Purpose::token, 0, 0) {
    next_document();
  }

  std::size_t left() const { return end_ - at_; }

  void next_document() {
    while (documents_.next < documents_.last) {
      const std::size_t d = documents_.next++;
      const Layout::Piece piece = state_.layout.piece(sweep_.context.corpus, d, documents_.block);
      if (piece.first == piece.last) continue;
      at_ = first_ = piece.first;
      end_ = piece.last;
      open(d);
      return;
    }
  }

  struct TokenState {};  ///< empty: the state is too large for registers
  TokenState start() const { return {}; }
  void stop(const TokenState&) {}

  HWY_INLINE RunningSums<0> sum(TokenState&) {
    prefetch();
    word_ = phi_ + rows_[at_ - first_];
    old_ = state_.topics[at_];
    by_word_ = takes_word(*word_);
    groups_ = by_word_ ? word_->groups : workspace_.groups.data();
    const float* HWY_RESTRICT looked_up = by_word_ ? weights_ : word_->row;
    n_ = (by_word_ ? std::size_t{word_->n_groups} : groups_in_document()) * slot_group;
    const Floats f;
    const Ints ints;
    const hn::Rebind<Topic, Floats> halves;
    // The token itself is removed from m when its topic comes up: among the masses or among the looked-up
    // factors.
    const auto others = static_cast<float>(workspace_.counts[old_] - 1);
    const auto own_mass = hn::Set(f, others), own_factor = hn::Set(f, prior_[old_] + others);
    const auto own_in_masses = hn::Set(ints, by_word_ ? -1 : static_cast<std::int32_t>(old_));
    const auto own_in_factors = hn::Set(ints, by_word_ ? static_cast<std::int32_t>(old_) : -1);
    const TopicGroup* HWY_RESTRICT groups = groups_;
    // An empty list reads a group that is not its own; the result is not used.
    return RunningSums<0>(std::max(n_, slot_group), running_, [&](std::size_t i) THEMATA_INLINE_LAMBDA {
      const TopicGroup& group = groups[i / slot_group];
      const std::size_t column = i % slot_group;
      const auto topics = hn::BitCast(
          ints, hn::PromoteTo(hn::RebindToUnsigned<Ints>(), hn::LoadU(halves, group.topics.data() + column)));
      const auto mass = hn::IfThenElse(hn::RebindMask(f, hn::Eq(topics, own_in_masses)), own_mass,
                                       hn::LoadU(f, group.masses.data() + column));
      const auto factor = hn::IfThenElse(hn::RebindMask(f, hn::Eq(topics, own_in_factors)), own_factor,
                                         hn::GatherIndex(f, looked_up, topics));
      return hn::Mul(mass, factor);
    });
  }

  /// If the word has no mass in any topic, the token keeps its topic.
  HWY_INLINE void choose(TokenState&, const RunningSums<0>& sums) {
    const ColumnTotals totals(sums.totals());
    const double in_list = n_ > 0 ? static_cast<double>(hn::GetLane(totals.all())) : 0.0;
    const double beside = (by_word_ ? 0.0 : static_cast<double>(word_->prior_mass)) + tail_mass();
    // The mass outside the list comes first: near 0 a float is precise enough for a small proportion.
    const double rest = static_cast<double>(stream_.uniform_float()) * (beside + in_list) - beside;
    if (HWY_LIKELY(rest >= 0 && in_list > 0))
      new_ = choose_in_list(sums, totals, rest);
    else
      choose_beside(sums, totals, in_list);
  }

  HWY_INLINE void move(TokenState&) {
    state_.topics[at_++] = static_cast<Topic>(new_);
    set_count(old_, workspace_.place[old_], workspace_.counts[old_] - 1);
    const std::uint32_t place = workspace_.place[new_];
    const bool is_new = place == DoublySparseWorkspace::none;
    const auto entry = is_new ? static_cast<std::uint32_t>(n_topics_) : place;
    workspace_.place[new_] = entry;
    workspace_.groups[entry / slot_group].topics[entry % slot_group] = static_cast<Topic>(new_);
    set_count(new_, entry, workspace_.counts[new_] + 1);
    n_topics_ += is_new ? 1 : 0;
    scaled_tokens_ += scale_[new_] - scale_[old_];
    if (HWY_UNLIKELY(is_new && n_topics_ % slot_group == 0)) drop_empty_topics();
  }

 private:
  std::size_t groups_in_document() const { return n_topics_ / slot_group + 1; }

  HWY_INLINE bool takes_word(const WordTopics& word) const {
    const int is_alone = word.row == nullptr ? 1 : 0,
              has_fewer = word.n_groups <= groups_in_document() ? 1 : 0, has_list = list_.empty() ? 0 : 1;
    return (is_alone | has_fewer | has_list) != 0;  // in one branch
  }

  /// The topic at which the list's running sums exceed `rest`.
  HWY_INLINE std::size_t choose_in_list(const RunningSums<0>& sums, const ColumnTotals& totals,
                                        double rest) const {
    const std::size_t i = sums.find(totals, hn::Set(Floats(), static_cast<float>(rest)));
    const std::size_t k = i < n_ ? groups_[i / slot_group].topics[i % slot_group] : old_;
    return k < slots_ ? k : old_;
  }

  /// All draws except those that fall on the list at once.
  HWY_NOINLINE void choose_beside(const RunningSums<0>& sums, const ColumnTotals& totals, double in_list) {
    const double in_prior = by_word_ ? 0 : static_cast<double>(word_->prior_mass);
    const double in_tail = tail_mass();
    new_ = old_;
    if (in_list + in_prior + in_tail <= 0) return;
    // The first draw is known to be outside the list; after a rejection it may fall on the list.
    for (double in_reach = 0;; in_reach = in_list) {
      const double rest = stream_.uniform() * (in_prior + in_tail + in_reach);
      if (rest < in_tail) {
        if (choose_in_tail()) return;
        continue;
      }
      if (rest < in_tail + in_prior) return choose_by_prior(static_cast<float>(rest - in_tail));
      new_ = choose_in_list(sums, totals, rest - in_tail - in_prior);
      return;
    }
  }

  /// The list's topic at which the running sum of phi_kv prior_k exceeds `rest`.
  void choose_by_prior(float rest) {
    for (const TopicGroup& group : std::span(word_->groups, word_->n_groups))
      for (std::size_t i = 0; i < slot_group; ++i) {
        const float mass = group.masses[i] * prior_[group.topics[i]];
        if (mass > 0) new_ = group.topics[i];
        if (rest < mass) return;
        rest -= mass;
      }
  }

  // The tail: each mass is replaced by the bound times scale_k (prior_k + m_dk), with the token removed from
  // m.

  HWY_INLINE double tail_mass() const {
    if (word_->tail_bound == 0) return 0;
    const double weights =
        HWY_LIKELY(list_.empty()) ? scaled_tokens_ + sweep_.scaled_prior - scale_[old_] : weigh_list();
    return std::max(0.0, weights) * static_cast<double>(word_->tail_bound);
  }

  double scaled_weight(std::size_t k) const {
    if (k != old_) return scale_[k] * static_cast<double>(weights_[k]);
    return scale_[k] * (static_cast<double>(prior_[k]) + workspace_.counts[k] - 1);
  }

  /// The sum over the topics that the document may use.
  HWY_NOINLINE double weigh_list() const {
    double sum = 0;
    for (const Topic k : list_) sum += scaled_weight(k);
    return sum;
  }

  /// Proposes a topic in proportion to scale_k (prior_k + m_dk). @returns whether it is accepted; if so, it
  /// is in new_
  bool choose_in_tail() {
    const std::size_t k = propose();
    const auto tail = std::span(word_->tail_topics, word_->n_tail);
    const auto found = std::lower_bound(tail.begin(), tail.end(), k);
    if (found == tail.end() || *found != k) return false;
    const auto mass = static_cast<double>(word_->tail_masses[found - tail.begin()]);
    if (stream_.uniform() * static_cast<double>(word_->tail_bound) >= mass) return false;
    new_ = k;
    return true;
  }

  std::size_t propose() {
    if (!list_.empty()) {
      double rest = stream_.uniform() * weigh_list();
      for (const Topic k : list_)
        if ((rest -= scaled_weight(k)) < 0) return k;
      return list_.back();
    }
    double rest = stream_.uniform() * (scaled_tokens_ + sweep_.scaled_prior - scale_[old_]);
    for (std::size_t i = 0; i < n_topics_; ++i) {
      const std::size_t k = topic_of_document(i);
      if ((rest -= scale_[k] * (workspace_.counts[k] - (k == old_ ? 1 : 0))) < 0) return k;
    }
    for (std::size_t k = 0; k < slots_; ++k)
      if ((rest -= scale_[k] * static_cast<double>(prior_[k])) < 0) return k;
    return old_;
  }

  Topic topic_of_document(std::size_t i) const {
    return workspace_.groups[i / slot_group].topics[i % slot_group];
  }

  HWY_INLINE void set_count(std::size_t k, std::uint32_t entry, std::int32_t count) {
    workspace_.counts[k] = count;
    const auto tokens = static_cast<float>(count);
    workspace_.groups[entry / slot_group].masses[entry % slot_group] = tokens;
    weights_[k] = prior_[k] + tokens;
  }

  void add_topic(std::size_t k) {
    workspace_.place[k] = static_cast<std::uint32_t>(n_topics_);
    workspace_.groups[n_topics_ / slot_group].topics[n_topics_ % slot_group] = static_cast<Topic>(k);
    ++n_topics_;
  }

  /// Removes the last topic and puts padding in its place. @returns the topic
  Topic take_last() {
    --n_topics_;
    Topic& last = workspace_.groups[n_topics_ / slot_group].topics[n_topics_ % slot_group];
    workspace_.groups[n_topics_ / slot_group].masses[n_topics_ % slot_group] = 0;
    workspace_.place[last] = DoublySparseWorkspace::none;
    return std::exchange(last, static_cast<Topic>(slots_));
  }

  HWY_NOINLINE void drop_empty_topics() {
    for (std::size_t i = n_topics_; i-- > 0;) {
      const std::size_t k = topic_of_document(i);
      if (workspace_.counts[k] > 0) continue;
      const Topic moved = take_last();
      if (moved == k) continue;
      workspace_.place[k] = DoublySparseWorkspace::none;
      workspace_.place[moved] = static_cast<std::uint32_t>(i);
      workspace_.groups[i / slot_group].topics[i % slot_group] = moved;
      set_count(moved, static_cast<std::uint32_t>(i), workspace_.counts[moved]);
    }
  }

  void open(std::size_t d) {
    while (n_topics_ > 0) {
      const Topic k = take_last();
      workspace_.counts[k] = 0;
      weights_[k] = prior_[k];
    }
    scaled_tokens_ = 0;
    for (const Topic k : topics_of(state_, sweep_.context.corpus, d)) {
      if (workspace_.counts[k]++ == 0) add_topic(k);
      scaled_tokens_ += scale_[k];
    }
    for (std::size_t i = 0; i < n_topics_; ++i) {
      const Topic k = topic_of_document(i);
      set_count(k, static_cast<std::uint32_t>(i), workspace_.counts[k]);
    }
    const auto list = state_.allowed.of(d);
    if (!list.empty() || !list_.empty()) restrict_to(list);
    const Layout& layout = state_.layout;
    stream_ = sweep_.context.stream(Purpose::token, layout.number(d) * layout.n_blocks + documents_.block);
    rows_.find(sweep_.phi.blocks, layout.words.subspan(first_, left()));
  }

  /// Sets the weights of topics outside the document's list to 0; without a list, all topics have their
  /// weights.
  void restrict_to(std::span<const Topic> list) {
    list_ = list;
    const auto weight = [&](std::size_t k) { return prior_[k] + static_cast<float>(workspace_.counts[k]); };
    for (std::size_t k = 0; k < slots_; ++k) weights_[k] = list.empty() ? weight(k) : 0;
    for (const Topic k : list) weights_[k] = weight(k);
  }

  /// Prefetches a fixed number of cache lines, without a branch on the length: most lists and documents are
  /// short.
  HWY_INLINE void prefetch() const {
    const std::size_t i = at_ - first_;
    __builtin_prefetch(phi_ + rows_[at_ + 3 < end_ ? i + 3 : i]);
    const WordTopics& word = phi_[rows_[at_ + 1 < end_ ? i + 1 : i]];
    const char* lines = reinterpret_cast<const char*>(word.groups);
    for (std::size_t line = 0; line < 3; ++line) __builtin_prefetch(lines + 64 * line);
    const float* row = word.row == nullptr ? weights_ : word.row;
    for (std::size_t near = 0; near < 8; ++near) __builtin_prefetch(row + workspace_.groups[0].topics[near]);
  }

  const DoublySparseSweep& sweep_;
  State& state_;
  const WordTopics* phi_;
  const float* prior_;
  const double* scale_;
  DoublySparseWorkspace& workspace_;
  std::size_t slots_;
  float *weights_, *running_;
  DocumentPieces& documents_;
  std::size_t first_ = 0, at_ = 0, end_ = 0;
  PieceRows rows_;  ///< of the current piece
  Stream stream_;
  std::span<const Topic> list_;  ///< topics that the document may use; empty for all
  std::size_t n_topics_ = 0;     ///< places taken in the document's groups
  double scaled_tokens_ = 0;     ///< sum_k scale_k m_dk
  // Of the current token, between sum() and move().
  const WordTopics* word_ = nullptr;
  const TopicGroup* groups_ = nullptr;  ///< groups that are scanned
  std::size_t old_ = 0, new_ = 0, n_ = 0;
  bool by_word_ = true;
};

void draw_pieces_doubly_sparse(const DoublySparseSweep& sweep, DocumentPieces documents) {
  DoublySparseWorkspace workspace[4] = {
      DoublySparseWorkspace(sweep.prior), DoublySparseWorkspace(sweep.prior),
      DoublySparseWorkspace(sweep.prior), DoublySparseWorkspace(sweep.prior)};
  DoublySparseSampler a(sweep, documents, workspace[0]), b(sweep, documents, workspace[1]),
      c(sweep, documents, workspace[2]), d(sweep, documents, workspace[3]);
  take_turns(a, b, c, d);
}

}  // namespace themata::sampling::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace themata::sampling {

HWY_EXPORT(draw_pieces_doubly_sparse);

void draw_topics_doubly_sparse(State& state, const Context& context) {
  DoublySparseSweep sweep{state, context, {state.prior.begin(), state.prior.end()}, 0};
  for (std::size_t k = 0; k < state.slots(); ++k)
    sweep.scaled_prior += state.sparse_phi.scale()[k] * state.prior[k];
  for_each_listed_part(state, context.pool, [&](const ListedPart& phi) {
    sweep.phi = phi;
    constexpr std::size_t chunk = 512;
    context.pool.for_chunks(context.corpus.n_documents(), chunk, [&](std::size_t first, std::size_t last) {
      for (std::size_t b = phi.blocks.first; b < phi.blocks.end; ++b)
        HWY_DYNAMIC_DISPATCH(draw_pieces_doubly_sparse)(sweep, {first, last, b});
    });
  });
  recount(state, context.corpus, context.pool);
}

}  // namespace themata::sampling
#endif
