#include "themata/seating/split_merge.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/seating/likeness.hpp"
#include "themata/seating/split_allocation.hpp"
#include "themata/seating/tables_by_topic.hpp"

namespace themata::seating {

namespace {

/// A topic's words, gathered from its tables.
std::vector<std::int32_t> count_words(const TableGroup& group, std::size_t n_types) {
  std::vector<std::int32_t> words(n_types);
  for (const std::uint32_t v : group.words) ++words[v];
  return words;
}

class Proposer {
 public:
  Proposer(sampling::State& mix, Tables& tables, const TopicProcess& topics, const Context& context)
      : mix_(mix),
        tables_(tables),
        topics_(topics),
        context_(context),
        corpus_(context.corpus),
        by_topic_(mix, tables, context) {
    for (const std::uint32_t m : tables.in_document) before_.push_back(before_.back() + m);
  }

  void propose(Stream& stream, const SplitMerge& move) {
    const auto two = draw_two(stream, move.pick);
    if (!two) return;
    const Topic a = topic_of((*two)[0]), b = topic_of((*two)[1]);
    const TableGroup group = by_topic_.group(a, b);
    std::array<std::size_t, 2> anchors{};
    for (std::size_t s = 0; s < 2; ++s)
      anchors[s] =
          static_cast<std::size_t>(std::ranges::lower_bound(group.places, (*two)[s]) - group.places.begin());
    SplitAllocation allocation(mix_, group, topics_.process.discount, anchors, context_.pool);
    if (a == b)
      split(stream, move, group, allocation);
    else
      merge(stream, move, group, allocation, {a, b});
  }

  SplitMergeTally tally;

 private:
  using Two = std::array<Place, 2>;

  std::optional<Two> draw_two(Stream& stream, SplitMerge::Pick pick) const {
    if (pick == SplitMerge::Pick::by_likeness) return draw_two_by_likeness(stream);
    if (pick == SplitMerge::Pick::uniform) {
      const auto n = static_cast<std::uint32_t>(before_.back());
      const std::uint32_t first = stream.below(n);
      return Two{place_of(first), place_of((first + 1 + stream.below(n - 1)) % n)};
    }
    const auto n = static_cast<std::uint32_t>(tables_.seat.size());
    const Place first = place_of_token(stream.below(n));
    for (;;)
      if (const Place second = place_of_token(stream.below(n)); second != first) return Two{first, second};
  }

  /// A random table, and by the toss of a coin another of its topic or one of a similar topic. Null: there is
  /// none.
  std::optional<Two> draw_two_by_likeness(Stream& stream) const {
    const Place first = place_of(stream.below(static_cast<std::uint32_t>(before_.back())));
    const Topic a = topic_of(first);
    if (stream.below(2) == 0) {
      const auto places = by_topic_.of(a);
      if (places.size() < 2) return std::nullopt;
      const auto at = static_cast<std::size_t>(std::ranges::lower_bound(places, first) - places.begin());
      const auto further = 1 + stream.below(static_cast<std::uint32_t>(places.size() - 1));
      return Two{first, places[(at + further) % places.size()]};
    }
    if (tables_.topics() < 2) return std::nullopt;
    const TableGroup group = by_topic_.group(a, a);
    const std::vector<std::int32_t> words = count_words(group, mix_.word_topic.rows());
    std::vector<double> weights = likeness_to_all(mix_, tables_, words, context_.pool);
    weights[a] = 0;
    const auto places = by_topic_.of(static_cast<Topic>(draw_index(stream, weights)));
    return Two{first, places[stream.below(static_cast<std::uint32_t>(places.size()))]};
  }

  /// log of the probability to draw the two anchors for the merge of the two sides, relative to that for the
  /// split which leads to them. @param now  the topics that have the tables of the sides at present
  double log_choice(const SplitMerge& move, const SplitAllocation& sides,
                    const std::array<Topic, 2>& now) const {
    if (move.pick != SplitMerge::Pick::by_likeness) return 0;
    std::vector<double> weights = likeness_to_all(mix_, tables_, sides.words(0), context_.pool);
    const double chosen = likeness(mix_, sides.words(0), sides.words(1));
    double sum = chosen;
    for (std::size_t k = 0; k < weights.size(); ++k)
      if (k != now[0] && k != now[1]) sum += weights[k];
    const auto others = static_cast<double>(sides.tables(0) + sides.tables(1) - 1);
    return portable_log(chosen / sum * others / static_cast<double>(sides.tables(1)));
  }

  /// @param table  its number over all documents
  Place place_of(std::uint32_t table) const {
    const auto after = std::upper_bound(before_.begin(), before_.end(), table);
    const auto document = static_cast<std::size_t>(after - before_.begin()) - 1;
    return {document, static_cast<Seat>(table - before_[document])};
  }

  Place place_of_token(std::uint32_t i) const {
    const auto offsets = corpus_.offsets();
    const auto after = std::upper_bound(offsets.begin(), offsets.end(), std::uint64_t{i});
    return {static_cast<std::size_t>(after - offsets.begin()) - 1, tables_.seat[i]};
  }

  Topic topic_of(const Place& place) const {
    std::size_t i = corpus_.offsets()[place.document];
    while (tables_.seat[i] != place.seat) ++i;
    return mix_.topics[i];
  }

  bool accepts(Stream& stream, double log_ratio) const { return portable_log(stream.uniform()) < log_ratio; }

  void split(Stream& stream, const SplitMerge& move, const TableGroup& group, SplitAllocation& allocation) {
    ++tally.splits;
    const double log_q = allocation.part(stream, move, nullptr);
    const Topic topic = group.topic.front();
    if (!accepts(stream, allocation.log_ratio(topics_.process, tables_.topics()) +
                             log_choice(move, allocation, {topic, topic}) - log_q))
      return;
    ++tally.splits_accepted;
    check_room(tables_.topics(), topics_.max_topics, context_.sweep);
    const std::size_t fresh = empty_slot(mix_, tables_, corpus_);
    tally.born.push_back(fresh);
    std::array<std::vector<Place>, 2> sides;
    for (std::size_t t = 0; t < group.size(); ++t) {
      sides[allocation.side(t)].push_back(group.places[t]);
      if (allocation.side(t) == 1) serve(group.places[t], topic, static_cast<Topic>(fresh));
    }
    by_topic_.set(topic, std::move(sides[0]));
    by_topic_.set(static_cast<Topic>(fresh), std::move(sides[1]));
  }

  /// The first anchor's topic takes the tables of the other's.
  void merge(Stream& stream, const SplitMerge& move, const TableGroup& group, SplitAllocation& allocation,
             const std::array<Topic, 2>& two) {
    ++tally.merges;
    std::vector<std::size_t> target;
    for (const Topic k : group.topic) target.push_back(k == two[0] ? 0 : 1);
    const double log_q = allocation.part(stream, move, &target);
    if (!accepts(stream, log_q - log_choice(move, allocation, two) -
                             allocation.log_ratio(topics_.process, tables_.topics() - 1)))
      return;
    ++tally.merges_accepted;
    for (std::size_t t = 0; t < group.size(); ++t)
      if (target[t] == 1) serve(group.places[t], two[1], two[0]);
    by_topic_.set(two[0], group.places);
    by_topic_.set(two[1], {});
  }

  /// Changes a table's topic.
  void serve(const Place& place, Topic from, Topic to) {
    --tables_.of_topic[from];
    ++tables_.of_topic[to];
    for (std::size_t i = corpus_.offsets()[place.document]; i < corpus_.offsets()[place.document + 1]; ++i) {
      if (tables_.seat[i] != place.seat) continue;
      mix_.topics[i] = to;
      const auto shift = [&](std::int32_t* row) {
        --row[from];
        ++row[to];
      };
      shift(mix_.word_topic.row(mix_.layout.words[i]));
      shift(mix_.block_topic.row(mix_.layout.block_of[mix_.layout.words[i]]));
      if (!mix_.document_topic.empty()) shift(mix_.document_topic.row(place.document));
    }
  }

  sampling::State& mix_;
  Tables& tables_;
  const TopicProcess& topics_;
  const Context& context_;
  const Corpus& corpus_;
  TablesByTopic by_topic_;
  std::vector<std::uint64_t> before_{0};  ///< D + 1: number of tables in the documents before
};

}  // namespace

SplitMergeTally split_and_merge(sampling::State& mix, Tables& tables, const TopicProcess& topics,
                                const Context& context, const SplitMerge& move) {
  Proposer proposer(mix, tables, topics, context);
  if (tables.total() < 2) return proposer.tally;
  for (std::size_t p = 0; p < move.proposals; ++p) {
    Stream stream = context.stream(Purpose::split, p);
    proposer.propose(stream, move);
  }
  return proposer.tally;
}

}  // namespace themata::seating
