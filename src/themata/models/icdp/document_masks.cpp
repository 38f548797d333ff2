#include "themata/models/icdp/document_masks.hpp"

#include <algorithm>

#include "themata/random/elementary.hpp"
#include "themata/random/shuffle.hpp"
#include "themata/random/successes.hpp"

namespace themata::icdp {

namespace {

/// The mask of one document, by slot.
class OpenMask {
 public:
  explicit OpenMask(std::size_t slots) : tokens_(slots, 0), on_(slots, 0), could_(slots, 0) {}

  void open(const State& state, const Corpus& corpus, std::size_t d) {
    for (const Topic k : state.documents.of[d]) on_[k] = 1;
    for (const Topic k : sampling::topics_of(state.mix, corpus, d)) tokens_[k] = 1;
    active_ = state.documents.of[d].size();
  }
  bool has_tokens(Topic k) const { return tokens_[k] != 0; }
  bool is_on(Topic k) const { return on_[k] != 0; }
  /// Number of topics that are on, not counting k.
  std::size_t others(Topic k) const { return active_ - on_[k]; }
  void set(Topic k, bool on) {
    active_ += (on ? std::size_t{1} : 0) - on_[k];
    on_[k] = on ? 1 : 0;
  }
  /// Whether a topic without tokens is a candidate to be on.
  bool could(Topic k) const { return could_[k] != 0; }
  void set_could(Topic k) { could_[k] = 1; }
  /// Writes the mask into `list`, which must hold the topics that were on, and resets for the next document.
  /// @param others  further topics that may be on, including all candidates
  void close(std::span<const Topic> others, std::vector<Topic>& list) {
    std::vector<Topic> now;
    const auto take = [&](std::span<const Topic> topics) {
      for (const Topic k : topics) {
        if (on_[k] != 0) now.push_back(k);
        on_[k] = tokens_[k] = could_[k] = 0;
      }
    };
    take(list);
    take(others);
    list = std::move(now);
  }

 private:
  std::vector<std::uint8_t> tokens_, on_, could_;
  std::size_t active_ = 0;
};

/// The place of each topic's first document in `order`; -1 for a topic with tokens.
std::vector<std::int64_t> first_documents(const State& state, const std::vector<std::uint32_t>& order,
                                          const std::vector<std::int64_t>& sizes) {
  constexpr std::int64_t nowhere = INT64_MAX;
  std::vector<std::int64_t> first(state.mix.slots(), nowhere);
  for (std::size_t place = order.size(); place-- > 0;)
    for (const Topic k : state.documents.of[order[place]]) first[k] = static_cast<std::int64_t>(place);
  for (std::size_t k = 0; k < first.size(); ++k)
    if (sizes[k] > 0) first[k] = -1;
  return first;
}

constexpr std::size_t document_chunk = 64;

/// All documents at once, given the topics' probabilities pi. A topic without tokens is on with odds pi / (1
/// - pi) r(s). Since r(s) <= 1, its probability is at most pi. So the candidates are drawn first, with
/// probability pi, topic by topic, in time proportional to their number. A document then only visits its
/// candidates and the topics that are on.
class Switching {
 public:
  Switching(State& state, const Context& context, const std::vector<std::int64_t>& sizes)
      : state_(state),
        context_(context),
        n_(context.corpus.n_documents()),
        topics_(live_topics(state)),
        place_(n_),
        turn_(state.mix.slots()),
        odds_(state.mix.slots(), 0.0),
        could_(n_) {
    const std::vector<std::uint32_t> order = draw_order(mask_stream(context, MaskDraw::order), n_);
    for (std::size_t i = 0; i < n_; ++i) place_[order[i]] = static_cast<std::int64_t>(i);
    first_ = first_documents(state, order, sizes);
    // The order must not depend on when topics were born: a scan by age would not leave the posterior
    // invariant.
    Stream stream = mask_stream(context, MaskDraw::order, 1);
    shuffle(topics_, stream);
    for (std::uint32_t i = 0; i < topics_.size(); ++i) turn_[topics_[i]] = i;
    draw_which_could();
  }

  void draw() {
    context_.pool.for_chunks(n_, document_chunk, [&](std::size_t begin, std::size_t end) {
      OpenMask mask(state_.mix.slots());
      for (std::size_t d = begin; d < end; ++d) draw(mask, d);
    });
    recount(state_.documents, state_.mix.slots());
  }

 private:
  void draw_which_could() {
    constexpr std::size_t topic_chunk = 16;
    std::vector<std::vector<std::uint32_t>> documents(topics_.size());
    context_.pool.for_chunks(topics_.size(), topic_chunk, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) documents[i] = draw_which_could(topics_[i]);
    });
    for (std::size_t i = 0; i < topics_.size(); ++i)
      for (const std::uint32_t d : documents[i]) could_[d].push_back(topics_[i]);
  }

  /// Draws the topic's odds, and the documents for which it is a candidate.
  std::vector<std::uint32_t> draw_which_could(Topic k) {
    std::vector<std::uint32_t> documents;
    Stream stream = mask_stream(context_, MaskDraw::probability, k);
    odds_[k] = draw_odds(stream, dish_distribution(state_.topic_process), state_.documents.documents[k],
                         static_cast<double>(n_));
    for_each_success(stream, -portable_log(1 + odds_[k]), 0, n_,
                     [&](std::uint64_t d) { documents.push_back(static_cast<std::uint32_t>(d)); });
    return documents;
  }

  void draw(OpenMask& mask, std::size_t d) {
    mask.open(state_, context_.corpus, d);
    for (const Topic k : could_[d]) mask.set_could(k);
    std::vector<std::uint32_t> turns;
    const auto add = [&](Topic k) {
      if (!mask.has_tokens(k) && place_[d] > first_[k]) turns.push_back(turn_[k]);
    };
    for (const Topic k : state_.documents.of[d]) add(k);
    for (const Topic k : could_[d])
      if (!mask.is_on(k)) add(k);
    std::ranges::sort(turns);
    OneMore one_more(state_.alpha, static_cast<std::int64_t>(context_.corpus.length(d)));
    Stream stream = mask_stream(context_, MaskDraw::document, d);
    for (const std::uint32_t turn : turns) {
      const Topic k = topics_[turn];
      mask.set(k, mask.could(k) && flip_on(stream, odds_[k], one_more(mask.others(k))));
    }
    mask.close(could_[d], state_.documents.of[d]);
  }

  State& state_;
  const Context& context_;
  std::size_t n_;
  std::vector<Topic> topics_;              ///< in scan order
  std::vector<std::int64_t> place_;        ///< by document: its place in the order of documents
  std::vector<std::int64_t> first_;        ///< slots: place of the document that must keep the topic
  std::vector<std::uint32_t> turn_;        ///< slots: place in scan order
  std::vector<double> odds_;               ///< slots
  std::vector<std::vector<Topic>> could_;  ///< by document: candidates
};

/// Topics without tokens that only one document uses.
std::vector<std::uint8_t> find_own_topics(const State& state, const std::vector<std::int64_t>& sizes) {
  std::vector<std::uint8_t> own(sizes.size());
  for (std::size_t k = 0; k < sizes.size(); ++k)
    own[k] = state.documents.documents[k] == 1 && sizes[k] == 0 ? 1 : 0;
  return own;
}

void end_topics(State& state, const std::vector<std::uint8_t>& which) {
  for (std::size_t k = 0; k < which.size(); ++k) {
    if (which[k] == 0) continue;
    state.documents.documents[k] = 0;
    end_topic(state, k);
  }
}

/// Removes these topics from a document. @param rate  of new ones @return  how many new ones replace them
std::uint64_t draw_own_topics(State& state, const Context& context, const std::vector<std::uint8_t>& is_own,
                              double rate, std::size_t d) {
  auto& list = state.documents.of[d];
  std::erase_if(list, [&](Topic k) { return is_own[k] != 0; });
  Stream stream = mask_stream(context, MaskDraw::own_topics, d);
  return draw_own_dishes(stream, {rate, static_cast<double>(list.size()), state.alpha,
                                  static_cast<std::int64_t>(context.corpus.length(d))});
}

void begin_own_topics(State& state, const Context& context, Vocabulary vocabulary, std::size_t d,
                      std::uint64_t topics) {
  Stream stream = mask_stream(context, MaskDraw::new_topic, d);
  for (std::uint64_t j = 0; j < topics; ++j) {
    const std::size_t k = begin_topic(state, context, vocabulary, stream);
    state.documents.of[d].push_back(static_cast<Topic>(k));
    state.documents.documents[k] = 1;
  }
}

/// Draws the mask of one document, for the sequential sampler.
void draw_in_turn(State& state, const Context& context, Vocabulary vocabulary, std::size_t d) {
  const auto n = static_cast<double>(context.corpus.n_documents());
  const auto length = static_cast<std::int64_t>(context.corpus.length(d));
  std::vector<Topic> topics = live_topics(state);
  Stream stream = mask_stream(context, MaskDraw::document, d);
  shuffle(topics, stream);
  const DishDistribution dish = dish_distribution(state.topic_process);
  OpenMask mask(state.mix.slots());
  mask.open(state, context.corpus, d);
  OneMore one_more(state.alpha, length);
  std::vector<Topic> own;
  for (const Topic k : topics) {
    if (mask.has_tokens(k)) continue;
    const double others = static_cast<double>(state.documents.documents[k]) - (mask.is_on(k) ? 1 : 0);
    if (others == 0) {
      own.push_back(k);
      continue;
    }
    const double odds = (others + dish.on) / (n - 1 - others + dish.off);
    const bool on = flip(stream, odds * one_more(mask.others(k)));
    state.documents.documents[k] = static_cast<std::uint32_t>(others) + (on ? 1 : 0);
    mask.set(k, on);
  }
  for (const Topic k : own) {
    mask.set(k, false);
    state.documents.documents[k] = 0;
    end_topic(state, k);
  }
  mask.close(topics, state.documents.of[d]);
  const double rate = state.topic_process.new_dishes(context.corpus.n_documents() - 1);
  const auto others = static_cast<double>(state.documents.of[d].size());
  begin_own_topics(state, context, vocabulary, d,
                   draw_own_dishes(stream, {rate, others, state.alpha, length}));
}

}  // namespace

void draw_document_masks(State& state, const Context& context, Vocabulary vocabulary) {
  const std::size_t n = context.corpus.n_documents();
  if (n == 0) return;
  const std::vector<std::int64_t> sizes = sampling::topic_sizes(state.mix);
  Switching(state, context, sizes).draw();
  const std::vector<std::uint8_t> is_own = find_own_topics(state, sizes);
  const double rate = state.topic_process.new_dishes(n - 1);
  std::vector<std::uint64_t> own(n);
  context.pool.for_chunks(n, document_chunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t d = begin; d < end; ++d) own[d] = draw_own_topics(state, context, is_own, rate, d);
  });
  end_topics(state, is_own);
  for (std::size_t d = 0; d < n; ++d)
    if (own[d] > 0) begin_own_topics(state, context, vocabulary, d, own[d]);
}

void draw_document_masks_in_turn(State& state, const Context& context, Vocabulary vocabulary) {
  for (std::size_t d = 0; d < context.corpus.n_documents(); ++d) draw_in_turn(state, context, vocabulary, d);
}

}  // namespace themata::icdp
