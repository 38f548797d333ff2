#include "themata/seating/split_merge.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <utility>

#include "themata/random/elementary.hpp"
#include "themata/random/shuffle.hpp"
#include "themata/sampling/state/word_beta.hpp"

namespace themata::seating {

namespace {

/// log(1 + e^x).
double softplus(double x) {
  return x > 0 ? x + portable_log(1 + portable_exp(-x)) : portable_log(1 + portable_exp(x));
}

/// A table of a document.
struct Place {
  std::size_t document;
  Seat seat;
  bool operator==(const Place&) const = default;
};

/// The tables of one or two topics, with their words sorted, document by document.
struct Group {
  std::vector<Place> places;
  std::vector<std::size_t> begin{0};  ///< tables + 1
  std::vector<std::uint32_t> words;
  std::vector<Topic> topic;

  std::size_t size() const { return places.size(); }
  std::span<const std::uint32_t> words_of(std::size_t table) const {
    return std::span(words).subspan(begin[table], begin[table + 1] - begin[table]);
  }
};

/// The group's tables in the documents from `first` up to `last`.
Group part_of_group(const sampling::State& mix, const Tables& tables, const Corpus& corpus,
                    const std::array<Topic, 2>& two, const std::array<std::size_t, 2>& documents) {
  const Topic a = two[0], b = two[1];
  Group group;
  OpenDocument document;
  for (std::size_t d = documents[0]; d < documents[1]; ++d) {
    const auto topics = sampling::topics_of(mix, corpus, d);
    if (std::ranges::none_of(topics, [&](Topic k) { return k == a || k == b; })) continue;
    document.open(tables, corpus, d);
    for (std::size_t t = 0; t < document.n_tables(); ++t) {
      const auto places = document.places(t);
      const Topic topic = mix.topics[places.front()];
      if (topic != a && topic != b) continue;
      group.places.push_back({d, static_cast<Seat>(t)});
      group.topic.push_back(topic);
      for (const std::size_t i : places) group.words.push_back(mix.layout.words[i]);
      std::sort(group.words.begin() + static_cast<std::ptrdiff_t>(group.begin.back()), group.words.end());
      group.begin.push_back(group.words.size());
    }
  }
  return group;
}

Group group_of(const sampling::State& mix, const Tables& tables, const Context& context,
               const std::array<Topic, 2>& two) {
  constexpr std::size_t chunk = 1024;
  const std::size_t documents = context.corpus.n_documents();
  std::vector<Group> parts((documents + chunk - 1) / chunk);
  context.pool.for_chunks(documents, chunk, [&](std::size_t first, std::size_t last) {
    parts[first / chunk] = part_of_group(mix, tables, context.corpus, two, {first, last});
  });
  Group group;
  for (const Group& part : parts) {
    const std::size_t before = group.words.size();
    group.places.insert(group.places.end(), part.places.begin(), part.places.end());
    group.topic.insert(group.topic.end(), part.topic.begin(), part.topic.end());
    group.words.insert(group.words.end(), part.words.begin(), part.words.end());
    for (std::size_t t = 0; t < part.size(); ++t) group.begin.push_back(before + part.begin[t + 1]);
  }
  return group;
}

/// Counts of the tables on one side.
struct Side {
  std::vector<std::int32_t> words;  ///< V
  std::int32_t tokens = 0;
  std::int64_t tables = 0;

  void add(std::span<const std::uint32_t> table, std::int32_t by) {
    for (const std::uint32_t v : table) words[v] += by;
    tokens += by * static_cast<std::int32_t>(table.size());
    tables += by;
  }
};

/// A split of a group into left (0) and right (1), around two anchor tables that do not move.
class SplitAllocation {
 public:
  SplitAllocation(const sampling::State& mix, const Group& group, double discount,
                  const std::array<std::size_t, 2>& anchors, Pool& pool)
      : betas_(mix),
        total_beta_(betas_.total(0)),
        group_(group),
        discount_(discount),
        anchors_(anchors),
        pool_(pool),
        side_(group.size(), 0) {
    for (Side& side : sides_) side.words.resize(mix.word_topic.rows());
    for (std::size_t s = 0; s < 2; ++s) put(anchors[s], s);
    for (std::size_t t = 0; t < group.size(); ++t)
      if (t != anchors[0] && t != anchors[1]) order_.push_back(t);
  }

  /// Splits the tables, by one pass or by scans. @param target  the side that each table must get; null to
  /// draw it @return  log q
  double part(Stream& stream, const SplitMerge& move, const std::vector<std::size_t>* target) {
    const int scans = move.scans;
    if (move.allocation == SplitMerge::Allocation::parallel) {
      for (int scan = 0; scan < scans; ++scan) allocate(stream, nullptr);
      return allocate(stream, target);
    }
    shuffle(order_, stream);
    if (scans == 0) {
      double log_q = 0;
      for (const std::size_t t : order_) log_q += seat(stream, t, target);
      return log_q;
    }
    for (const std::size_t t : order_) put(t, stream.below(2));
    for (int scan = 0; scan < scans; ++scan) rescan(stream, nullptr);
    return rescan(stream, target);
  }

  /// log(r q).
  double log_ratio(const PitmanYor& process, std::int64_t topics_merged) const {
    return portable_log(process.of_new(topics_merged)) + log_of_table(process, sides_[0].tables) +
           log_of_table(process, sides_[1].tables) -
           log_of_table(process, sides_[0].tables + sides_[1].tables) +
           sampling::log_split(betas_, sides_[0].words, sides_[1].words);
  }

  std::size_t side(std::size_t table) const { return side_[table]; }

 private:
  void put(std::size_t table, std::size_t side) {
    side_[table] = side;
    sides_[side].add(group_.words_of(table), 1);
  }

  double rescan(Stream& stream, const std::vector<std::size_t>* target) {
    double log_q = 0;
    for (const std::size_t t : order_) {
      sides_[side_[t]].add(group_.words_of(t), -1);
      log_q += seat(stream, t, target);
    }
    return log_q;
  }

  /// Allocates all tables at once given the present sides, and then recounts the sides.
  double allocate(Stream& stream, const std::vector<std::size_t>* target) {
    constexpr std::size_t chunk = 512;
    const std::vector<double> log_ratio = log_ratios();
    const double per_token =
        portable_log((sides_[1].tokens + total_beta_) / (sides_[0].tokens + total_beta_));
    const double per_table = log_tables();
    std::vector<double> log_uniform(target == nullptr ? order_.size() : 0), log_p(order_.size());
    for (double& x : log_uniform) x = stream.uniform();
    for (std::size_t s = 0; s < 2; ++s) {
      sides_[s] = {std::vector<std::int32_t>(sides_[s].words.size())};
      put(anchors_[s], s);
    }
    pool_.for_chunks(order_.size(), chunk, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        const std::size_t t = order_[i];
        const auto words = group_.words_of(t);
        double odds = per_table + per_token * static_cast<double>(words.size());
        for (const std::uint32_t v : words) odds += log_ratio[v];
        const double log_left = -softplus(-odds);
        side_[t] = target != nullptr ? (*target)[t] : portable_log(log_uniform[i]) < log_left ? 0 : 1;
        log_p[i] = side_[t] == 0 ? log_left : -softplus(odds);
        for (const std::uint32_t v : words)  // integers: the order of addition does not matter
          std::atomic_ref(sides_[side_[t]].words[v]).fetch_add(1, std::memory_order_relaxed);
      }
    });
    double log_q = 0;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      Side& side = sides_[side_[order_[i]]];
      ++side.tables;
      side.tokens += static_cast<std::int32_t>(group_.words_of(order_[i]).size());
      log_q += log_p[i];
    }
    return log_q;
  }

  /// log of the ratio left to right for each word type, without the sides' sizes.
  std::vector<double> log_ratios() const {
    constexpr std::size_t chunk = 4096;
    std::vector<double> ratio(sides_[0].words.size());
    pool_.for_chunks(ratio.size(), chunk, [&](std::size_t first, std::size_t last) {
      for (std::size_t v = first; v < last; ++v) {
        const std::int32_t left = sides_[0].words[v], right = sides_[1].words[v];
        const double beta = betas_.of(static_cast<std::uint32_t>(v));
        ratio[v] = left == right ? 0 : portable_log((left + beta) / (right + beta));
      }
    });
    return ratio;
  }

  double log_tables() const {
    return portable_log((static_cast<double>(sides_[0].tables) - discount_) /
                        (static_cast<double>(sides_[1].tables) - discount_));
  }

  /// Assigns a table to a side. @return  log of the choice's probability
  double seat(Stream& stream, std::size_t table, const std::vector<std::size_t>* target) {
    const double odds = log_odds(group_.words_of(table));
    const double log_left = -softplus(-odds);
    const std::size_t side = target != nullptr                           ? (*target)[table]
                             : portable_log(stream.uniform()) < log_left ? 0
                                                                         : 1;
    put(table, side);
    return side == 0 ? log_left : -softplus(odds);
  }

  /// log of the ratio of the left mass to the right one.
  double log_odds(std::span<const std::uint32_t> words) const {
    const Side &left = sides_[0], &right = sides_[1];
    double sum = log_tables();
    double ratio = 1;
    std::int32_t same = 0;  // earlier tokens of the table with the same word
    for (std::size_t i = 0; i < words.size(); ++i) {
      same = i > 0 && words[i] == words[i - 1] ? same + 1 : 0;
      const double beta = betas_.of(words[i]) + same, before = total_beta_ + static_cast<double>(i);
      ratio *= (left.words[words[i]] + beta) * (right.tokens + before) /
               ((right.words[words[i]] + beta) * (left.tokens + before));
      if (i % 8 == 7) {  // well within the range of a double
        sum += portable_log(ratio);
        ratio = 1;
      }
    }
    return sum + portable_log(ratio);
  }

  sampling::WordBeta betas_;
  double total_beta_;
  const Group& group_;
  double discount_;
  std::array<std::size_t, 2> anchors_;
  Pool& pool_;
  std::vector<std::size_t> side_, order_;
  std::array<Side, 2> sides_;
};

class Proposer {
 public:
  Proposer(sampling::State& mix, Tables& tables, const TopicProcess& topics, const Context& context)
      : mix_(mix), tables_(tables), topics_(topics), context_(context), corpus_(context.corpus) {
    for (const std::uint32_t m : tables.in_document) before_.push_back(before_.back() + m);
  }

  void propose(Stream& stream, const SplitMerge& move) {
    const std::array<Place, 2> two = draw_two(stream, move.pick);
    const Topic a = topic_of(two[0]), b = topic_of(two[1]);
    const Group group = group_of(mix_, tables_, context_, {a, b});
    std::array<std::size_t, 2> anchors{};
    for (std::size_t s = 0; s < 2; ++s)
      anchors[s] = static_cast<std::size_t>(std::ranges::find(group.places, two[s]) - group.places.begin());
    SplitAllocation allocation(mix_, group, topics_.process.discount, anchors, context_.pool);
    if (a == b)
      split(stream, move, group, allocation);
    else
      merge(stream, move, group, allocation, {a, b});
  }

  SplitMergeTally tally;

 private:
  std::array<Place, 2> draw_two(Stream& stream, SplitMerge::Pick pick) const {
    if (pick == SplitMerge::Pick::alike) {
      const auto n = static_cast<std::uint32_t>(before_.back());
      const std::uint32_t first = stream.below(n);
      return {place_of(first), place_of((first + 1 + stream.below(n - 1)) % n)};
    }
    const auto n = static_cast<std::uint32_t>(tables_.seat.size());
    const Place first = place_of_token(stream.below(n));
    for (;;)
      if (const Place second = place_of_token(stream.below(n)); second != first) return {first, second};
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

  void split(Stream& stream, const SplitMerge& move, const Group& group, SplitAllocation& allocation) {
    ++tally.splits;
    const double log_q = allocation.part(stream, move, nullptr);
    if (!accepts(stream, allocation.log_ratio(topics_.process, tables_.topics()) - log_q)) return;
    ++tally.splits_accepted;
    check_room(tables_.topics(), topics_.max_topics, context_.sweep);
    const std::size_t fresh = empty_slot(mix_, tables_, corpus_);
    tally.born.push_back(fresh);
    for (std::size_t t = 0; t < group.size(); ++t)
      if (allocation.side(t) == 1) serve(group.places[t], group.topic[t], static_cast<Topic>(fresh));
  }

  void merge(Stream& stream, const SplitMerge& move, const Group& group, SplitAllocation& allocation,
             const std::array<Topic, 2>& two) {
    ++tally.merges;
    std::vector<std::size_t> target;
    for (const Topic k : group.topic) target.push_back(k == two[0] ? 0 : 1);
    const double log_q = allocation.part(stream, move, &target);
    if (!accepts(stream, log_q - allocation.log_ratio(topics_.process, tables_.topics() - 1))) return;
    ++tally.merges_accepted;
    for (std::size_t t = 0; t < group.size(); ++t)
      if (target[t] == 1) serve(group.places[t], two[1], two[0]);
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
