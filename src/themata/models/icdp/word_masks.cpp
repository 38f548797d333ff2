#include "themata/models/icdp/word_masks.hpp"

#include <algorithm>

#include "themata/random/elementary.hpp"
#include "themata/random/shuffle.hpp"
#include "themata/random/successes.hpp"

namespace themata::icdp {

namespace {

/// A topic while its words are drawn.
struct OpenTopic {
  Topic topic;
  OneMore one_more;
  Stream stream;
  std::size_t active;  ///< number of words that are on

  /// Draws whether a word is on; the factor depends on how many others are on.
  void draw(std::uint8_t& bit, double odds) {
    const std::size_t others = active - bit;
    bit = flip(stream, odds * one_more(others)) ? 1 : 0;
    active = others + bit;
  }
  /// The same for a word for which candidates were drawn with these odds. @param could  whether it is a
  /// candidate
  void draw_on(std::uint8_t& bit, double odds, std::uint8_t could) {
    const std::size_t others = active - bit;
    bit = could != 0 && flip_on(stream, odds, one_more(others)) ? 1 : 0;
    active = others + bit;
  }
};

OpenTopic open_topic(const State& state, const Context& context, Topic k, std::int64_t tokens) {
  return {k, OneMore(state.mix.beta, tokens), mask_stream(context, MaskDraw::topic, k), state.words.words(k)};
}

/// Adds latent words of one topic alone, after the previous ones have been removed.
void begin_latent_words(WordMask& words, Stream& stream, Topic k, const OwnDishes& dishes) {
  const std::uint64_t own = draw_own_dishes(stream, dishes);
  words.latent.resize(words.latent.size() + own, {k});
  words.n_latent[k] += static_cast<std::uint32_t>(own);
}

/// The data of both samplers.
struct WordDraw {
  WordDraw(State& of, const Context& with, Vocabulary words)
      : state(of),
        context(with),
        vocabulary(words),
        dish(word_dishes(of, words)),
        topics(live_topics(of)),
        sizes(sampling::topic_sizes(of.mix)) {}

  State& state;
  const Context& context;
  Vocabulary vocabulary;
  DishDistribution dish;
  std::vector<Topic> topics;
  std::vector<std::int64_t> sizes;
};

/// All topics at once, given the words' probabilities. As for documents (document_masks.cpp), candidates are
/// drawn first, word by word.
class AtOnce : WordDraw {
 public:
  explicit AtOnce(const WordDraw& draw)
      : WordDraw(draw),
        odds_(state.words.on.rows(), none),
        latent_odds_(state.words.latent.size()),
        could_(state.words.on.rows(), state.mix.slots()),
        latent_could_(state.words.latent.size(), state.mix.slots()) {
    draw_probabilities();
    lay_out_latent_words();
  }

  void draw() {
    context.pool.for_chunks(topics.size(), slot_group, [&](std::size_t begin, std::size_t end) {
      switch_words(std::span(topics).subspan(begin, end - begin));
    });
    take_up_latent_words();
    recount(state.words, state.mix.layout, state.mix.slots());
    if (vocabulary == Vocabulary::unbounded) draw_own_words();
  }

 private:
  static constexpr double none = -1;  ///< for a type that is not a dish

  void draw_probabilities() {
    const auto n = static_cast<double>(topics.size());
    constexpr std::size_t chunk = 256;
    context.pool.for_chunks(odds_.size(), chunk, [&](std::size_t begin, std::size_t end) {
      for (std::size_t v = begin; v < end; ++v) {
        if (!is_dish(state, v, vocabulary)) continue;
        Stream stream = mask_stream(context, MaskDraw::probability, sampling::max_topics + 1 + v);
        odds_[v] = draw_odds(stream, dish, state.words.topics[v], n);
        draw_which_could(stream, odds_[v], could_.row(v));
      }
    });
    context.pool.for_chunks(latent_odds_.size(), chunk, [&](std::size_t begin, std::size_t end) {
      for (std::size_t g = begin; g < end; ++g) {
        Stream stream = mask_stream(context, MaskDraw::latent_word, g);
        latent_odds_[g] = draw_odds(stream, dish, static_cast<double>(state.words.latent[g].size()), n);
        draw_which_could(stream, latent_odds_[g], latent_could_.row(g));
      }
    });
  }

  void draw_which_could(Stream& stream, double odds, std::uint8_t* could) const {
    for_each_success(stream, -portable_log(1 + odds), 0, topics.size(),
                     [&](std::uint64_t i) { could[topics[i]] = 1; });
  }

  /// Stores the lists of latent words as bits, draws an order of topics (a latent word keeps its first topic)
  /// and an order for drawing latent words.
  void lay_out_latent_words() {
    const auto& latent = state.words.latent;
    place_.assign(state.mix.slots(), 0);
    const auto order = draw_order(mask_stream(context, MaskDraw::order, 2), topics.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) place_[topics[order[i]]] = i;
    bits_ = Matrix<std::uint8_t>(latent.size(), state.mix.slots());
    for (std::size_t g = 0; g < latent.size(); ++g) {
      first_.push_back(UINT32_MAX);
      for (const Topic k : latent[g]) {
        bits_.row(g)[k] = 1;
        first_[g] = std::min(first_[g], place_[k]);
      }
    }
    latent_order_ = draw_order(mask_stream(context, MaskDraw::order, 3), latent.size());
  }

  /// For neighboring topics, word by word: a row of the counts is read once for all of them.
  void switch_words(std::span<const Topic> group) {
    std::vector<OpenTopic> open;
    for (const Topic k : group) open.push_back(open_topic(state, context, k, sizes[k]));
    for (std::size_t v = 0; v < odds_.size(); ++v) {
      if (odds_[v] == none) continue;
      const std::int32_t* tokens = state.mix.word_topic.row(v);
      std::uint8_t* on = state.words.on.row(v);
      const std::uint8_t* could = could_.row(v);
      for (OpenTopic& topic : open)
        if ((on[topic.topic] | could[topic.topic]) != 0 && tokens[topic.topic] == 0)
          topic.draw_on(on[topic.topic], odds_[v], could[topic.topic]);
    }
    for (const std::uint32_t g : latent_order_) {
      std::uint8_t* on = bits_.row(g);
      const std::uint8_t* could = latent_could_.row(g);
      for (OpenTopic& topic : open)
        if ((on[topic.topic] | could[topic.topic]) != 0 && place_[topic.topic] > first_[g])
          topic.draw_on(on[topic.topic], latent_odds_[g], could[topic.topic]);
    }
  }

  void take_up_latent_words() {
    for (std::size_t g = 0; g < state.words.latent.size(); ++g) {
      state.words.latent[g].clear();
      for (const Topic k : topics)
        if (bits_.row(g)[k] != 0) state.words.latent[g].push_back(k);
    }
  }

  void draw_own_words() {
    for (const auto& list : state.words.latent)
      if (list.size() == 1) --state.words.n_latent[list.front()];
    std::erase_if(state.words.latent, [](const auto& list) { return list.size() == 1; });
    const double rate = state.word_process.new_dishes(topics.size() - 1);
    for (const Topic k : topics) {
      Stream stream = mask_stream(context, MaskDraw::own_words, k);
      const auto others = static_cast<double>(state.words.words(k));
      begin_latent_words(state.words, stream, k, {rate, others, state.mix.beta, sizes[k]});
    }
  }

  std::vector<double> odds_;  ///< V
  std::vector<double> latent_odds_;
  Matrix<std::uint8_t> could_;         ///< V x slots: 1 if a word is a candidate
  Matrix<std::uint8_t> latent_could_;  ///< latent words x slots, likewise
  Matrix<std::uint8_t> bits_;          ///< latent words x slots: 1 if a latent word is on
  std::vector<std::uint32_t> place_;   ///< slots
  std::vector<std::uint32_t> first_;   ///< by latent word
  std::vector<std::uint32_t> latent_order_;
};

/// The sequential sampler: one topic after the other.
class InTurn : WordDraw {
 public:
  explicit InTurn(const WordDraw& draw) : WordDraw(draw) {
    Stream stream = mask_stream(context, MaskDraw::order, 2);
    shuffle(topics, stream);
  }

  void draw() {
    for (const Topic k : topics) {
      OpenTopic topic = open_topic(state, context, k, sizes[k]);
      switch_types(topic);
      if (vocabulary == Vocabulary::unbounded) switch_latent_words(topic);
    }
  }

 private:
  double odds(double others) const {
    return (others + dish.on) / (static_cast<double>(topics.size()) - 1 - others + dish.off);
  }

  void switch_types(OpenTopic& topic) {
    for (std::size_t v = 0; v < state.words.on.rows(); ++v) {
      if (state.mix.word_topic.row(v)[topic.topic] > 0 || !is_dish(state, v, vocabulary)) continue;
      std::uint8_t bit = state.words.on.row(v)[topic.topic];
      topic.draw(bit, odds(static_cast<double>(state.words.topics[v]) - bit));
      set_word(state.words, state.mix.layout, v, topic.topic, bit != 0);
    }
  }

  void switch_latent_words(OpenTopic& topic) {
    auto& latent = state.words.latent;
    const Topic k = topic.topic;
    for (const std::uint32_t g :
         draw_order(mask_stream(context, MaskDraw::order, 4 + std::uint64_t{k}), latent.size())) {
      std::uint8_t bit = std::ranges::find(latent[g], k) == latent[g].end() ? 0 : 1;
      const auto others = static_cast<double>(latent[g].size() - bit);
      if (others == 0) continue;
      std::erase(latent[g], k);
      topic.draw(bit, odds(others));
      if (bit != 0) latent[g].push_back(k);
    }
    // Only now: until the number of the topic's own latent words is redrawn, the others depend on it.
    topic.active -= std::erase_if(latent, [&](const auto& list) { return list.size() == 1 && list[0] == k; });
    begin_latent_words(state.words, topic.stream, k,
                       {state.word_process.new_dishes(topics.size() - 1), static_cast<double>(topic.active),
                        state.mix.beta, sizes[k]});
    recount(state.words, state.mix.layout, state.mix.slots());
  }
};

}  // namespace

void draw_word_masks(State& state, const Context& context, Vocabulary vocabulary) {
  if (!live_topics(state).empty()) AtOnce({state, context, vocabulary}).draw();
}

void draw_word_masks_in_turn(State& state, const Context& context, Vocabulary vocabulary) {
  InTurn({state, context, vocabulary}).draw();
}

}  // namespace themata::icdp
