#include "themata/seating/grouped_dishes.hpp"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <span>
#include <vector>

#include "themata/sampling/state/document_range.hpp"
#include "themata/sampling/state/word_beta.hpp"
#include "themata/seating/group_choice.hpp"
#include "themata/seating/group_ring.hpp"
#include "themata/seating/moving_group.hpp"
#include "themata/seating/token_sets.hpp"

namespace themata::seating {

namespace {

using sampling::DocumentRange;

/// Streams of this purpose below are those of documents (dishes.hpp).
constexpr std::uint64_t first_stream = 1ULL << 40;

/// Slots without tables have no group.
TopicGroups groups_of_topics(const Tables& tables, std::size_t n_groups, const Context& context) {
  std::vector<Topic> topics;
  for (std::size_t k = 0; k < tables.of_topic.size(); ++k)
    if (tables.of_topic[k] > 0) topics.push_back(static_cast<Topic>(k));
  return draw_groups(context.stream(Purpose::dish, first_stream), topics, tables.of_topic.size(), n_groups);
}

/// The tables of this process's documents.
struct TableSets {
  std::vector<TokenSets> chunks;   ///< each of documents of one group
  std::vector<std::size_t> begin;  ///< document groups that are here + 1, into `chunks`
};

TokenSets tables_of_range(const sampling::State& mix, const Tables& tables, const TopicGroups& groups,
                          const Corpus& corpus, DocumentRange range) {
  TokenSets chunk;
  chunk.first = corpus.offsets()[range.first];
  OpenDocument document;
  for (std::size_t d = range.first; d < range.last; ++d) {
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

TableSets all_tables(const sampling::State& mix, const Tables& tables, const TopicGroups& groups,
                     const Context& context) {
  constexpr std::size_t at_once = 256;  // documents
  const sampling::Share& share = mix.layout.share;
  std::vector<DocumentRange> ranges;
  TableSets sets{{}, {0}};
  for (std::uint32_t g = share.first_group; g < share.end_group; ++g) {
    const std::size_t end = share.group_begin[g + 1];
    for (std::size_t first = share.group_begin[g]; first < end; first += at_once)
      ranges.push_back({first, std::min(first + at_once, end)});
    sets.begin.push_back(ranges.size());
  }
  sets.chunks.resize(ranges.size());
  context.pool.for_each(ranges.size(), [&](std::size_t i) {
    sets.chunks[i] = tables_of_range(mix, tables, groups, context.corpus, ranges[i]);
  });
  return sets;
}

/// Draws the tables that a group of documents has of a group of topics.
class CellSampler {
 public:
  struct Shared {
    const sampling::State& mix;
    const sampling::WordBeta& betas;
    double total_beta, concentration;  ///< sum beta, c / G
    std::size_t most_kept;
  };

  CellSampler(const Shared& shared, MovingGroup& group)
      : shared_(shared),
        group_(group),
        weights_(shared.total_beta, shared.concentration),
        choice_(group.counts(), weights_, shared.most_kept) {
    for (std::size_t k = 0; k < group.topics().size(); ++k) {
      weights_.append();
      change(k, 0, 0);
    }
  }

  void draw(Stream& stream, std::span<TokenSets> chunks) {
    for (TokenSets& chunk : chunks)
      for (std::size_t t = 0; t < chunk.size(); ++t)
        if (chunk.group[t] == group_.number()) chunk.topic[t] = draw_table(stream, chunk, t);
  }

 private:
  std::uint32_t draw_table(Stream& stream, const TokenSets& chunk, std::size_t t) {
    const std::uint32_t before = chunk.topic[t];
    chunk.gather(t, shared_.mix, words_);
    const std::size_t size = chunk.places_of(t).size();
    const auto n = static_cast<std::int64_t>(size);
    for (const WordTokens& word : words_) group_.counts().of(word.word).remove(before, word.tokens);
    const bool emptied = change(before, -1, -n).tables == 0;
    std::size_t chosen = choice_.draw(stream, words_, size,
                                      [this](std::uint32_t v) { return WordWeight{shared_.betas.of(v)}; });
    if (chosen == GroupChoice::none)
      chosen = emptied ? before : make();
    else if (emptied)
      group_.release(before);
    change(chosen, 1, n);
    const auto topic = static_cast<std::uint32_t>(chosen);
    for (const WordTokens& word : words_) group_.counts().of(word.word).add(topic, word.tokens);
    return topic;
  }

  const GroupTopic& change(std::size_t k, std::int64_t tables, std::int64_t tokens) {
    const GroupTopic& topic = group_.change(k, tables, tokens);
    weights_.set(k, static_cast<double>(topic.tables),
                 static_cast<double>(topic.tokens) + shared_.total_beta);
    return topic;
  }
  std::size_t make() {
    const std::size_t k = group_.make();
    if (k == weights_.size()) weights_.append();
    return k;
  }

  const Shared& shared_;
  MovingGroup& group_;
  GroupTopics weights_;
  GroupChoice choice_;
  std::vector<WordTokens> words_;
};

/// Draws the tables of all groups of topics, wherever their documents are.
void draw_all(const CellSampler::Shared& shared, GroupRing& ring, TableSets& sets, const Context& context) {
  const sampling::Share& share = shared.mix.layout.share;
  const auto draw = [&](MovingGroup& group) {
    for (auto d = ring.place(group); d && ring.is_here(*d); d = ring.place(group)) {
      const std::size_t i = *d - share.first_group, first = sets.begin[i];
      Stream stream = context.stream(Purpose::dish, first_stream + 1 + group.number() * share.n_groups + *d);
      CellSampler(shared, group)
          .draw(stream, std::span(sets.chunks).subspan(first, sets.begin[i + 1] - first));
      group.leave();
    }
    ring.pass_on(group);
  };
  const std::size_t workers = share.n_held() == 0 ? 0 : static_cast<std::size_t>(context.pool.threads());
  context.pool.for_each(workers, [&](std::size_t) {
    try {
      while (auto group = ring.next()) draw(*group);
    } catch (...) {
      ring.fail(std::current_exception());
    }
  });
}

/// The topics of all groups, when all are drawn.
using TopicsByGroup = std::vector<std::vector<GroupTopic>>;

/// Gives slots to new topics: that of a dead topic of the same group, or one that no group had. So no two
/// groups ever have counts in one slot, not even while tokens move.
Slots slots_of(const TopicGroups& groups, const Tables& tables, const TopicsByGroup& topics,
               std::vector<std::size_t>& born) {
  Slots slots = groups.members;
  std::size_t next = 0;
  for (std::size_t g = 0; g < slots.size(); ++g)
    for (std::size_t k = 0; k < topics[g].size(); ++k) {
      if (k >= slots[g].size()) {
        while (next < tables.of_topic.size() && tables.of_topic[next] > 0) ++next;
        slots[g].push_back(static_cast<Topic>(next++));
      }
      if (topics[g][k].tables > 0 && topics[g][k].is_new > 0) born.push_back(slots[g][k]);
    }
  return slots;
}

/// Calls visit(slot, tables) for the living topics of all groups.
template <class Visit>
void for_living(const Slots& slots, const TopicsByGroup& topics, const Visit& visit) {
  for (std::size_t g = 0; g < slots.size(); ++g)
    for (std::size_t k = 0; k < slots[g].size(); ++k)
      if (topics[g][k].tables > 0) visit(slots[g][k], topics[g][k].tables);
}

/// Provides slots for the living topics.
void make_room(sampling::State& mix, const Slots& slots, const TopicsByGroup& topics,
               const GroupedProcess& process, const Context& context) {
  std::size_t living = 0, needed = 0;
  for_living(slots, topics, [&](std::size_t slot, std::int64_t) {
    ++living;
    needed = std::max(needed, slot + 1);
  });
  if (living > process.max_topics)
    check_room(static_cast<std::int64_t>(living) - 1, process.max_topics, context.sweep);
  // With a reserve, so that a start with few topics does not copy the counts in every sweep.
  if (needed > mix.slots())
    sampling::add_slots(mix, context.corpus, slots_for(needed + needed / 4) - mix.slots());
}

}  // namespace

std::vector<std::size_t> draw_dishes_in_groups(sampling::State& mix, Tables& tables,
                                               const GroupedProcess& process, const Context& context) {
  const sampling::WordBeta betas(mix);
  const TopicGroups groups = groups_of_topics(tables, process.n_groups, context);
  TableSets sets = all_tables(mix, tables, groups, context);
  GroupRing ring(mix, tables, groups, context.pool);
  draw_all({mix, betas, betas.total(0), process.concentration / static_cast<double>(process.n_groups),
            process.most_kept},
           ring, sets, context);
  const TopicsByGroup topics = ring.end();
  std::vector<std::size_t> born;
  const Slots slots = slots_of(groups, tables, topics, born);
  make_room(mix, slots, topics, process, context);
  ring.take_over(mix, slots, context.pool);
  context.pool.for_each(sets.chunks.size(), [&](std::size_t i) { give_topics(mix, sets.chunks[i], slots); });
  tables.of_topic.assign(mix.slots(), 0);
  for_living(slots, topics, [&](std::size_t slot, std::int64_t n) { tables.of_topic[slot] = n; });
  return born;
}

}  // namespace themata::seating
