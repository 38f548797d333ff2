#include "themata/models/icdp/word_masks.hpp"

#include <algorithm>
#include <array>
#include <bit>

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
  bool draw(bool on, double odds) {
    const std::size_t others = active - (on ? 1 : 0);
    on = flip(stream, odds * one_more(others));
    active = others + (on ? 1 : 0);
    return on;
  }
  /// The same for a word for which candidates were drawn with these odds. @param could  whether it is a
  /// candidate
  bool draw_on(bool on, double odds, bool could) {
    const std::size_t others = active - (on ? 1 : 0);
    on = could && flip_on(stream, odds, one_more(others));
    active = others + (on ? 1 : 0);
    return on;
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
    context.pool.for_each(BitMatrix::words_for(state.mix.slots()), [&](std::size_t i) { switch_words(i); });
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
        draw_which_could(stream, odds_[v], could_, v);
      }
    });
    context.pool.for_chunks(latent_odds_.size(), chunk, [&](std::size_t begin, std::size_t end) {
      for (std::size_t g = begin; g < end; ++g) {
        Stream stream = mask_stream(context, MaskDraw::latent_word, g);
        latent_odds_[g] = draw_odds(stream, dish, static_cast<double>(state.words.latent[g].size()), n);
        draw_which_could(stream, latent_odds_[g], latent_could_, g);
      }
    });
  }

  void draw_which_could(Stream& stream, double odds, BitMatrix& could, std::size_t word) const {
    for_each_success(stream, -portable_log(1 + odds), 0, topics.size(),
                     [&](std::uint64_t i) { could.set(word, topics[i]); });
  }

  /// Stores the lists of latent words as bits, draws an order of topics (a latent word keeps its first topic)
  /// and an order for drawing latent words.
  void lay_out_latent_words() {
    const auto& latent = state.words.latent;
    place_.assign(state.mix.slots(), 0);
    const auto order = draw_order(mask_stream(context, MaskDraw::order, 2), topics.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) place_[topics[order[i]]] = i;
    bits_ = BitMatrix(latent.size(), state.mix.slots());
    for (std::size_t g = 0; g < latent.size(); ++g) {
      first_.push_back(UINT32_MAX);
      for (const Topic k : latent[g]) {
        bits_.set(g, k);
        first_[g] = std::min(first_[g], place_[k]);
      }
    }
    latent_order_ = draw_order(mask_stream(context, MaskDraw::order, 3), latent.size());
  }

  /// For the topics of one word of bits, word type by word type: those that are on or could be.
  void switch_words(std::size_t place) {
    const std::size_t first = place * BitMatrix::word_bits;
    std::vector<OpenTopic> open;
    std::array<std::uint32_t, BitMatrix::word_bits> number{};
    for (auto k = std::ranges::lower_bound(topics, first);
         k != topics.end() && *k < first + BitMatrix::word_bits; ++k) {
      number[*k - first] = static_cast<std::uint32_t>(open.size());
      open.push_back(open_topic(state, context, *k, sizes[*k]));
    }
    const auto draw = [&](std::uint64_t& on, std::uint64_t could, double odds, const auto& is_drawn) {
      for (std::uint64_t left = on | could; left != 0; left &= left - 1) {
        const auto bit = static_cast<std::size_t>(std::countr_zero(left));
        if (!is_drawn(first + bit)) continue;
        const std::uint64_t at = std::uint64_t{1} << bit;
        const bool now = open[number[bit]].draw_on((on & at) != 0, odds, (could & at) != 0);
        on = now ? on | at : on & ~at;
      }
    };
    for (std::size_t v = 0; v < odds_.size(); ++v) {
      if (odds_[v] == none) continue;
      const std::int32_t* tokens = state.mix.word_topic.row(v);
      draw(state.words.on.row(v)[place], could_.row(v)[place], odds_[v],
           [&](std::size_t k) { return tokens[k] == 0; });
    }
    for (const std::uint32_t g : latent_order_)
      draw(bits_.row(g)[place], latent_could_.row(g)[place], latent_odds_[g],
           [&](std::size_t k) { return place_[k] > first_[g]; });
  }

  void take_up_latent_words() {
    for (std::size_t g = 0; g < state.words.latent.size(); ++g) {
      state.words.latent[g].clear();
      bits_.for_each(g, [&](std::size_t k) { state.words.latent[g].push_back(static_cast<Topic>(k)); });
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
  BitMatrix could_;                   ///< V x slots: whether a word is a candidate
  BitMatrix latent_could_;            ///< latent words x slots, likewise
  BitMatrix bits_;                    ///< latent words x slots: whether a latent word is on
  std::vector<std::uint32_t> place_;  ///< slots
  std::vector<std::uint32_t> first_;  ///< by latent word
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
      const bool on = state.words.on.test(v, topic.topic);
      set_word(state.words, state.mix.layout, v, topic.topic,
               topic.draw(on, odds(static_cast<double>(state.words.topics[v]) - (on ? 1 : 0))));
    }
  }

  void switch_latent_words(OpenTopic& topic) {
    auto& latent = state.words.latent;
    const Topic k = topic.topic;
    for (const std::uint32_t g :
         draw_order(mask_stream(context, MaskDraw::order, 4 + std::uint64_t{k}), latent.size())) {
      const bool on = std::ranges::find(latent[g], k) != latent[g].end();
      const auto others = static_cast<double>(latent[g].size() - (on ? 1 : 0));
      if (others == 0) continue;
      std::erase(latent[g], k);
      if (topic.draw(on, odds(others))) latent[g].push_back(k);
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
