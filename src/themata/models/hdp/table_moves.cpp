#include "themata/models/hdp/table_moves.hpp"

#include <vector>

#include "themata/models/hdp/weights.hpp"
#include "themata/seating/dishes.hpp"

namespace themata::hdp {

namespace {

using sampling::Topic;

/// The tables of one document while tokens are seated.
class Restaurant {
 public:
  explicit Restaurant(const State& state) : state_(state) {}

  void seat(Stream& stream, std::span<const Topic> topics, std::span<seating::Seat> seats) {
    tables_.clear();
    for (std::size_t i = 0; i < topics.size(); ++i) {
      const std::size_t table = choose(stream, topics[i]);
      if (table == tables_.size()) tables_.push_back({topics[i], 0});
      ++tables_[table].tokens;
      seats[i] = static_cast<seating::Seat>(table);
    }
  }

 private:
  struct Table {
    Topic topic;
    double tokens;
  };

  /// Draws one of the topic's tables; the number of tables means a new one.
  std::size_t choose(Stream& stream, Topic topic) const {
    double seated = 0;
    for (const Table& table : tables_)
      if (table.topic == topic) seated += table.tokens;
    double rest = stream.uniform() * (seated + state_.alpha * state_.psi[topic]);
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      if (tables_[t].topic != topic) continue;
      if (rest < tables_[t].tokens) return t;
      rest -= tables_[t].tokens;
    }
    return tables_.size();
  }

  const State& state_;
  std::vector<Table> tables_;
};

}  // namespace

seating::Tables draw_seats(const State& state, const Context& context) {
  constexpr std::size_t chunk = 256;
  const Corpus& corpus = context.corpus;
  std::vector<seating::Seat> seat(corpus.n_tokens());
  context.pool.for_chunks(corpus.n_documents(), chunk, [&](std::size_t first, std::size_t last) {
    Restaurant restaurant(state);
    for (std::size_t d = first; d < last; ++d) {
      // A different stream from those of the topics' tables and of the topics of this document's tables.
      Stream stream = context.stream(Purpose::tables, (1ULL << 40) | d);
      restaurant.seat(stream, sampling::topics_of(state.mix, corpus, d),
                      std::span(seat).subspan(corpus.offsets()[d], corpus.length(d)));
    }
  });
  return seating::tables_of(std::move(seat), state.mix, corpus);
}

void move_tables(State& state, const Context& context, const TableMoves& moves, std::size_t max_topics) {
  state.tried = {};
  if (!moves.due(context.sweep)) return draw_tables(state, context);
  seating::Tables tables = draw_seats(state, context);
  const seating::TopicProcess topics{{state.gamma, 0}, max_topics};
  std::vector<std::size_t> born;
  if (moves.dishes_due(context.sweep)) born = seating::draw_dishes(state.mix, tables, topics, context);
  if (moves.splits_due(context.sweep)) {
    state.tried = seating::split_and_merge(state.mix, tables, topics, context, moves.split_merge);
    born.insert(born.end(), state.tried.born.begin(), state.tried.born.end());
  }
  for (const std::size_t slot : born) name_anew(state, slot);
  state.tables.assign(tables.of_topic.begin(), tables.of_topic.end());
}

}  // namespace themata::hdp
