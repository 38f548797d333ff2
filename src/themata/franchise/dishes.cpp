#include "themata/franchise/dishes.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "themata/admixture/word_beta.hpp"
#include "themata/random/distributions.hpp"

namespace themata::franchise {

namespace {

using admixture::Topic;

/// Products that would leave the range of a double, one a lane: x = fraction 2^exponent.
class LongProducts {
 public:
  void assign(std::size_t lanes) {
    fraction_.assign(lanes, 1.0);
    exponent_.assign(lanes, 0);
  }
  double* fractions() { return fraction_.data(); }
  /// Moves the fractions' own exponents out. They must be normal numbers.
  void settle() {
    constexpr std::uint64_t exponent_bits = std::uint64_t{2047} << 52;
    for (std::size_t k = 0; k < fraction_.size(); ++k) {
      const auto bits = std::bit_cast<std::uint64_t>(fraction_[k]);
      exponent_[k] += static_cast<std::int64_t>((bits & exponent_bits) >> 52) - 1023;
      fraction_[k] = std::bit_cast<double>((bits & ~exponent_bits) | (std::uint64_t{1023} << 52));
    }
  }
  /// Multiplies the weights with the products, but for one power of 2 that they have in common; 0 where that is lost.
  void weigh(std::vector<double>& weights) const {
    std::int64_t top = INT64_MIN;
    for (std::size_t k = 0; k < weights.size(); ++k)
      if (weights[k] > 0) top = std::max(top, exponent_[k]);
    for (std::size_t k = 0; k < weights.size(); ++k) {
      const std::int64_t exponent = exponent_[k] - top;
      weights[k] *=
          exponent < -1000
              ? 0.0
              : fraction_[k] * std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
    }
  }

 private:
  std::vector<double> fraction_;
  std::vector<std::int64_t> exponent_;
};

class DishSampler {
 public:
  DishSampler(State& state, const Context& context, std::size_t max_topics)
      : state_(state),
        mix_(state.mix),
        tables_(state.tables),
        context_(context),
        max_topics_(max_topics),
        betas_(mix_),
        total_beta_(betas_.total(0)),
        n_topics_(tables_.topics()) {}

  void draw_document(std::size_t d) {
    document_.open(tables_, context_.corpus, d);
    Stream stream = context_.stream(Purpose::dish, d);
    for (std::size_t t = 0; t < document_.n_tables(); ++t) draw_table(stream, d, document_.places(t));
  }

 private:
  void draw_table(Stream& stream, std::size_t d, std::span<const std::size_t> places) {
    const Topic old = mix_.topics[places.front()];
    words_.clear();
    for (const std::size_t i : places) words_.push_back(mix_.layout.words[i]);
    count(d, old, -1);
    const std::size_t fresh = seating::empty_lane(mix_, tables_, context_.corpus);
    multiply();
    weight_.assign(mix_.lanes(), 0.0);
    for (std::size_t k = 0; k < weight_.size(); ++k)
      if (tables_.of_topic[k] > 0)
        weight_[k] = static_cast<double>(tables_.of_topic[k]) - state_.topics.discount;
    weight_[fresh] = state_.topics.of_new(n_topics_);
    products_.weigh(weight_);
    const auto chosen = static_cast<Topic>(draw_index(stream, weight_));
    if (chosen == fresh) {
      seating::check_room(n_topics_, max_topics_, context_.sweep);
      name_anew(state_, fresh);
    }
    count(d, chosen, 1);
    for (const std::size_t i : places) mix_.topics[i] = chosen;
  }

  /// The table's words join a topic, or leave it.
  void count(std::size_t d, Topic k, std::int32_t by) {
    const auto tokens = static_cast<std::int32_t>(words_.size());
    for (const std::uint32_t v : words_) mix_.word_topic.row(v)[k] += by;
    mix_.block_topic.row(0)[k] += by * tokens;
    if (!mix_.document_topic.empty()) mix_.document_topic.row(d)[k] += by * tokens;
    n_topics_ += tables_.of_topic[k] == (by > 0 ? 0 : 1) ? by : 0;
    tables_.of_topic[k] += by;
  }

  /// f_k(x) for every lane.
  void multiply() {
    constexpr std::size_t factors = 8;  // as many as stay far within the range of a double
    const std::size_t lanes = mix_.lanes();
    products_.assign(lanes);
    std::sort(words_.begin(), words_.end());
    const std::int32_t* totals = mix_.block_topic.row(0);
    double* product = products_.fractions();
    std::int32_t same = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      same = i > 0 && words_[i] == words_[i - 1] ? same + 1 : 0;
      const std::int32_t* row = mix_.word_topic.row(words_[i]);
      const double beta = betas_.of(words_[i]) + same, total = total_beta_ + static_cast<double>(i);
      for (std::size_t k = 0; k < lanes; ++k) product[k] *= (row[k] + beta) / (totals[k] + total);
      if (i % factors == factors - 1) products_.settle();
    }
    products_.settle();
  }

  State& state_;
  admixture::State& mix_;
  seating::Tables& tables_;
  const Context& context_;
  std::size_t max_topics_;
  admixture::WordBeta betas_;
  double total_beta_;
  std::int64_t n_topics_;  ///< K
  seating::OpenDocument document_;
  std::vector<std::uint32_t> words_;  ///< of the table at hand
  LongProducts products_;
  std::vector<double> weight_;
};

}  // namespace

void draw_dishes(State& state, const Context& context, std::size_t max_topics) {
  DishSampler sampler(state, context, max_topics);
  for (std::size_t d = 0; d < context.corpus.n_documents(); ++d) sampler.draw_document(d);
}

}  // namespace themata::franchise
