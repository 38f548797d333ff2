#include "themata/seating/grouped_dishes.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/sampling/state/word_beta.hpp"
#include "themata/seating/group_choice.hpp"
#include "themata/seating/group_counts.hpp"
#include "themata/seating/token_sets.hpp"

namespace themata::seating {

namespace {

constexpr std::size_t document_chunk = 256;
/// Streams of this purpose below are those of documents (dishes.hpp).
constexpr std::uint64_t first_stream = 1ULL << 40;

/// Slots without tables have no group.
TopicGroups groups_of_topics(const Tables& tables, std::size_t n_groups, const Context& context) {
  std::vector<Topic> topics;
  for (std::size_t k = 0; k < tables.of_topic.size(); ++k)
    if (tables.of_topic[k] > 0) topics.push_back(static_cast<Topic>(k));
  return draw_groups(context.stream(Purpose::dish, first_stream), topics, tables.of_topic.size(), n_groups);
}

TokenSets tables_of_chunk(const sampling::State& mix, const Tables& tables, const TopicGroups& groups,
                          const Corpus& corpus, std::size_t first) {
  TokenSets chunk;
  chunk.first = corpus.offsets()[first];
  OpenDocument document;
  for (std::size_t d = first; d < std::min(first + document_chunk, corpus.n_documents()); ++d) {
    document.open(tables, corpus, d);
    for (std::size_t t = 0; t < document.n_tables(); ++t) {
      const auto places = document.places(t);
      for (const std::size_t place : places)
        chunk.places.push_back(static_cast<std::uint32_t>(place - chunk.first));
      chunk.close(d, mix.topics[places.front()], groups);
    }
  }
  return chunk;
}

/// The topics of one group, which come and go with their tables.
class TablesOfGroup {
 public:
  TablesOfGroup(double total_beta, double concentration)
      : total_beta_(total_beta), weights_(total_beta, concentration) {}

  const GroupTopics& weights() const { return weights_; }
  std::size_t size() const { return topics_.size(); }
  std::int64_t tables(std::size_t k) const { return topics_[k].tables; }
  /// Whether the topic came in this sweep.
  bool is_new(std::size_t k) const { return topics_[k].is_new; }

  void append(std::int64_t tables, std::int64_t tokens) {
    topics_.push_back({});
    weights_.append();
    change(topics_.size() - 1, tables, tokens);
  }
  /// Adds tables and tokens to a topic; takes them away if negative.
  void change(std::size_t k, std::int64_t tables, std::int64_t tokens) {
    OneTopic& topic = topics_[k];
    topic.tables += tables;
    topic.tokens += tokens;
    weights_.set(k, static_cast<double>(topic.tables), static_cast<double>(topic.tokens) + total_beta_);
  }
  /// A number for a new topic.
  std::size_t make() {
    if (free_.empty()) {
      topics_.push_back({});
      free_.push_back(weights_.append());
    }
    const std::size_t k = free_.back();
    free_.pop_back();
    topics_[k].is_new = true;
    return k;
  }
  void release(std::size_t k) { free_.push_back(k); }

 private:
  struct OneTopic {
    std::int64_t tables = 0, tokens = 0;
    bool is_new = false;
  };

  double total_beta_;
  GroupTopics weights_;
  std::vector<OneTopic> topics_;
  std::vector<std::size_t> free_;
};

/// Draws the tables of one group.
class GroupSampler {
 public:
  struct Shared {
    const sampling::State& mix;
    const sampling::WordBeta& betas;
    GroupCounts& counts;
    std::vector<TokenSets>& chunks;
    std::size_t most_kept;
  };

  GroupSampler(const Shared& shared, std::size_t group, TablesOfGroup& topics)
      : shared_(shared),
        group_(group),
        topics_(topics),
        choice_(shared.counts, group, topics.weights(), shared.most_kept) {}

  void draw(Stream& stream) {
    for (TokenSets& chunk : shared_.chunks)
      for (std::size_t t = 0; t < chunk.size(); ++t)
        if (chunk.group[t] == group_) chunk.topic[t] = draw_table(stream, chunk, t);
  }

 private:
  std::uint32_t draw_table(Stream& stream, const TokenSets& chunk, std::size_t t) {
    const std::uint32_t before = chunk.topic[t];
    chunk.gather(t, shared_.mix, words_);
    const std::size_t size = chunk.places_of(t).size();
    const auto n = static_cast<std::int64_t>(size);
    for (const WordTokens& word : words_) shared_.counts.of(word.word, group_).remove(before, word.tokens);
    topics_.change(before, -1, -n);
    const bool emptied = topics_.tables(before) == 0;
    std::size_t chosen = choice_.draw(stream, words_, size,
                                      [this](std::uint32_t v) { return WordWeight{shared_.betas.of(v)}; });
    if (chosen == GroupChoice::none)
      chosen = emptied ? before : topics_.make();
    else if (emptied)
      topics_.release(before);
    topics_.change(chosen, 1, n);
    const auto topic = static_cast<std::uint32_t>(chosen);
    for (const WordTokens& word : words_) shared_.counts.of(word.word, group_).add(topic, word.tokens);
    return topic;
  }

  const Shared& shared_;
  std::size_t group_;
  TablesOfGroup& topics_;
  GroupChoice choice_;
  std::vector<WordTokens> words_;
};

/// Gives slots to new topics: that of a dead topic of the same group, or one that no group had. So no two
/// groups ever have counts in one slot, not even while tokens move.
Slots slots_of(const TopicGroups& groups, const Tables& tables, const std::vector<TablesOfGroup>& topics,
               std::vector<std::size_t>& born) {
  Slots slots = groups.members;
  std::size_t next = 0;
  for (std::size_t g = 0; g < slots.size(); ++g)
    for (std::size_t k = 0; k < topics[g].size(); ++k) {
      if (k >= slots[g].size()) {
        while (next < tables.of_topic.size() && tables.of_topic[next] > 0) ++next;
        slots[g].push_back(static_cast<Topic>(next++));
      }
      if (topics[g].tables(k) > 0 && topics[g].is_new(k)) born.push_back(slots[g][k]);
    }
  return slots;
}

/// Calls visit(slot, topic of a group) for the living topics of all groups.
template <class Visit>
void for_living(const Slots& slots, const std::vector<TablesOfGroup>& topics, const Visit& visit) {
  for (std::size_t g = 0; g < slots.size(); ++g)
    for (std::size_t k = 0; k < slots[g].size(); ++k)
      if (topics[g].tables(k) > 0) visit(slots[g][k], topics[g].tables(k));
}

}  // namespace

std::vector<std::size_t> draw_dishes_in_groups(sampling::State& mix, Tables& tables,
                                               const GroupedProcess& process, const Context& context) {
  const sampling::WordBeta betas(mix);
  const Corpus& corpus = context.corpus;
  const TopicGroups groups = groups_of_topics(tables, process.n_groups, context);
  std::vector<TokenSets> chunks((corpus.n_documents() + document_chunk - 1) / document_chunk);
  context.pool.for_each(chunks.size(), [&](std::size_t i) {
    chunks[i] = tables_of_chunk(mix, tables, groups, corpus, i * document_chunk);
  });
  GroupCounts counts(mix, groups, context.pool);
  const std::vector<std::int64_t> sizes = sampling::topic_sizes(mix);
  std::vector<TablesOfGroup> topics(
      process.n_groups,
      TablesOfGroup(betas.total(0), process.concentration / static_cast<double>(process.n_groups)));
  const GroupSampler::Shared shared{mix, betas, counts, chunks, process.most_kept};
  context.pool.for_each(process.n_groups, [&](std::size_t g) {
    for (const Topic k : groups.members[g]) topics[g].append(tables.of_topic[k], sizes[k]);
    Stream stream = context.stream(Purpose::dish, first_stream + 1 + g);
    GroupSampler(shared, g, topics[g]).draw(stream);
  });
  std::vector<std::size_t> born;
  const Slots slots = slots_of(groups, tables, topics, born);
  std::size_t living = 0, needed = 0;
  for_living(slots, topics, [&](std::size_t slot, std::int64_t) {
    ++living;
    needed = std::max(needed, slot + 1);
  });
  if (living > process.max_topics)
    check_room(static_cast<std::int64_t>(living) - 1, process.max_topics, context.sweep);
  // With a reserve, so that a start with few topics does not copy the counts in every sweep.
  if (needed > mix.slots()) sampling::add_slots(mix, corpus, slots_for(needed + needed / 4) - mix.slots());
  context.pool.for_each(process.n_groups, [&](std::size_t g) { move_tokens(mix, chunks, slots, g); });
  tables.of_topic.assign(mix.slots(), 0);
  for_living(slots, topics, [&](std::size_t slot, std::int64_t n) { tables.of_topic[slot] = n; });
  return born;
}

}  // namespace themata::seating
