#include "themata/models/franchise/seats.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "themata/sampling/state/word_beta.hpp"
#include "themata/sampling/state/word_topic_lists.hpp"
#include "themata/seating/open_tables.hpp"

namespace themata::franchise {

namespace {

using sampling::Topic;

/// Whether tokens already have seats.
enum class Begin { seated, unseated };

/// A topic's weights for the current token.
struct Slot {
  double inverse = 0;  ///< 1 / (n_k + sum beta)
  /// (l_k - a) / (n_k + sum beta); in the slot of the new topic, gamma + a K replaces l_k - a; 0 in other
  /// empty slots
  double global = 0;
  double local = 0;                     ///< (m_dk - b l_dk) / (n_k + sum beta)
  std::int32_t tokens = 0, tables = 0;  ///< m_dk, l_dk
};

class SeatSampler {
 public:
  SeatSampler(State& state, const Context& context, std::size_t max_topics, Begin begin, std::uint64_t start)
      : state_(state),
        context_(context),
        max_topics_(max_topics),
        begin_(begin),
        start_(start),
        mix_(state.mix),
        tables_(state.tables),
        corpus_(context.corpus),
        betas_(mix_),
        total_beta_(betas_.total(0)),
        word_topics_(mix_.word_topic, corpus_),
        n_tables_(tables_.total()),
        n_topics_(tables_.topics()) {
    find_fresh();
  }

  void draw_all() {
    for (std::size_t d = 0; d < corpus_.n_documents(); ++d) draw_document(d);
  }

 private:
  struct Choice {
    Topic topic;
    bool at_new_table;
  };

  void draw_document(std::size_t d) {
    open(d);
    Stream stream = context_.stream(Purpose::token, d | (start_ << 32));
    const std::size_t last = corpus_.offsets()[d + 1];
    for (at_ = corpus_.offsets()[d]; at_ < last; ++at_) {
      if (begin_ == Begin::seated) leave();
      sit(choose(stream), stream);
    }
    close();
  }

  /// Finds the slot for the next new topic.
  void find_fresh() {
    fresh_ = seating::empty_slot(mix_, tables_, corpus_);
    totals_ = mix_.block_topic.row(0);
    slots_.resize(mix_.slots());
    weigh(fresh_);
  }

  /// Recomputes the weights of a topic after a change.
  void weigh(std::size_t k) {
    Slot& slot = slots_[k];
    slot.inverse = 1 / (totals_[k] + total_beta_);
    slot.local = (slot.tokens - state_.documents.discount * slot.tables) * slot.inverse;
    const std::int64_t m = tables_.of_topic[k];
    const double tables = m > 0         ? static_cast<double>(m) - state_.topics.discount
                          : k == fresh_ ? state_.topics.of_new(n_topics_)
                                        : 0;
    global_sum_ -= slot.global;
    slot.global = tables * slot.inverse;
    global_sum_ += slot.global;
  }

  /// c, the factor of a new table.
  double of_new_table() const {
    if (document_.occupied() == 0) return 1;  // a new table is the only choice
    return state_.documents.of_new(static_cast<std::int64_t>(document_.occupied())) /
           (static_cast<double>(n_tables_) + state_.topics.concentration);
  }

  void open(std::size_t d) {
    for (const Topic k : present_) {
      slots_[k].tokens = slots_[k].tables = 0;
      slots_[k].local = 0;
    }
    present_.clear();
    document_.open(begin_ == Begin::seated ? tables_.in_document[d] : 0);
    d_ = d;
    constexpr std::size_t often = 16;  // documents
    if (d % often == 0) sum_anew();
    if (begin_ == Begin::unseated) return;
    for (std::size_t i = corpus_.offsets()[d]; i < corpus_.offsets()[d + 1]; ++i) {
      const Topic k = mix_.topics[i];
      ++slots_[k].tokens;
      if (document_.sit(tables_.seat[i], k) && slots_[k].tables++ == 0) present_.push_back(k);
    }
    for (const Topic k : present_) weigh(k);
  }

  /// Recomputes the sum, so that rounding errors do not accumulate.
  void sum_anew() {
    global_sum_ = 0;
    for (Slot& slot : slots_) slot.global = 0;
    for (std::size_t k = 0; k < slots_.size(); ++k) weigh(k);
  }

  void leave() {
    const Topic k = mix_.topics[at_];
    count(k, -1);
    if (document_.leave(tables_.seat[at_])) count_table(k, -1);
    weigh(k);
  }

  void count(Topic k, std::int32_t by) {
    word_topics_.count(mix_.word_topic, mix_.layout.words[at_], k, by);
    totals_[k] += by;
    slots_[k].tokens += by;
    if (!mix_.document_topic.empty()) mix_.document_topic.row(d_)[k] += by;
  }

  void count_table(Topic k, std::int32_t by) {
    const bool other_topics = tables_.of_topic[k] == (by > 0 ? 0 : 1);
    tables_.of_topic[k] += by;
    slots_[k].tables += by;
    n_tables_ += by;
    if (by > 0 && slots_[k].tables == 1) present_.push_back(k);
    if (by < 0 && slots_[k].tables == 0) {
      *std::ranges::find(present_, k) = present_.back();
      present_.pop_back();
    }
    if (!other_topics) return;
    n_topics_ += by;
    weigh(fresh_);
  }

  /// Chooses a topic, and whether to sit at one of the document's tables or at a new one, by three sums: over
  /// the document's tables, over the topics that have the word, and over all topics.
  Choice choose(Stream& stream) {
    const std::uint32_t word = mix_.layout.words[at_];
    const std::int32_t* row = mix_.word_topic.row(word);
    const std::span<const Topic> list = word_topics_.of(word);
    const double beta = betas_.of(word), fresh = of_new_table();
    running_.resize(present_.size() + list.size());
    double* sums = running_.data();
    double sum = 0;
    for (const Topic k : present_) *sums++ = sum += slots_[k].local * (row[k] + beta);
    const double of_tables = sum;
    sum = 0;
    for (const Topic k : list) *sums++ = sum += slots_[k].global * row[k];
    const double of_word = sum;
    double at = stream.uniform() * (of_tables + fresh * (of_word + beta * global_sum_));
    if (at < of_tables) return {present_[first_above(0, present_.size(), at)], false};
    at = (at - of_tables) / fresh;
    if (at < of_word) return {list[first_above(present_.size(), running_.size(), at)], true};
    return {topic_at((at - of_word) / beta), true};
  }

  /// The first position in a range where the running sum exceeds `at`; the last one if rounding leaves none.
  std::size_t first_above(std::size_t begin, std::size_t end, double at) const {
    const auto first = running_.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = running_.begin() + static_cast<std::ptrdiff_t>(end) - 1;
    return static_cast<std::size_t>(std::upper_bound(first, last, at) - first);
  }

  /// The topic at which the running sum of the global weights exceeds `at`.
  Topic topic_at(double at) const {
    std::size_t last = fresh_;
    for (std::size_t k = 0; k < slots_.size(); ++k) {
      if (slots_[k].global <= 0) continue;
      last = k;
      at -= slots_[k].global;
      if (at < 0) break;
    }
    return static_cast<Topic>(last);
  }

  void sit(const Choice& choice, Stream& stream) {
    const Topic k = choice.topic;
    const std::size_t table = choice.at_new_table ? document_.empty() : choose_table(k, stream);
    mix_.topics[at_] = k;
    tables_.seat[at_] = static_cast<seating::Seat>(table);
    count(k, 1);
    const bool is_new_topic = k == fresh_;
    if (is_new_topic) seating::check_room(n_topics_, max_topics_, context_.sweep);
    if (document_.sit(table, k)) count_table(k, 1);
    if (is_new_topic) {
      name_anew(state_, k);
      find_fresh();
    }
    weigh(k);
  }

  /// Draws one of the document's tables with the topic.
  std::size_t choose_table(Topic k, Stream& stream) {
    const double discount = state_.documents.discount;
    if (slots_[k].tables == 1) return document_.of_topic(k, 0, discount);
    return document_.of_topic(k, stream.uniform() * (slots_[k].tokens - discount * slots_[k].tables),
                              discount);
  }

  /// Renumbers the tables in the order of their first tokens.
  void close() {
    constexpr auto none = static_cast<seating::Seat>(-1);
    number_.assign(document_.size(), none);
    seating::Seat next = 0;
    for (std::size_t i = corpus_.offsets()[d_]; i < corpus_.offsets()[d_ + 1]; ++i) {
      seating::Seat& number = number_[tables_.seat[i]];
      if (number == none) number = next++;
      tables_.seat[i] = number;
    }
    tables_.in_document[d_] = next;
  }

  State& state_;
  const Context& context_;
  std::size_t max_topics_;
  Begin begin_;
  std::uint64_t start_;  ///< number of the start
  sampling::State& mix_;
  seating::Tables& tables_;
  const Corpus& corpus_;
  sampling::WordBeta betas_;
  double total_beta_;
  sampling::WordTopicLists word_topics_;
  std::int64_t n_tables_, n_topics_;  ///< l. and K
  std::vector<Slot> slots_;
  double global_sum_ = 0;           ///< of the slots' global weights
  std::size_t fresh_ = 0;           ///< slot of a new topic
  std::int32_t* totals_ = nullptr;  ///< n_k

  // Of the current document.
  std::size_t d_ = 0, at_ = 0;
  seating::OpenTables document_;
  std::vector<Topic> present_;  ///< topics with tables
  std::vector<seating::Seat> number_;
  std::vector<double> running_;  ///< scratch for the sums of a choice
};

}  // namespace

void draw_seats(State& state, const Context& context, std::size_t max_topics) {
  SeatSampler(state, context, max_topics, Begin::seated, 0).draw_all();
}

void seat_all(State& state, const Context& context, std::size_t max_topics, std::uint64_t start) {
  SeatSampler(state, context, max_topics, Begin::unseated, start).draw_all();
}

}  // namespace themata::franchise
