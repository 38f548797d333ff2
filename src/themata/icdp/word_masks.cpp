#include "themata/icdp/word_masks.hpp"

#include <algorithm>

#include "themata/random/shuffle.hpp"

namespace themata::icdp {

namespace {

/// Of one topic while its words are drawn.
struct OpenTopic {
  Topic topic;
  OneMore one_more;
  Stream stream;
  std::size_t active;  ///< words that are on

  /// Switches a word; what it is worth depends on how many others are on.
  void draw(std::uint8_t& bit, double odds) {
    const std::size_t others = active - bit;
    bit = flip(stream, odds * one_more(others)) ? 1 : 0;
    active = others + bit;
  }
};

OpenTopic open_topic(const State& state, const Context& context, Topic k, std::int64_t tokens) {
  return {k, OneMore(state.mix.beta, tokens), mask_stream(context, MaskDraw::topic, k), state.words.words(k)};
}

/// Ghosts that a topic alone has, after those that it had are gone.
void begin_ghosts(WordMask& words, Stream& stream, Topic k, const OwnDishes& law) {
  const std::uint64_t own = draw_own_dishes(stream, law);
  words.ghosts.resize(words.ghosts.size() + own, {k});
  words.n_ghosts[k] += static_cast<std::uint32_t>(own);
}

/// All topics at once, the words' probabilities given.
class AtOnce {
 public:
  AtOnce(State& state, const Context& context, const MaskSettings& settings)
      : state_(state),
        context_(context),
        finite_(settings.finite_vocabulary),
        law_(word_dishes(state, finite_)),
        topics_(live_topics(state)),
        sizes_(admixture::topic_sizes(state.mix)),
        odds_(state.words.on.rows(), none) {
    draw_probabilities();
    lay_out_ghosts();
  }

  void draw() {
    context_.pool.for_chunks(topics_.size(), lane_group, [&](std::size_t begin, std::size_t end) {
      switch_words(std::span(topics_).subspan(begin, end - begin));
    });
    take_up_ghosts();
    recount(state_.words, state_.mix.layout, state_.mix.lanes());
    if (!finite_) draw_own_words();
  }

 private:
  static constexpr double none = -1;  ///< of a type that is no dish

  void draw_probabilities() {
    const auto n = static_cast<double>(topics_.size());
    constexpr std::size_t chunk = 256;
    context_.pool.for_chunks(odds_.size(), chunk, [&](std::size_t begin, std::size_t end) {
      for (std::size_t v = begin; v < end; ++v) {
        if (!is_dish(state_, v, finite_)) continue;
        Stream stream = mask_stream(context_, MaskDraw::probability, admixture::max_topics + 1 + v);
        odds_[v] = draw_odds(stream, law_, state_.words.topics[v], n);
      }
    });
    for (std::size_t g = 0; g < state_.words.ghosts.size(); ++g) {
      Stream stream = mask_stream(context_, MaskDraw::ghost, g);
      ghost_odds_.push_back(draw_odds(stream, law_, static_cast<double>(state_.words.ghosts[g].size()), n));
    }
  }

  /// The lists of ghosts as bits, an order of topics whose first a ghost cannot lose, and one to draw ghosts in.
  void lay_out_ghosts() {
    const auto& ghosts = state_.words.ghosts;
    place_.assign(state_.mix.lanes(), 0);
    const auto order = draw_order(mask_stream(context_, MaskDraw::order, 2), topics_.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) place_[topics_[order[i]]] = i;
    bits_ = Matrix<std::uint8_t>(ghosts.size(), state_.mix.lanes());
    for (std::size_t g = 0; g < ghosts.size(); ++g) {
      first_.push_back(UINT32_MAX);
      for (const Topic k : ghosts[g]) {
        bits_.row(g)[k] = 1;
        first_[g] = std::min(first_[g], place_[k]);
      }
    }
    ghost_order_ = draw_order(mask_stream(context_, MaskDraw::order, 3), ghosts.size());
  }

  /// Of neighbouring topics, word after word: a row of the counts is read once for all of them.
  void switch_words(std::span<const Topic> topics) {
    std::vector<OpenTopic> open;
    for (const Topic k : topics) open.push_back(open_topic(state_, context_, k, sizes_[k]));
    for (std::size_t v = 0; v < odds_.size(); ++v) {
      if (odds_[v] == none) continue;
      const std::int32_t* tokens = state_.mix.word_topic.row(v);
      std::uint8_t* on = state_.words.on.row(v);
      for (OpenTopic& topic : open)
        if (tokens[topic.topic] == 0) topic.draw(on[topic.topic], odds_[v]);
    }
    for (const std::uint32_t g : ghost_order_)
      for (OpenTopic& topic : open)
        if (place_[topic.topic] > first_[g]) topic.draw(bits_.row(g)[topic.topic], ghost_odds_[g]);
  }

  void take_up_ghosts() {
    for (std::size_t g = 0; g < state_.words.ghosts.size(); ++g) {
      state_.words.ghosts[g].clear();
      for (const Topic k : topics_)
        if (bits_.row(g)[k] != 0) state_.words.ghosts[g].push_back(k);
    }
  }

  void draw_own_words() {
    for (const auto& list : state_.words.ghosts)
      if (list.size() == 1) --state_.words.n_ghosts[list.front()];
    std::erase_if(state_.words.ghosts, [](const auto& list) { return list.size() == 1; });
    const double rate = state_.word_law.new_dishes(topics_.size() - 1);
    for (const Topic k : topics_) {
      Stream stream = mask_stream(context_, MaskDraw::own_words, k);
      const auto others = static_cast<double>(state_.words.words(k));
      begin_ghosts(state_.words, stream, k, {rate, others, state_.mix.beta, sizes_[k]});
    }
  }

  State& state_;
  const Context& context_;
  bool finite_;
  DishLaw law_;
  std::vector<Topic> topics_;
  std::vector<std::int64_t> sizes_;
  std::vector<double> odds_;  ///< V
  std::vector<double> ghost_odds_;
  Matrix<std::uint8_t> bits_;         ///< ghosts x lanes
  std::vector<std::uint32_t> place_;  ///< lanes
  std::vector<std::uint32_t> first_;  ///< of each ghost
  std::vector<std::uint32_t> ghost_order_;
};

/// One topic after the other.
class InTurn {
 public:
  InTurn(State& state, const Context& context, const MaskSettings& settings)
      : state_(state),
        context_(context),
        finite_(settings.finite_vocabulary),
        law_(word_dishes(state, finite_)),
        topics_(live_topics(state)),
        sizes_(admixture::topic_sizes(state.mix)) {
    Stream stream = mask_stream(context, MaskDraw::order, 2);
    shuffle(topics_, stream);
  }

  void draw() {
    for (const Topic k : topics_) {
      OpenTopic topic = open_topic(state_, context_, k, sizes_[k]);
      switch_types(topic);
      if (!finite_) switch_ghosts(topic);
    }
  }

 private:
  double odds(double others) const {
    return (others + law_.on) / (static_cast<double>(topics_.size()) - 1 - others + law_.off);
  }

  void switch_types(OpenTopic& topic) {
    for (std::size_t v = 0; v < state_.words.on.rows(); ++v) {
      if (state_.mix.word_topic.row(v)[topic.topic] > 0 || !is_dish(state_, v, finite_)) continue;
      std::uint8_t bit = state_.words.on.row(v)[topic.topic];
      topic.draw(bit, odds(static_cast<double>(state_.words.topics[v]) - bit));
      set_word(state_.words, state_.mix.layout, v, topic.topic, bit != 0);
    }
  }

  void switch_ghosts(OpenTopic& topic) {
    auto& ghosts = state_.words.ghosts;
    const Topic k = topic.topic;
    for (const std::uint32_t g :
         draw_order(mask_stream(context_, MaskDraw::order, 4 + std::uint64_t{k}), ghosts.size())) {
      std::uint8_t bit = std::ranges::find(ghosts[g], k) == ghosts[g].end() ? 0 : 1;
      const auto others = static_cast<double>(ghosts[g].size() - bit);
      if (others == 0) continue;
      std::erase(ghosts[g], k);
      topic.draw(bit, odds(others));
      if (bit != 0) ghosts[g].push_back(k);
    }
    // Not before: the others are drawn given how many of its own there are, until that is drawn anew.
    topic.active -= std::erase_if(ghosts, [&](const auto& list) { return list.size() == 1 && list[0] == k; });
    begin_ghosts(state_.words, topic.stream, k,
                 {state_.word_law.new_dishes(topics_.size() - 1), static_cast<double>(topic.active),
                  state_.mix.beta, sizes_[k]});
    recount(state_.words, state_.mix.layout, state_.mix.lanes());
  }

  State& state_;
  const Context& context_;
  bool finite_;
  DishLaw law_;
  std::vector<Topic> topics_;
  std::vector<std::int64_t> sizes_;
};

}  // namespace

void draw_word_masks(State& state, const Context& context, const MaskSettings& settings) {
  if (!live_topics(state).empty()) AtOnce(state, context, settings).draw();
}

void draw_word_masks_in_turn(State& state, const Context& context, const MaskSettings& settings) {
  InTurn(state, context, settings).draw();
}

}  // namespace themata::icdp
