#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "themata/sampling/state/state.hpp"
#include "themata/seating/pitman_yor.hpp"
#include "themata/seating/seats.hpp"

/// Documents as restaurants (Teh et al. 2006, section 2.2; docs/theory/franchise.md): the tokens of a
/// document sit at tables, and those of one table have one topic, its dish.
namespace themata::seating {

using sampling::Topic;

/// The seating. The dish of a table is the topic of its tokens.
struct Tables {
  std::vector<Seat> seat;                  ///< N, in the layout's order
  std::vector<std::uint32_t> in_document;  ///< D: l_d, tables of a document
  std::vector<std::int64_t> of_topic;      ///< slots: l_k, tables of a topic, on all ranks

  std::int64_t total() const;   ///< l.
  std::int64_t topics() const;  ///< K, topics with tables
};

/// What the topics of tables are drawn from.
struct TopicProcess {
  PitmanYor process;       ///< of topics, over all tables
  std::size_t max_topics;  ///< allowed
};

/// Computes the counts from the seats. @param mix  must have one block
Tables tables_of(std::vector<Seat> seat, const sampling::State& mix, const Corpus& corpus, Pool& pool);

/// Writes the number of tokens at each table of a document into `tokens`.
void count_tokens(const Tables& tables, const Corpus& corpus, std::size_t d,
                  std::vector<std::int64_t>& tokens);

/// Throws std::logic_error if seats, topics and counts disagree.
void check(const Tables& tables, const sampling::State& mix, const Corpus& corpus);

/// One document with its tokens sorted by table.
class OpenDocument {
 public:
  void open(const Tables& tables, const Corpus& corpus, std::size_t d);
  std::size_t n_tables() const { return begin_.size() - 1; }
  /// The positions of a table's tokens, ascending.
  std::span<const std::size_t> places(std::size_t table) const {
    return std::span(places_).subspan(begin_[table], begin_[table + 1] - begin_[table]);
  }

 private:
  std::vector<std::size_t> begin_, places_;
};

/// The first slot without tables; adds slots if there is none.
std::size_t empty_slot(sampling::State& mix, Tables& tables, const Corpus& corpus);

/// Throws if no further topic is allowed. @param sweep  for the message @throws ResourceError
void check_room(std::int64_t topics, std::size_t max_topics, std::uint64_t sweep);

}  // namespace themata::seating
