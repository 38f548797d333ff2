#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "themata/models/icdp/model.hpp"
#include "themata/models/icdp/topics.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/rising.hpp"

// Moves of whole topics of documents, one after another and by the formulas as they stand, with one spare
// topic and every sum over words that are on or off written out, to plant bugs in.
namespace themata::testing {

enum class MoveMistake {
  none,
  by_age,            ///< a document's sets move in the order of its list, old topics first
  counts_itself,     ///< the odds count the document whose tokens move
  used_too,          ///< tokens may go to a topic that the document uses already
  words_stay,        ///< the words that tokens leave behind stay on
  words_not_summed,  ///< f = L, not L / Z: what else could be on is forgotten
  few_births,        ///< a new topic weighs half
  no_births          ///< there are none
};

class PlainMoves {
 public:
  PlainMoves(icdp::State& state, const Context& context, MoveMistake mistake)
      : state_(state),
        context_(context),
        mistake_(mistake),
        stream_(context.stream(Purpose::dish, 0)),
        masked_(!state.words.everything()) {}

  void draw() {
    for (std::size_t d = 0; d < context_.corpus.n_documents(); ++d)
      for (const sampling::Topic k : in_order(d)) {
        // A topic that was merged with another has no tokens any more.
        std::vector<std::size_t> places;
        for (std::size_t i = context_.corpus.offsets()[d]; i < context_.corpus.offsets()[d + 1]; ++i)
          if (state_.mix.topics[i] == k) places.push_back(i);
        if (!places.empty()) move(d, k, places);
      }
  }

 private:
  using Places = std::vector<std::size_t>;

  /// The topics of a document's tokens by their first tokens: which is first does not depend on the topics.
  std::vector<sampling::Topic> in_order(std::size_t d) const {
    if (mistake_ == MoveMistake::by_age) return state_.documents.of[d];
    std::vector<sampling::Topic> order;
    for (std::size_t i = context_.corpus.offsets()[d]; i < context_.corpus.offsets()[d + 1]; ++i)
      if (std::ranges::find(order, state_.mix.topics[i]) == order.end())
        order.push_back(state_.mix.topics[i]);
    return order;
  }

  void move(std::size_t d, std::size_t before, const Places& places) {
    document_ = d;
    count(places, before, -1);
    std::erase(state_.documents.of[d], static_cast<sampling::Topic>(before));
    --state_.documents.documents[before];
    std::size_t spare = before;
    if (state_.documents.documents[before] > 0)
      spare = icdp::begin_topic(state_, context_, icdp::Vocabulary::unbounded, stream_);
    draw_presence(places);
    std::vector<std::size_t> topics;
    std::vector<double> weights;
    for (const sampling::Topic k : icdp::live_topics(state_)) {
      const auto& used = state_.documents.of[d];
      const bool is_used = std::ranges::find(used, k) != used.end();
      if (is_used && (mistake_ != MoveMistake::used_too)) continue;
      topics.push_back(k);
      weights.push_back(prior(k, before, spare) * words_weight(k, places));
    }
    const std::size_t after = topics[draw_index(stream_, weights)];
    if (after != before) {
      if (mistake_ != MoveMistake::words_stay) draw_free(before, places);
      for (const std::size_t i : places) set(i, after, true);
    }
    count(places, after, 1);
    auto& list = state_.documents.of[d];
    if (std::ranges::find(list, after) == list.end()) {
      list.push_back(static_cast<sampling::Topic>(after));
      ++state_.documents.documents[after];
    }
    for (const std::size_t k : {before, spare})
      if (icdp::is_live(state_, k) && state_.documents.documents[k] == 0) icdp::end_topic(state_, k);
  }

  void count(const Places& places, std::size_t k, std::int32_t by) {
    for (const std::size_t i : places) {
      state_.mix.topics[i] = static_cast<sampling::Topic>(k);
      state_.mix.word_topic.row(word(i))[k] += by;
      state_.mix.block_topic.row(0)[k] += by;
      if (!state_.mix.document_topic.empty()) state_.mix.document_topic.row(document_)[k] += by;
    }
  }
  std::uint32_t word(std::size_t i) const { return state_.mix.layout.words[i]; }

  double prior(std::size_t k, std::size_t before, std::size_t spare) const {
    const icdp::Ibp& process = state_.topic_process;
    const auto n = static_cast<double>(context_.corpus.n_documents());
    if (k == spare) {
      if (mistake_ == MoveMistake::no_births && spare != before) return 0;
      return process.new_dishes(context_.corpus.n_documents() - 1) *
             (mistake_ == MoveMistake::few_births ? 0.5 : 1);
    }
    const double c =
        state_.documents.documents[k] + (mistake_ == MoveMistake::counts_itself && k == before ? 1.0 : 0.0);
    return (c - process.discount) / (n - 1 - c + process.concentration + process.discount);
  }

  void draw_presence(const Places& places) {
    if (!masked_) return;
    const icdp::DishDistribution dish = icdp::word_dishes(state_, icdp::Vocabulary::unbounded);
    const auto n = static_cast<double>(icdp::live_topics(state_).size());
    presence_.assign(state_.mix.word_topic.rows(), 0);
    for (const std::uint32_t v : types(places)) {
      const double odds = icdp::draw_odds(stream_, dish, state_.words.topics[v], n);
      presence_[v] = odds / (1 + odds);
    }
  }

  std::vector<std::uint32_t> types(const Places& places) const {
    std::vector<std::uint32_t> found;
    for (const std::size_t i : places)
      if (std::ranges::find(found, word(i)) == found.end()) found.push_back(word(i));
    return found;
  }
  std::vector<std::uint32_t> free_types(const Places& places, std::size_t k) const {
    std::vector<std::uint32_t> found = types(places);
    std::erase_if(found, [&](std::uint32_t v) { return state_.mix.word_topic.row(v)[k] > 0; });
    return found;
  }
  /// Words of a topic besides the free ones.
  double others(std::size_t k, const std::vector<std::uint32_t>& free) const {
    double words = state_.words.words(k);
    for (const std::uint32_t v : free) words -= state_.words.on.test(v, k) ? 1 : 0;
    return words;
  }
  std::int64_t size(std::size_t k) const { return state_.mix.block_topic.row(0)[k]; }

  /// By the bits of a number: which of the free words are on.
  std::vector<double> weights_of_free(std::size_t k, const std::vector<std::uint32_t>& free) const {
    std::vector<double> weights;
    const double others_on = others(k, free);
    for (std::uint32_t bits = 0; bits < 1U << free.size(); ++bits) {
      double weight = 1, on = others_on;
      for (std::size_t i = 0; i < free.size(); ++i) {
        const bool is_on = (bits >> i & 1U) != 0;
        weight *= is_on ? presence_[free[i]] : 1 - presence_[free[i]];
        on += is_on ? 1 : 0;
      }
      weights.push_back(weight * std::exp(-log_rising(on * state_.mix.beta, size(k))));
    }
    return weights;
  }

  double words_weight(std::size_t k, const Places& places) const {
    const auto n = static_cast<std::int64_t>(places.size());
    double words = static_cast<double>(state_.mix.word_topic.rows()), log_weight = 0;
    if (masked_) {
      const std::vector<std::uint32_t> free = free_types(places, k);
      const std::vector<double> weights = weights_of_free(k, free);
      double sum = 0;
      for (const double weight : weights) sum += weight;
      log_weight = std::log(weights.back());
      if (mistake_ != MoveMistake::words_not_summed) log_weight -= std::log(sum);
      words = others(k, free) + static_cast<double>(free.size());
    }
    log_weight -= log_rising(words * state_.mix.beta + static_cast<double>(size(k)), n);
    for (const std::uint32_t v : types(places))
      log_weight += log_rising(state_.mix.beta + state_.mix.word_topic.row(v)[k],
                               std::ranges::count_if(places, [&](std::size_t i) { return word(i) == v; }));
    return std::exp(log_weight);
  }

  void draw_free(std::size_t k, const Places& places) {
    if (!masked_) return;
    const std::vector<std::uint32_t> free = free_types(places, k);
    const std::size_t bits = draw_index(stream_, weights_of_free(k, free));
    for (std::size_t i = 0; i < free.size(); ++i)
      icdp::set_word(state_.words, state_.mix.layout, free[i], k, (bits >> i & 1U) != 0);
  }
  void set(std::size_t i, std::size_t k, bool on) {
    if (masked_) icdp::set_word(state_.words, state_.mix.layout, word(i), k, on);
  }

  icdp::State& state_;
  const Context& context_;
  MoveMistake mistake_;
  Stream stream_;
  bool masked_;
  std::size_t document_ = 0;
  std::vector<double> presence_;  ///< by word type
};

}  // namespace themata::testing
