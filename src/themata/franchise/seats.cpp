#include "themata/franchise/seats.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "themata/admixture/word_beta.hpp"
#include "themata/random/distributions.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "themata/franchise/seats.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "themata/admixture/draw_lane-inl.hpp"

#ifndef THEMATA_FRANCHISE_SEATS_ONCE
#define THEMATA_FRANCHISE_SEATS_ONCE
namespace themata::franchise {

/// Whether tokens have seats to begin with.
enum class Begin { seated, unseated };

struct SeatJob {
  State& state;
  const Context& context;
  std::size_t max_topics;
  Begin begin;
  std::uint64_t start;  ///< which of several starts
};

}  // namespace themata::franchise
#endif

HWY_BEFORE_NAMESPACE();
namespace themata::franchise::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using admixture::Topic;
using admixture::HWY_NAMESPACE::Floats;
using admixture::HWY_NAMESPACE::Ints;

/// A row of `lanes` floats each.
struct Desk {
  explicit Desk(std::size_t lanes) : floats(4, lanes), counts(2, lanes) {}
  Matrix<float> floats;
  Matrix<std::int32_t> counts;
  float* inverse() { return floats.row(0); }  ///< 1 / (n_k + sum beta)
  float* local() { return floats.row(1); }    ///< m_dk - b l_dk
  /// l_k - a; gamma + a K in the lane of the new topic; 0 in other empty ones.
  float* global() { return floats.row(2); }
  float* running() { return floats.row(3); }
  std::int32_t* tokens() { return counts.row(0); }  ///< m_dk
  std::int32_t* tables() { return counts.row(1); }  ///< l_dk
};

class SeatSampler {
 public:
  explicit SeatSampler(const SeatJob& job)
      : job_(job),
        state_(job.state),
        mix_(job.state.mix),
        tables_(job.state.tables),
        corpus_(job.context.corpus),
        betas_(mix_),
        total_beta_(betas_.total(0)),
        n_tables_(tables_.total()),
        n_topics_(tables_.topics()),
        desk_(0) {
    lay_out();
  }

  void draw_document(std::size_t d) {
    open(d);
    Stream stream = job_.context.stream(Purpose::token, d | (job_.start << 32));
    const std::size_t last = corpus_.offsets()[d + 1];
    for (at_ = corpus_.offsets()[d]; at_ < last; ++at_) {
      if (job_.begin == Begin::seated) leave();
      sit(choose(stream), stream);
    }
    close();
  }

 private:
  struct Table {
    Topic topic;
    std::uint32_t tokens;
  };

  /// Makes the desk anew for the state's lanes, and finds a lane for a new topic.
  void lay_out() {
    fresh_ = seating::empty_lane(mix_, tables_, corpus_);
    if (const std::size_t lanes = mix_.lanes(); lanes != lanes_) {
      Desk wider(lanes);
      for (std::size_t k = 0; k < lanes_; ++k) {
        wider.local()[k] = desk_.local()[k];
        wider.tokens()[k] = desk_.tokens()[k];
        wider.tables()[k] = desk_.tables()[k];
      }
      desk_ = std::move(wider);
      lanes_ = lanes;
      totals_ = mix_.block_topic.row(0);
    }
    for (std::size_t k = 0; k < lanes_; ++k) weigh(k);
  }

  /// What is kept of a lane.
  void weigh(std::size_t k) {
    desk_.inverse()[k] = static_cast<float>(1 / (totals_[k] + total_beta_));
    desk_.local()[k] = static_cast<float>(desk_.tokens()[k] - state_.documents.discount * desk_.tables()[k]);
    const std::int64_t m = tables_.of_topic[k];
    desk_.global()[k] = static_cast<float>(m > 0 ? static_cast<double>(m) - state_.topics.discount : 0.0);
    if (k == fresh_) desk_.global()[k] = static_cast<float>(state_.topics.of_new(n_topics_));
  }

  /// c, by which a new table is weighed.
  double of_new_table() const {
    if (document_.size() == n_empty_) return 1;  // there is nothing else to choose from
    return state_.documents.of_new(static_cast<std::int64_t>(document_.size() - n_empty_)) /
           (static_cast<double>(n_tables_) + state_.topics.concentration);
  }

  void open(std::size_t d) {
    std::swap(touched_, last_touched_);
    document_.clear();
    n_empty_ = 0;
    touched_.clear();
    d_ = d;
    if (job_.begin == Begin::unseated) return clear_touched();
    document_.resize(tables_.in_document[d], {0, 0});
    for (std::size_t i = corpus_.offsets()[d]; i < corpus_.offsets()[d + 1]; ++i) {
      Table& table = document_[tables_.seat[i]];
      table.topic = mix_.topics[i];
      ++table.tokens;
    }
    clear_touched();
    for (const Table& table : document_) {
      desk_.tokens()[table.topic] += static_cast<std::int32_t>(table.tokens);
      ++desk_.tables()[table.topic];
      touched_.push_back(table.topic);
    }
    for (const Topic k : touched_) weigh(k);
  }

  /// Takes the document before off the desk.
  void clear_touched() {
    for (const Topic k : last_touched_) {
      desk_.tokens()[k] = desk_.tables()[k] = 0;
      weigh(k);
    }
    last_touched_.clear();
  }

  void leave() {
    const Topic k = mix_.topics[at_];
    Table& table = document_[tables_.seat[at_]];
    count(k, -1);
    if (--table.tokens == 0) {
      ++n_empty_;
      count_table(k, -1);
    }
    weigh(k);
  }

  void count(Topic k, std::int32_t by) {
    mix_.word_topic.row(mix_.layout.words[at_])[k] += by;
    totals_[k] += by;
    desk_.tokens()[k] += by;
    if (!mix_.document_topic.empty()) mix_.document_topic.row(d_)[k] += by;
  }

  void count_table(Topic k, std::int32_t by) {
    const bool other_topics = tables_.of_topic[k] == (by > 0 ? 0 : 1);
    tables_.of_topic[k] += by;
    desk_.tables()[k] += by;
    n_tables_ += by;
    if (!other_topics) return;
    n_topics_ += by;
    weigh(fresh_);
  }

  HWY_INLINE std::size_t choose(Stream& stream) {
    const Floats f;
    const Ints ints;
    const std::uint32_t word = mix_.layout.words[at_];
    const std::int32_t* HWY_RESTRICT row = mix_.word_topic.row(word);
    const float* HWY_RESTRICT inverse = desk_.inverse();
    const float* HWY_RESTRICT local = desk_.local();
    const float* HWY_RESTRICT global = desk_.global();
    const auto beta = hn::Set(f, static_cast<float>(betas_.of(word)));
    new_table_ = of_new_table();
    const auto fresh = hn::Set(f, static_cast<float>(new_table_));
    admixture::HWY_NAMESPACE::sum_columns(lanes_, desk_.running(), [&](std::size_t lane) HWY_ATTR {
      const auto seats = hn::Add(hn::Load(f, local + lane), hn::Mul(fresh, hn::Load(f, global + lane)));
      const auto tokens = hn::Add(hn::ConvertTo(f, hn::Load(ints, row + lane)), beta);
      return hn::Mul(hn::Mul(tokens, hn::Load(f, inverse + lane)), seats);
    });
    const std::size_t lane =
        admixture::HWY_NAMESPACE::choose_lane(lanes_, stream.uniform_float(), desk_.running());
    return HWY_LIKELY(lane < lanes_) ? lane : fresh_;  // where every weight is lost in single precision
  }

  void sit(std::size_t lane, Stream& stream) {
    const auto k = static_cast<Topic>(lane);
    const std::size_t table = choose_table(k, stream);
    mix_.topics[at_] = k;
    tables_.seat[at_] = static_cast<seating::Seat>(table);
    count(k, 1);
    const bool is_new_topic = lane == fresh_;
    if (is_new_topic) seating::check_room(n_topics_, job_.max_topics, job_.context.sweep);
    if (++document_[table].tokens == 1) {
      --n_empty_;
      count_table(k, 1);
      if (desk_.tables()[k] == 1) touched_.push_back(k);
    }
    if (is_new_topic) {
      name_anew(state_, k);
      lay_out();
    }
    weigh(k);
  }

  /// A table with the topic, one of the document's or a new one.
  std::size_t choose_table(Topic k, Stream& stream) {
    const double discount = state_.documents.discount;
    const double of_old = desk_.tokens()[k] - discount * desk_.tables()[k];
    if (desk_.tables()[k] == 0) return empty_table(k);
    double rest = stream.uniform() * (of_old + new_table_ * desk_.global()[k]);
    if (rest >= of_old) return empty_table(k);
    std::size_t last = 0;
    for (std::size_t t = 0; t < document_.size(); ++t) {
      if (document_[t].topic != k || document_[t].tokens == 0) continue;
      last = t;
      rest -= document_[t].tokens - discount;
      if (rest < 0) break;
    }
    return last;
  }

  std::size_t empty_table(Topic k) {
    std::size_t t = 0;
    if (n_empty_ == 0)
      t = document_.size();
    else
      while (document_[t].tokens > 0) ++t;
    if (t == document_.size()) {
      document_.push_back({k, 0});
      ++n_empty_;
    }
    document_[t].topic = k;
    return t;
  }

  /// Numbers the tables by their first tokens.
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

  const SeatJob& job_;
  State& state_;
  admixture::State& mix_;
  seating::Tables& tables_;
  const Corpus& corpus_;
  admixture::WordBeta betas_;
  double total_beta_;
  std::int64_t n_tables_, n_topics_;  ///< l. and K
  Desk desk_;
  std::size_t lanes_ = 0;
  std::size_t fresh_ = 0;           ///< lane of a new topic
  std::int32_t* totals_ = nullptr;  ///< n_k

  // Of the document at hand. Tables without tokens stand ready for new ones.
  std::size_t d_ = 0, at_ = 0, n_empty_ = 0;
  std::vector<Table> document_;
  std::vector<Topic> touched_, last_touched_;  ///< lanes with something on the desk
  std::vector<seating::Seat> number_;
  double new_table_ = 1;  ///< c
};

void draw_job(const SeatJob& job) {
  SeatSampler sampler(job);
  for (std::size_t d = 0; d < job.context.corpus.n_documents(); ++d) sampler.draw_document(d);
}

}  // namespace themata::franchise::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace themata::franchise {

HWY_EXPORT(draw_job);

void draw_seats(State& state, const Context& context, std::size_t max_topics) {
  HWY_DYNAMIC_DISPATCH(draw_job)({state, context, max_topics, Begin::seated, 0});
}

void seat_all(State& state, const Context& context, std::size_t max_topics, std::uint64_t start) {
  HWY_DYNAMIC_DISPATCH(draw_job)({state, context, max_topics, Begin::unseated, start});
}

}  // namespace themata::franchise
#endif
