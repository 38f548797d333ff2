#include "themata/icdp/document_masks.hpp"

#include <algorithm>

#include "themata/random/shuffle.hpp"

namespace themata::icdp {

namespace {

/// The mask of one document at a time, by lanes.
class OpenMask {
 public:
  explicit OpenMask(std::size_t lanes) : tokens_(lanes, 0), on_(lanes, 0) {}

  void open(const State& state, const Corpus& corpus, std::size_t d) {
    for (const Topic k : state.documents.of[d]) on_[k] = 1;
    for (const Topic k : admixture::topics_of(state.mix, corpus, d)) tokens_[k] = 1;
    active_ = state.documents.of[d].size();
  }
  bool has_tokens(Topic k) const { return tokens_[k] != 0; }
  bool is_on(Topic k) const { return on_[k] != 0; }
  /// Topics that are on besides one.
  std::size_t others(Topic k) const { return active_ - on_[k]; }
  void set(Topic k, bool on) {
    active_ += (on ? std::size_t{1} : 0) - on_[k];
    on_[k] = on ? 1 : 0;
  }
  /// Writes the mask into `list`, and is ready for the next document.
  void close(std::span<const Topic> candidates, std::vector<Topic>& list) {
    list.clear();
    for (const Topic k : candidates) {
      if (on_[k] != 0) list.push_back(k);
      on_[k] = tokens_[k] = 0;
    }
  }

 private:
  std::vector<std::uint8_t> tokens_, on_;
  std::size_t active_ = 0;
};

/// The place of each topic's first document in an order of all; of a topic with tokens, none.
std::vector<std::int64_t> first_documents(const State& state, const std::vector<std::uint32_t>& order,
                                          const std::vector<std::int64_t>& sizes) {
  constexpr std::int64_t nowhere = INT64_MAX;
  std::vector<std::int64_t> first(state.mix.lanes(), nowhere);
  for (std::size_t place = order.size(); place-- > 0;)
    for (const Topic k : state.documents.of[order[place]]) first[k] = static_cast<std::int64_t>(place);
  for (std::size_t k = 0; k < first.size(); ++k)
    if (sizes[k] > 0) first[k] = -1;
  return first;
}

/// In an order that owes nothing to when they were born: a scan by age would not leave the posterior invariant.
std::vector<Topic> shuffled_topics(const State& state, const Context& context) {
  std::vector<Topic> topics = live_topics(state);
  Stream stream = mask_stream(context, MaskDraw::order, 1);
  shuffle(topics, stream);
  return topics;
}

constexpr std::size_t document_chunk = 64;

void switch_topics(State& state, const Context& context, const std::vector<std::int64_t>& sizes) {
  const std::size_t n = context.corpus.n_documents();
  const std::vector<std::uint32_t> order = draw_order(mask_stream(context, MaskDraw::order), n);
  std::vector<std::int64_t> place(n);
  for (std::size_t i = 0; i < n; ++i) place[order[i]] = static_cast<std::int64_t>(i);
  const std::vector<std::int64_t> first = first_documents(state, order, sizes);
  const std::vector<Topic> topics = shuffled_topics(state, context);
  const DishLaw law = dish_law(state.topic_law);
  std::vector<double> odds(state.mix.lanes(), 0.0);
  for (const Topic k : topics) {
    Stream stream = mask_stream(context, MaskDraw::probability, k);
    odds[k] = draw_odds(stream, law, state.documents.documents[k], static_cast<double>(n));
  }
  context.pool.for_chunks(n, document_chunk, [&](std::size_t begin, std::size_t end) {
    OpenMask mask(state.mix.lanes());
    for (std::size_t d = begin; d < end; ++d) {
      mask.open(state, context.corpus, d);
      OneMore one_more(state.alpha, static_cast<std::int64_t>(context.corpus.length(d)));
      Stream stream = mask_stream(context, MaskDraw::document, d);
      for (const Topic k : topics)
        if (!mask.has_tokens(k) && place[d] > first[k])
          mask.set(k, flip(stream, odds[k] * one_more(mask.others(k))));
      mask.close(topics, state.documents.of[d]);
    }
  });
  recount(state.documents, state.mix.lanes());
}

/// Topics without a token that one document alone uses.
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

/// Takes those topics from a document. @param rate  of new ones. @return  how many it is to have in their place
std::uint64_t draw_own_topics(State& state, const Context& context, const std::vector<std::uint8_t>& is_own,
                              double rate, std::size_t d) {
  auto& list = state.documents.of[d];
  std::erase_if(list, [&](Topic k) { return is_own[k] != 0; });
  Stream stream = mask_stream(context, MaskDraw::own_topics, d);
  return draw_own_dishes(stream, {rate, static_cast<double>(list.size()), state.alpha,
                                  static_cast<std::int64_t>(context.corpus.length(d))});
}

void begin_own_topics(State& state, const Context& context, bool finite_vocabulary, std::size_t d,
                      std::uint64_t topics) {
  Stream stream = mask_stream(context, MaskDraw::new_topic, d);
  for (std::uint64_t j = 0; j < topics; ++j) {
    const std::size_t k = begin_topic(state, context, finite_vocabulary, stream);
    state.documents.of[d].push_back(static_cast<Topic>(k));
    state.documents.documents[k] = 1;
  }
}

/// One document of the sampler that goes from one to the next.
void draw_in_turn(State& state, const Context& context, bool finite_vocabulary, std::size_t d) {
  const auto n = static_cast<double>(context.corpus.n_documents());
  const auto length = static_cast<std::int64_t>(context.corpus.length(d));
  std::vector<Topic> topics = live_topics(state);
  Stream stream = mask_stream(context, MaskDraw::document, d);
  shuffle(topics, stream);
  const DishLaw law = dish_law(state.topic_law);
  OpenMask mask(state.mix.lanes());
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
    const double odds = (others + law.on) / (n - 1 - others + law.off);
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
  const double rate = state.topic_law.new_dishes(context.corpus.n_documents() - 1);
  const auto others = static_cast<double>(state.documents.of[d].size());
  begin_own_topics(state, context, finite_vocabulary, d,
                   draw_own_dishes(stream, {rate, others, state.alpha, length}));
}

}  // namespace

void draw_document_masks(State& state, const Context& context, bool finite_vocabulary) {
  const std::size_t n = context.corpus.n_documents();
  if (n == 0) return;
  const std::vector<std::int64_t> sizes = admixture::topic_sizes(state.mix);
  switch_topics(state, context, sizes);
  const std::vector<std::uint8_t> is_own = find_own_topics(state, sizes);
  const double rate = state.topic_law.new_dishes(n - 1);
  std::vector<std::uint64_t> own(n);
  context.pool.for_chunks(n, document_chunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t d = begin; d < end; ++d) own[d] = draw_own_topics(state, context, is_own, rate, d);
  });
  end_topics(state, is_own);
  for (std::size_t d = 0; d < n; ++d)
    if (own[d] > 0) begin_own_topics(state, context, finite_vocabulary, d, own[d]);
}

void draw_document_masks_in_turn(State& state, const Context& context, bool finite_vocabulary) {
  for (std::size_t d = 0; d < context.corpus.n_documents(); ++d)
    draw_in_turn(state, context, finite_vocabulary, d);
}

}  // namespace themata::icdp
