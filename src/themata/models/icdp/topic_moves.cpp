#include "themata/models/icdp/topic_moves.hpp"

#include <algorithm>
#include <numeric>

#include "themata/models/icdp/free_words.hpp"
#include "themata/models/icdp/topics.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/random/rising.hpp"
#include "themata/seating/group_choice.hpp"
#include "themata/seating/token_sets.hpp"

namespace themata::icdp {

namespace {

using seating::TokenSets;

constexpr std::size_t move_chunk = 256;
/// Streams of Purpose::dish.
enum class MoveDraw : std::uint64_t { groups, spares, first_group };
Stream move_stream(const Context& context, MoveDraw what, std::size_t group = 0) {
  return context.stream(Purpose::dish, static_cast<std::uint64_t>(what) + group);
}

/// Begins topics without documents, from which new topics are taken.
void begin_spares(State& state, const Context& context, Vocabulary vocabulary, double mean) {
  Stream count = move_stream(context, MoveDraw::spares), words = mask_stream(context, MaskDraw::spare_topic);
  for (std::uint64_t left = draw_poisson(count, mean); left > 0; --left)
    begin_topic(state, context, vocabulary, words);
}

/// A set for every topic of every document's mask: without tokens it does not move, but the document has it.
/// Those of a document are in the order of their first tokens. An order by the list, which has old topics
/// first, would not leave the posterior invariant.
TokenSets sets_of_chunk(const State& state, const seating::TopicGroups& groups, const Corpus& corpus,
                        std::size_t first) {
  TokenSets chunk;
  chunk.first = corpus.offsets()[first];
  std::vector<std::vector<std::uint32_t>> places(state.mix.slots());
  for (std::size_t d = first; d < std::min(first + move_chunk, corpus.n_documents()); ++d) {
    for (std::size_t i = corpus.offsets()[d]; i < corpus.offsets()[d + 1]; ++i)
      places[state.mix.topics[i]].push_back(static_cast<std::uint32_t>(i - chunk.first));
    std::vector<Topic> topics = state.documents.of[d];
    std::ranges::stable_sort(topics, {},
                             [&](Topic k) { return places[k].empty() ? UINT32_MAX : places[k].front(); });
    for (const Topic k : topics) {
      chunk.places.insert(chunk.places.end(), places[k].begin(), places[k].end());
      places[k].clear();
      chunk.close(d, k, groups);
    }
  }
  return chunk;
}

/// What all groups read, and what each writes in places of its own.
struct Shared {
  State& state;
  const seating::TopicGroups& groups;
  std::vector<seating::GroupCounts>& counts;  ///< by group
  std::vector<TokenSets>& chunks;
  const std::vector<std::int64_t>& sizes;
  std::vector<double> presence;   ///< V: probability that a topic may have a word; empty if all may
  double mean_words = 0;          ///< sum of `presence`
  double n_documents, new_topic;  ///< the weight of each spare topic
  std::size_t most_kept;
};

/// Moves the sets of one group. Topics are called by their numbers in the group.
class GroupMover {
 public:
  GroupMover(const Shared& shared, std::size_t group)
      : shared_(shared),
        group_(group),
        slots_(shared.groups.members[group]),
        masked_(!shared.state.words.everything()),
        counts_(shared.counts[group]),
        choice_(counts_, weights_, shared.most_kept) {
    std::vector<std::uint32_t> types(slots_.size(), 0);
    for (std::size_t v = 0; masked_ && v < shared.state.mix.word_topic.rows(); ++v)
      for (const auto& entry : counts_.of(v)) ++types[entry.topic];
    for (std::size_t k = 0; k < slots_.size(); ++k) {
      const Topic slot = slots_[k];
      topics_.push_back({.documents = shared.state.documents.documents[slot],
                         .tokens = shared.sizes[slot],
                         .types = types[k],
                         .words = masked_ ? shared.state.words.words(slot) : 0});
      topics_.back().left = topics_.back().documents == 0;
      weights_.append();
      refresh(k);
    }
  }

  void draw(Stream& stream) {
    for (TokenSets& chunk : shared_.chunks)
      for (std::size_t first = 0, last = 0; first < chunk.size(); first = last) {
        while (last < chunk.size() && chunk.document[last] == chunk.document[first]) ++last;
        draw_document(stream, chunk, first, last);
      }
  }

  /// Whether a topic was without documents at some time, so that it is another one now.
  bool was_left(std::size_t k) const { return topics_[k].left; }
  const MovedTopics& moved() const { return moved_; }

 private:
  struct OneTopic {
    std::int64_t documents = 0, tokens = 0;
    std::uint32_t types = 0;  ///< word types that it has tokens of
    std::uint32_t words = 0;  ///< of its mask
    bool held = false;        ///< by the document whose sets are drawn
    bool left = false;
  };

  double beta() const { return shared_.state.mix.beta; }

  /// p_k of a topic that c documents use besides the one whose tokens move.
  double prior(std::int64_t c) const {
    if (c == 0) return shared_.new_topic;
    if (static_cast<double>(c) == shared_.n_documents) return 0;  // the document has it too
    const Ibp& process = shared_.state.topic_process;
    const auto n = static_cast<double>(c);
    return (n - process.discount) / (shared_.n_documents - 1 - n + process.concentration + process.discount);
  }

  /// n_k plus beta times the words of k. Where these are drawn with the topic, the expected number stands for
  /// them; is_moved() corrects it.
  double total(const OneTopic& topic) const {
    const double words =
        masked_ ? topic.types + shared_.mean_words : static_cast<double>(shared_.state.mix.word_topic.rows());
    return static_cast<double>(topic.tokens) + beta() * words;
  }

  void refresh(std::size_t k) {
    weights_.set(k, topics_[k].held ? 0 : prior(topics_[k].documents), total(topics_[k]));
  }
  void hold(std::size_t k) {
    topics_[k].held = true;
    refresh(k);
  }
  void release(std::size_t k) {
    topics_[k].held = false;
    refresh(k);
  }

  void draw_document(Stream& stream, TokenSets& chunk, std::size_t first, std::size_t last) {
    for (std::size_t t = first; t < last; ++t)
      if (chunk.group[t] == group_) hold(chunk.topic[t]);
    for (std::size_t t = first; t < last; ++t)
      if (chunk.group[t] == group_ && !chunk.places_of(t).empty()) draw_set(stream, chunk, t);
    for (std::size_t t = first; t < last; ++t)
      if (chunk.group[t] == group_) release(chunk.topic[t]);
  }

  void draw_set(Stream& stream, TokenSets& chunk, std::size_t t) {
    chunk.gather(t, shared_.state.mix, words_);
    if (masked_ && words_.size() > FreeWords::most) return;
    const std::size_t before = chunk.topic[t], n = chunk.places_of(t).size();
    take_out(before, n);
    std::size_t chosen = choice_.draw(stream, words_, n, [this](std::uint32_t v) {
      return seating::WordWeight{beta(), masked_ ? shared_.presence[v] : 1};
    });
    if (chosen != before) {
      ++moved_.proposed;
      if (masked_ && !is_moved(stream, before, chosen, static_cast<std::int64_t>(n))) chosen = before;
    }
    if (chosen != before) ++moved_.accepted;
    put_in(chosen, n);
    if (chosen != before && topics_[before].documents == 0) topics_[before].left = true;
    chunk.topic[t] = static_cast<std::uint32_t>(chosen);
  }

  void take_out(std::size_t k, std::size_t n) {
    OneTopic& topic = topics_[k];
    for (const seating::WordTokens& word : words_) {
      auto list = counts_.of(word.word);
      list.remove(static_cast<std::uint32_t>(k), word.tokens);
      if (masked_ && list.tokens(static_cast<std::uint32_t>(k)) == 0) --topic.types;
    }
    topic.tokens -= static_cast<std::int64_t>(n);
    --topic.documents;
    release(k);
  }

  void put_in(std::size_t k, std::size_t n) {
    OneTopic& topic = topics_[k];
    for (const seating::WordTokens& word : words_) {
      auto list = counts_.of(word.word);
      if (masked_ && list.tokens(static_cast<std::uint32_t>(k)) == 0) ++topic.types;
      list.add(static_cast<std::uint32_t>(k), word.tokens);
    }
    topic.tokens += static_cast<std::int64_t>(n);
    ++topic.documents;
    hold(k);
  }

  /// The words of the set that a topic has no token of.
  FreeWords free_words(std::size_t k) {
    std::vector<double> presence;
    std::uint32_t on = 0;
    for (const seating::WordTokens& word : words_) {
      if (counts_.of(word.word).tokens(static_cast<std::uint32_t>(k)) > 0) continue;
      presence.push_back(shared_.presence[word.word]);
      on += shared_.state.words.on.test_shared(word.word, slots_[k]) ? 1 : 0;
    }
    return {std::move(presence), beta(), topics_[k].words - on, topics_[k].tokens};
  }

  /// Decides whether tokens go from a topic to another, and draws the words of both if they do.
  bool is_moved(Stream& stream, std::size_t before, std::size_t after, std::int64_t n) {
    const FreeWords from = free_words(before), to = free_words(after);
    const double log_ratio = correction(to, after, n) - correction(from, before, n);
    if (log_ratio < 0 && !(portable_log(stream.uniform()) < log_ratio)) return false;
    std::vector<bool> on = from.draw(stream);
    set_words(before, on);
    on.assign(to.size(), true);
    set_words(after, on);
    return true;
  }

  /// log of p(topic) over the weight that it was proposed with.
  double correction(const FreeWords& free, std::size_t k, std::int64_t n) const {
    return log_rising(total(topics_[k]), n) - free.log_rising_with_all(n) - free.log_sum();
  }

  /// Switches the free words of a topic on or off.
  void set_words(std::size_t k, const std::vector<bool>& on) {
    std::size_t i = 0;
    for (const seating::WordTokens& word : words_) {
      if (counts_.of(word.word).tokens(static_cast<std::uint32_t>(k)) > 0) continue;
      const bool now = shared_.state.words.on.test_shared(word.word, slots_[k]), next = on[i++];
      if (now == next) continue;
      if (next)
        shared_.state.words.on.set_shared(word.word, slots_[k]);
      else
        shared_.state.words.on.clear_shared(word.word, slots_[k]);
      topics_[k].words += next ? 1 : UINT32_MAX;  // UINT32_MAX adds -1 in unsigned arithmetic
    }
  }

  const Shared& shared_;
  std::size_t group_;
  const std::vector<Topic>& slots_;
  bool masked_;
  std::vector<OneTopic> topics_;
  seating::GroupTopics weights_;
  seating::GroupCounts& counts_;
  seating::GroupChoice choice_;
  std::vector<seating::WordTokens> words_;
  MovedTopics moved_;
};

/// p / (p + q) for each word type, p ~ Beta given how many of the topics may have it.
std::vector<double> draw_presence(const State& state, const Context& context, Vocabulary vocabulary) {
  std::vector<double> presence(state.words.on.rows());
  const DishDistribution dish = word_dishes(state, vocabulary);
  const auto n = static_cast<double>(live_topics(state).size());
  constexpr std::size_t chunk = 256;
  context.pool.for_chunks(presence.size(), chunk, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v) {
      if (state.words.topics[v] == 0) continue;
      Stream stream = mask_stream(context, MaskDraw::presence, v);
      const double odds = draw_odds(stream, dish, state.words.topics[v], n);
      presence[v] = odds / (1 + odds);
    }
  });
  return presence;
}

void take_over(State& state, const Context& context, const std::vector<TokenSets>& chunks,
               const seating::Slots& slots) {
  context.pool.for_each(slots.size(), [&](std::size_t g) { move_counts(state.mix, chunks, slots, g); });
  context.pool.for_each(chunks.size(), [&](std::size_t i) {
    const TokenSets& chunk = chunks[i];
    give_topics(state.mix, chunk, slots);
    for (std::size_t t = 0; t < chunk.size(); ++t) {
      if (t == 0 || chunk.document[t] != chunk.document[t - 1]) state.documents.of[chunk.document[t]].clear();
      state.documents.of[chunk.document[t]].push_back(slots[chunk.group[t]][chunk.topic[t]]);
    }
  });
  recount(state.documents, state.mix.slots());
  if (!state.words.everything()) recount(state.words, state.mix.layout, state.mix.slots());
}

void end_spares(State& state) {
  for (const Topic k : live_topics(state))
    if (state.documents.documents[k] == 0) end_topic(state, k);
}

std::vector<TokenSets> all_sets(const State& state, const seating::TopicGroups& groups,
                                const Context& context) {
  std::vector<TokenSets> chunks((context.corpus.n_documents() + move_chunk - 1) / move_chunk);
  context.pool.for_each(chunks.size(), [&](std::size_t i) {
    chunks[i] = sets_of_chunk(state, groups, context.corpus, i * move_chunk);
  });
  return chunks;
}

std::vector<seating::GroupCounts> all_counts(const State& state, const seating::TopicGroups& groups,
                                             Pool& pool) {
  const std::vector<seating::ListedCounts> listed = seating::list_counts(state.mix, groups, pool);
  std::vector<seating::GroupCounts> counts(groups.n_groups);
  pool.for_each(counts.size(), [&](std::size_t g) {
    counts[g] = {state.mix.word_topic.rows(), std::span(&listed[g], 1)};
  });
  return counts;
}

/// Moves the sets of all groups. A topic that was left by its last document gets a new name.
MovedTopics draw_groups_of(Shared& shared, const Context& context) {
  const seating::TopicGroups& groups = shared.groups;
  std::vector<MovedTopics> moved(groups.n_groups);
  std::vector<std::vector<Topic>> renewed(groups.n_groups);
  context.pool.for_each(groups.n_groups, [&](std::size_t g) {
    GroupMover mover(shared, g);
    Stream stream = move_stream(context, MoveDraw::first_group, g);
    mover.draw(stream);
    moved[g] = mover.moved();
    for (std::size_t k = 0; k < groups.members[g].size(); ++k)
      if (mover.was_left(k)) renewed[g].push_back(groups.members[g][k]);
  });
  MovedTopics all;
  for (std::size_t g = 0; g < groups.n_groups; ++g) {
    all.proposed += moved[g].proposed;
    all.accepted += moved[g].accepted;
    for (const Topic k : renewed[g]) shared.state.names[k] = ++shared.state.last_name;
  }
  return all;
}

}  // namespace

std::size_t groups_of_moves(std::size_t n_blocks) {
  constexpr std::size_t most = 64;  // each looks through all sets and has lists of all words
  return std::min(n_blocks, most);
}

MovedTopics move_topics(State& state, const Context& context, Vocabulary vocabulary,
                        const TopicMoves& moves) {
  const Corpus& corpus = context.corpus;
  if (corpus.n_documents() == 0) return {};
  const std::size_t n_groups = groups_of_moves(state.mix.layout.n_blocks);
  const double spares = moves.spares * static_cast<double>(n_groups);
  begin_spares(state, context, vocabulary, spares);
  const seating::TopicGroups groups = seating::draw_groups(move_stream(context, MoveDraw::groups),
                                                           live_topics(state), state.mix.slots(), n_groups);
  std::vector<TokenSets> chunks = all_sets(state, groups, context);
  std::vector<seating::GroupCounts> counts = all_counts(state, groups, context.pool);
  const std::vector<std::int64_t> sizes = sampling::topic_sizes(state.mix);
  Shared shared{.state = state,
                .groups = groups,
                .counts = counts,
                .chunks = chunks,
                .sizes = sizes,
                .presence = {},
                .n_documents = static_cast<double>(corpus.n_documents()),
                .new_topic = state.topic_process.new_dishes(corpus.n_documents() - 1) / spares,
                .most_kept = moves.most_kept};
  if (!state.words.everything()) shared.presence = draw_presence(state, context, vocabulary);
  shared.mean_words = std::accumulate(shared.presence.begin(), shared.presence.end(), 0.0);
  const MovedTopics moved = draw_groups_of(shared, context);
  take_over(state, context, chunks, groups.members);
  end_spares(state);
  return moved;
}

}  // namespace themata::icdp
