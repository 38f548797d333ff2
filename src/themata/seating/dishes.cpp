#include "themata/seating/dishes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "themata/random/distributions.hpp"
#include "themata/sampling/state/word_beta.hpp"
#include "themata/sampling/state/word_topic_lists.hpp"
#include "themata/seating/scaled_products.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "themata/seating/dishes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef THEMATA_SEATING_DISHES_ONCE
#define THEMATA_SEATING_DISHES_ONCE
namespace themata::seating {

/// Number of words whose products stay well within the range of a double.
constexpr std::size_t words_at_once = 8;

/// f_k(x) for every slot, up to a common factor.
struct SlotProducts : ScaledProducts {
  std::vector<double>
      above;  ///< of the next batch of words: factor in the numerator from the slot's tokens, 1 for none
};

/// The terms added to n_k in the denominators, for a batch of words.
struct Denominators {
  std::size_t n = 0;
  std::array<double, words_at_once> total{};
};

}  // namespace themata::seating
#endif

HWY_BEFORE_NAMESPACE();
namespace themata::seating::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Multiplies by the current batch of words. Slots are independent, so every instruction set gives the same
/// bits.
void multiply(const Denominators& run, const std::int32_t* totals, SlotProducts& products) {
  const hn::CappedTag<double, 8> f;
  const hn::Rebind<std::int32_t, decltype(f)> narrow;
  const hn::RebindToSigned<decltype(f)> ints;
  const auto one = hn::Set(f, 1.0);
  const auto exponent_bits = hn::Set(ints, std::int64_t{2047} << 52);
  const auto bias = hn::Set(ints, 1023);
  for (std::size_t k = 0; k < products.fraction.size(); k += hn::Lanes(f)) {
    const auto in_all = hn::PromoteTo(f, hn::LoadU(narrow, totals + k));
    const auto above = hn::LoadU(f, products.above.data() + k);
    hn::StoreU(one, f, products.above.data() + k);
    auto below = one;
    for (std::size_t i = 0; i < run.n; ++i) below = hn::Mul(below, hn::Add(in_all, hn::Set(f, run.total[i])));
    const auto product = hn::Mul(hn::LoadU(f, products.fraction.data() + k), hn::Div(above, below));
    // The product's exponent is moved out; products are normal and above 0.
    const auto bits = hn::BitCast(ints, product);
    const auto own = hn::Sub(hn::ShiftRight<52>(hn::And(bits, exponent_bits)), bias);
    hn::StoreU(hn::Add(hn::LoadU(ints, products.exponent.data() + k), own), ints,
               products.exponent.data() + k);
    const auto fraction = hn::Or(hn::AndNot(exponent_bits, bits), hn::BitCast(ints, one));
    hn::StoreU(hn::BitCast(f, fraction), f, products.fraction.data() + k);
  }
}

}  // namespace themata::seating::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace themata::seating {

HWY_EXPORT(multiply);

namespace {

class DishSampler {
 public:
  DishSampler(sampling::State& mix, Tables& tables, const TopicProcess& topics, const Context& context)
      : mix_(mix),
        tables_(tables),
        topics_(topics),
        context_(context),
        betas_(mix_),
        total_beta_(betas_.total(0)),
        word_topics_(mix.word_topic, context.corpus),
        n_topics_(tables_.topics()) {
    for (const std::int64_t n : sampling::topic_sizes(mix)) sizes_.push_back(static_cast<std::int32_t>(n));
  }

  void draw_document(std::size_t d) {
    document_.open(tables_, context_.corpus, d);
    Stream stream = context_.stream(Purpose::dish, d);
    for (std::size_t t = 0; t < document_.n_tables(); ++t) draw_table(stream, d, document_.places(t));
  }

  std::vector<std::size_t> born;

 private:
  void draw_table(Stream& stream, std::size_t d, std::span<const std::size_t> places) {
    words_.clear();
    for (const std::size_t i : places) words_.push_back(mix_.layout.words[i]);
    count(d, mix_.topics[places.front()], -1);
    const std::size_t fresh = empty_slot(mix_, tables_, context_.corpus);
    sizes_.resize(mix_.slots());
    predict();
    weight_.assign(mix_.slots(), 0.0);
    for (std::size_t k = 0; k < weight_.size(); ++k)
      if (tables_.of_topic[k] > 0)
        weight_[k] = static_cast<double>(tables_.of_topic[k]) - topics_.process.discount;
    weight_[fresh] = topics_.process.of_new(n_topics_);
    weigh(products_, weight_);
    const auto chosen = static_cast<Topic>(draw_index(stream, weight_));
    if (chosen == fresh) {
      check_room(n_topics_, topics_.max_topics, context_.sweep);
      born.push_back(fresh);
    }
    count(d, chosen, 1);
    for (const std::size_t i : places) mix_.topics[i] = chosen;
  }

  /// Adds the table's words to a topic, or removes them.
  void count(std::size_t d, Topic k, std::int32_t by) {
    const auto tokens = static_cast<std::int32_t>(words_.size());
    for (const std::uint32_t v : words_) {
      word_topics_.count(mix_.word_topic, v, k, by);
      mix_.block_topic.row(mix_.layout.block_of[v])[k] += by;
    }
    sizes_[k] += by * tokens;
    if (!mix_.document_topic.empty()) mix_.document_topic.row(d)[k] += by * tokens;
    n_topics_ += tables_.of_topic[k] == (by > 0 ? 0 : 1) ? by : 0;
    tables_.of_topic[k] += by;
  }

  /// f_k(x) for every slot, relative to the numerator of a slot without any of the words.
  void predict() {
    products_.reset(mix_.slots());
    products_.above.assign(mix_.slots(), 1.0);
    std::sort(words_.begin(), words_.end());
    std::size_t same = 0;
    Denominators run;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::uint32_t word = words_[i];
      same = i > 0 && word == words_[i - 1] ? same + 1 : 0;
      const double of_one = 1 / (betas_.of(word) + static_cast<double>(same));
      const std::int32_t* row = mix_.word_topic.row(word);
      for (const Topic k : word_topics_.of(word)) products_.above[k] *= 1 + row[k] * of_one;
      run.total[run.n] = total_beta_ + static_cast<double>(i);
      if (++run.n < words_at_once && i + 1 < words_.size()) continue;
      HWY_DYNAMIC_DISPATCH(multiply)(run, sizes_.data(), products_);
      run.n = 0;
    }
  }

  sampling::State& mix_;
  Tables& tables_;
  const TopicProcess& topics_;
  const Context& context_;
  sampling::WordBeta betas_;
  double total_beta_;
  sampling::WordTopicLists word_topics_;
  std::int64_t n_topics_;            ///< K
  std::vector<std::int32_t> sizes_;  ///< n_k
  OpenDocument document_;
  std::vector<std::uint32_t> words_;  ///< of the current table
  SlotProducts products_;
  std::vector<double> weight_;
};

}  // namespace

std::vector<std::size_t> draw_dishes(sampling::State& mix, Tables& tables, const TopicProcess& topics,
                                     const Context& context) {
  DishSampler sampler(mix, tables, topics, context);
  for (std::size_t d = 0; d < context.corpus.n_documents(); ++d) sampler.draw_document(d);
  return std::move(sampler.born);
}

}  // namespace themata::seating
#endif
