#include "themata/seating/grouped_dishes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/random/distributions.hpp"
#include "themata/sampling/state/word_beta.hpp"
#include "themata/seating/group_counts.hpp"
#include "themata/seating/scaled_products.hpp"

namespace themata::seating {

namespace {

constexpr std::size_t document_chunk = 256;
/// Streams of this purpose below are those of documents (dishes.hpp).
constexpr std::uint64_t first_stream = 1ULL << 40;

/// The tables of some consecutive documents, one after another.
struct ChunkTables {
  std::size_t first = 0;                ///< position of the documents' first token
  std::vector<std::uint32_t> places;    ///< of the tokens, from `first`, table by table
  std::vector<std::size_t> begin;       ///< tables + 1, into `places`
  std::vector<std::uint32_t> document;  ///< of a table
  std::vector<std::uint16_t> group;     ///< of a table's topic
  std::vector<std::uint32_t> topic;     ///< number of a table's topic within its group
  std::size_t n_tables() const { return group.size(); }
  std::span<const std::uint32_t> places_of(std::size_t t) const {
    return std::span(places).subspan(begin[t], begin[t + 1] - begin[t]);
  }
};

/// Slots without tables have no group.
TopicGroups draw_groups(const Tables& tables, std::size_t n_groups, const Context& context) {
  TopicGroups groups{n_groups, {}, {}, std::vector<std::vector<Topic>>(n_groups)};
  groups.group_of.resize(tables.of_topic.size());
  groups.number_of.resize(tables.of_topic.size());
  Stream stream = context.stream(Purpose::dish, first_stream);
  for (std::size_t k = 0; k < tables.of_topic.size(); ++k) {
    if (tables.of_topic[k] == 0) continue;
    const std::uint32_t g = stream.below(static_cast<std::uint32_t>(n_groups));
    groups.group_of[k] = static_cast<std::uint16_t>(g);
    groups.number_of[k] = static_cast<std::uint32_t>(groups.members[g].size());
    groups.members[g].push_back(static_cast<Topic>(k));
  }
  return groups;
}

ChunkTables tables_of_chunk(const sampling::State& mix, const Tables& tables, const TopicGroups& groups,
                            const Corpus& corpus, std::size_t first) {
  ChunkTables chunk;
  chunk.first = corpus.offsets()[first];
  chunk.begin.push_back(0);
  OpenDocument document;
  for (std::size_t d = first; d < std::min(first + document_chunk, corpus.n_documents()); ++d) {
    document.open(tables, corpus, d);
    for (std::size_t t = 0; t < document.n_tables(); ++t) {
      const auto places = document.places(t);
      for (const std::size_t place : places)
        chunk.places.push_back(static_cast<std::uint32_t>(place - chunk.first));
      chunk.begin.push_back(chunk.places.size());
      const Topic k = mix.topics[places.front()];
      chunk.document.push_back(static_cast<std::uint32_t>(d));
      chunk.group.push_back(groups.group_of[k]);
      chunk.topic.push_back(groups.number_of[k]);
    }
  }
  return chunk;
}

/// Draws the tables of one group.
class GroupSampler {
 public:
  struct Shared {
    const sampling::State& mix;
    const sampling::WordBeta& betas;
    GroupCounts& counts;
    std::vector<ChunkTables>& chunks;
    std::size_t most_kept;
  };

  GroupSampler(const Shared& shared, std::size_t group, GroupTopics& topics)
      : shared_(shared), group_(group), topics_(topics) {}

  void draw(Stream& stream) {
    for (ChunkTables& chunk : shared_.chunks)
      for (std::size_t t = 0; t < chunk.n_tables(); ++t)
        if (chunk.group[t] == group_) chunk.topic[t] = draw_table(stream, chunk, t);
  }

 private:
  struct Word {
    std::uint32_t word;
    std::int32_t tokens;
  };
  static constexpr std::size_t none = SIZE_MAX;

  std::uint32_t draw_table(Stream& stream, const ChunkTables& chunk, std::size_t t) {
    const std::span<const std::uint32_t> places = chunk.places_of(t);
    const std::uint32_t before = chunk.topic[t];
    gather(chunk.first, places);
    const auto n = static_cast<std::int64_t>(places.size());
    for (const Word& word : words_) shared_.counts.of(word.word, group_).remove(before, word.tokens);
    topics_.change(before, -1, -n);
    const bool emptied = topics_.tables(before) == 0;
    std::size_t chosen = choose(stream, places.size());
    if (chosen == none)
      chosen = emptied ? before : topics_.make();
    else if (emptied)
      topics_.release(before);
    topics_.change(chosen, 1, n);
    const auto topic = static_cast<std::uint32_t>(chosen);
    for (const Word& word : words_) shared_.counts.of(word.word, group_).add(topic, word.tokens);
    return topic;
  }

  /// The table's word types, ascending.
  void gather(std::size_t first, std::span<const std::uint32_t> places) {
    words_.clear();
    for (const std::uint32_t i : places) words_.push_back({shared_.mix.layout.words[first + i], 1});
    if (words_.size() == 1) return;
    std::ranges::sort(words_, {}, &Word::word);
    std::size_t last = 0;
    for (std::size_t i = 1; i < words_.size(); ++i) {
      if (words_[i].word == words_[last].word)
        ++words_[last].tokens;
      else
        words_[++last] = words_[i];
    }
    words_.resize(last + 1);
  }

  std::size_t choose(Stream& stream, std::size_t n) {
    if (n > shared_.most_kept) return choose_scaled(stream, n);
    weigh_words();
    double total = topics_.total(n) + topics_.of_new(n);
    for (const std::uint32_t k : touched_) total += topics_.weight(k, n) * (above_[k] - 1);
    const std::size_t chosen =
        std::isfinite(total) ? find(stream.uniform() * total, n) : choose_scaled(stream, n);
    for (const std::uint32_t k : touched_) above_[k] = 1;
    touched_.clear();
    return chosen;
  }

  /// The numerators of the topics that have some of the words, relative to a topic without them.
  void weigh_words() {
    above_.resize(topics_.size(), 1.0);
    for (const Word& word : words_) {
      const double beta = shared_.betas.of(word.word);
      for (const GroupCounts::Entry& entry : shared_.counts.of(word.word, group_)) {
        if (above_[entry.topic] == 1) touched_.push_back(entry.topic);
        for (std::int32_t i = 0; i < word.tokens; ++i)
          above_[entry.topic] *= 1 + static_cast<double>(entry.tokens) / (beta + i);
      }
    }
  }

  /// The topic at `rest` in the sum of all weights; none for a new one.
  std::size_t find(double rest, std::size_t n) const {
    for (const std::uint32_t k : touched_) {
      rest -= topics_.weight(k, n) * (above_[k] - 1);
      if (rest < 0) return k;
    }
    rest -= topics_.of_new(n);
    if (rest < 0) return none;
    std::size_t last = none;
    for (std::size_t k = 0; k < topics_.size(); ++k) {
      if (topics_.tables(k) == 0) continue;
      last = k;
      rest -= topics_.weight(k, n);
      if (rest < 0) break;
    }
    return last;
  }

  std::size_t choose_scaled(Stream& stream, std::size_t n) {
    topics_.divide(n, products_);
    for (const Word& word : words_) {
      const double beta = shared_.betas.of(word.word);
      for (const GroupCounts::Entry& entry : shared_.counts.of(word.word, group_))
        for (std::int32_t i = 0; i < word.tokens; ++i)
          products_.multiply(entry.topic, 1 + static_cast<double>(entry.tokens) / (beta + i));
    }
    topics_.weigh_tables(weights_);
    weigh(products_, weights_);
    const std::size_t chosen = draw_index(stream, weights_);
    return chosen < topics_.size() ? chosen : none;
  }

  const Shared& shared_;
  std::size_t group_;
  GroupTopics& topics_;
  std::vector<Word> words_;
  std::vector<std::uint32_t> touched_;  ///< topics that have some of the words
  std::vector<double> above_;           ///< by topic; 1 for the others
  ScaledProducts products_;             ///< for large tables: by topic, a new one last
  std::vector<double> weights_;
};

/// Slots by group and number.
using Slots = std::vector<std::vector<Topic>>;

/// Gives slots to new topics: that of a dead topic of the same group, or one that no group had. So no two
/// groups ever have counts in one slot, not even while tokens move.
Slots slots_of(const TopicGroups& groups, const Tables& tables, const std::vector<GroupTopics>& topics,
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
void for_living(const Slots& slots, const std::vector<GroupTopics>& topics, const Visit& visit) {
  for (std::size_t g = 0; g < slots.size(); ++g)
    for (std::size_t k = 0; k < slots[g].size(); ++k)
      if (topics[g].tables(k) > 0) visit(slots[g][k], topics[g].tables(k));
}

/// Gives the tokens of a group's tables their new topics, and moves them in the counts. Only one group has
/// counts of these topics.
void move_tokens(sampling::State& mix, const std::vector<ChunkTables>& chunks, const Slots& slots,
                 std::size_t group) {
  for (const ChunkTables& chunk : chunks)
    for (std::size_t t = 0; t < chunk.n_tables(); ++t) {
      if (chunk.group[t] != group) continue;
      const auto places = chunk.places_of(t);
      const Topic before = mix.topics[chunk.first + places.front()], after = slots[group][chunk.topic[t]];
      if (before == after) continue;
      for (const std::uint32_t i : places) {
        const std::size_t place = chunk.first + i;
        const std::uint32_t v = mix.layout.words[place];
        mix.topics[place] = after;
        --mix.word_topic.row(v)[before];
        ++mix.word_topic.row(v)[after];
        --mix.block_topic.row(mix.layout.block_of[v])[before];
        ++mix.block_topic.row(mix.layout.block_of[v])[after];
      }
      if (mix.document_topic.empty()) continue;
      const auto n = static_cast<std::int32_t>(places.size());
      mix.document_topic.row(chunk.document[t])[before] -= n;
      mix.document_topic.row(chunk.document[t])[after] += n;
    }
}

}  // namespace

std::uint64_t bytes_of_grouped_dishes(const Corpus& corpus, std::size_t n_groups) {
  constexpr std::uint64_t of_list = sizeof(std::size_t) + sizeof(std::uint32_t);
  constexpr std::uint64_t of_token = sizeof(GroupCounts::Entry) + sizeof(std::uint32_t);
  constexpr std::uint64_t of_table = 18, tokens_per_table = 3;
  return corpus.n_tokens() * (of_token + of_table / tokens_per_table) + of_list * corpus.n_types() * n_groups;
}

std::vector<std::size_t> draw_dishes_in_groups(sampling::State& mix, Tables& tables,
                                               const GroupedProcess& process, const Context& context) {
  const sampling::WordBeta betas(mix);
  const Corpus& corpus = context.corpus;
  const TopicGroups groups = draw_groups(tables, process.n_groups, context);
  std::vector<ChunkTables> chunks((corpus.n_documents() + document_chunk - 1) / document_chunk);
  context.pool.for_each(chunks.size(), [&](std::size_t i) {
    chunks[i] = tables_of_chunk(mix, tables, groups, corpus, i * document_chunk);
  });
  GroupCounts counts(mix, groups, context.pool);
  const std::vector<std::int64_t> sizes = sampling::topic_sizes(mix);
  std::vector<GroupTopics> topics(
      process.n_groups,
      GroupTopics(betas.total(0), process.concentration / static_cast<double>(process.n_groups)));
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
