#include "themata/models/hdp/table_moves.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/models/hdp/weights.hpp"
#include "themata/seating/grouped_dishes.hpp"

namespace themata::hdp {

namespace {

using sampling::Topic;

/// Seats the tokens of one document after another.
class Restaurant {
 public:
  explicit Restaurant(const State& state) : state_(state) {}

  void seat(Stream& stream, std::span<const Topic> topics, std::span<seating::Seat> seats) {
    order_.clear();
    for (std::size_t i = 0; i < topics.size(); ++i)
      order_.push_back(std::uint64_t{topics[i]} << 32 | static_cast<std::uint32_t>(i));
    std::ranges::sort(order_);
    seating::Seat n_tables = 0;
    for (std::size_t first = 0, last = 0; first < order_.size(); first = last) {
      const Topic topic = topic_of(first);
      while (last < order_.size() && topic_of(last) == topic) ++last;
      n_tables = seat_topic(stream, std::span(order_).subspan(first, last - first), n_tables, seats);
    }
    number_by_first_token(n_tables, seats);
  }

 private:
  Topic topic_of(std::size_t i) const { return static_cast<Topic>(order_[i] >> 32); }

  /// Each token opens a table or sits where a random earlier token of its topic does, which is at a table of
  /// n tokens with weight n. @return  number of tables so far
  seating::Seat seat_topic(Stream& stream, std::span<const std::uint64_t> tokens, seating::Seat n_tables,
                           std::span<seating::Seat> seats) const {
    const double fresh = state_.alpha * state_.psi[tokens.front() >> 32];
    seats[static_cast<std::uint32_t>(tokens.front())] = n_tables++;
    for (std::size_t i = 1; i < tokens.size(); ++i) {
      const double at = stream.uniform() * (fresh + static_cast<double>(i)) - fresh;
      const auto earlier = std::min(static_cast<std::size_t>(std::max(at, 0.0)), i - 1);
      seats[static_cast<std::uint32_t>(tokens[i])] =
          at < 0 ? n_tables++ : seats[static_cast<std::uint32_t>(tokens[earlier])];
    }
    return n_tables;
  }

  void number_by_first_token(seating::Seat n_tables, std::span<seating::Seat> seats) {
    constexpr seating::Seat none = UINT32_MAX;
    numbers_.assign(n_tables, none);
    seating::Seat next = 0;
    for (seating::Seat& seat : seats) {
      if (numbers_[seat] == none) numbers_[seat] = next++;
      seat = numbers_[seat];
    }
  }

  const State& state_;
  std::vector<std::uint64_t> order_;  ///< topic and position of each token, ascending
  std::vector<seating::Seat> numbers_;
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
      Stream stream = context.stream(Purpose::tables, (1ULL << 40) | state.mix.layout.number(d));
      restaurant.seat(stream, sampling::topics_of(state.mix, corpus, d),
                      std::span(seat).subspan(corpus.offsets()[d], corpus.length(d)));
    }
  });
  return seating::tables_of(std::move(seat), state.mix, corpus, context.pool);
}

void move_tables(State& state, const Context& context, const TableMoves& moves, std::size_t max_topics) {
  state.tried = {};
  if (!moves.due(context.sweep)) return draw_tables(state, context);
  seating::Tables tables = draw_seats(state, context);
  const seating::TopicProcess topics{{state.gamma, 0}, max_topics};
  std::vector<std::size_t> born;
  if (moves.dishes_due(context.sweep))
    born = seating::draw_dishes_in_groups(state.mix, tables,
                                          {state.gamma, max_topics, state.mix.layout.n_blocks}, context);
  if (moves.splits_due(context.sweep)) {
    state.tried = seating::split_and_merge(state.mix, tables, topics, context, moves.split_merge);
    born.insert(born.end(), state.tried.born.begin(), state.tried.born.end());
  }
  for (const std::size_t slot : born) name_anew(state, slot);
  state.tables.assign(tables.of_topic.begin(), tables.of_topic.end());
}

}  // namespace themata::hdp
