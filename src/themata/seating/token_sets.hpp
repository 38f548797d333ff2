#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/sampling/state/state.hpp"
#include "themata/seating/group_counts.hpp"

namespace themata::seating {

/// Tokens of one word type.
struct WordTokens {
  std::uint32_t word;
  std::int32_t tokens;
};

/// Sets of tokens that move from topic to topic together, of some consecutive documents, one set after
/// another: each within one document and of one topic.
struct TokenSets {
  std::size_t first = 0;                ///< position of the documents' first token
  std::vector<std::uint32_t> places;    ///< of the tokens, from `first`, set by set
  std::vector<std::size_t> begin{0};    ///< sets + 1, into `places`
  std::vector<std::uint32_t> document;  ///< of a set
  std::vector<std::uint16_t> group;     ///< of a set's topic
  std::vector<std::uint32_t> topic;     ///< number of a set's topic within its group

  std::size_t size() const { return group.size(); }
  std::span<const std::uint32_t> places_of(std::size_t set) const {
    return std::span(places).subspan(begin[set], begin[set + 1] - begin[set]);
  }
  /// Ends a set; its tokens have been appended to `places`.
  void close(std::size_t d, std::size_t slot, const TopicGroups& groups) {
    begin.push_back(places.size());
    document.push_back(static_cast<std::uint32_t>(d));
    group.push_back(groups.group_of[slot]);
    topic.push_back(groups.number_of[slot]);
  }
  /// Writes a set's word types, ascending, into `words`.
  void gather(std::size_t set, const sampling::State& mix, std::vector<WordTokens>& words) const;
};

/// What decides how much memory moves of all tokens in sets need.
struct MoveSizes {
  std::size_t n_groups = 1, at_once = 1;  ///< groups of topics, and how many of them are drawn at once
  std::uint64_t slots = 0;
  std::uint64_t tokens_per_set = 3;  ///< on average
};

/// Bytes of memory that moves of all tokens in sets need besides the state.
std::uint64_t bytes_of_moves(const Corpus& corpus, const MoveSizes& sizes);

/// Slots by group and number.
using Slots = std::vector<std::vector<sampling::Topic>>;

/// Moves the tokens of a group's sets in the counts of words. No other group has counts of these topics.
void move_counts(sampling::State& mix, const std::vector<TokenSets>& chunks, const Slots& slots,
                 std::size_t group);
/// Gives the tokens of some documents' sets their new topics.
void give_topics(sampling::State& mix, const TokenSets& chunk, const Slots& slots);

}  // namespace themata::seating
