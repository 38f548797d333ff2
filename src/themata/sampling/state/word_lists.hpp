#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/counts/matrix.hpp"
#include "themata/counts/word_topic_table.hpp"
#include "themata/sampling/state/layout.hpp"

namespace themata::sampling {

/// Sixteen topics of a word type and its number of tokens in each.
struct alignas(32) CountGroup {
  std::array<std::int32_t, slot_group> counts;
  std::array<Topic, slot_group> topics;

  /// Removes all topics. @param slots  stands for no topic
  void clear(Topic slots) {
    counts.fill(0);
    topics.fill(slots);
  }
};

/// The topics that hold tokens of one word type, no topic twice; some may have lost their tokens.
struct WordList {
  CountGroup* groups = nullptr;
  std::uint32_t n_places = 0;  ///< places in use, from the first on; the rest of the last group has count 0
  std::uint32_t n_groups = 0;  ///< capacity: as many topics as the word can have at once

  std::int32_t& count(std::size_t place) const {
    return groups[place / slot_group].counts[place % slot_group];
  }
  Topic& topic(std::size_t place) const { return groups[place / slot_group].topics[place % slot_group]; }
  bool is_full() const { return n_places == n_groups * slot_group; }

  /// Requires room. @returns the place
  std::size_t add(Topic k, std::int32_t tokens, Topic slots) {
    const std::size_t place = n_places++;
    if (place % slot_group == 0) groups[place / slot_group].clear(slots);
    count(place) = tokens;
    topic(place) = k;
    return place;
  }
};

/// n_kv by word type, for a sampler whose tokens scan only their word's topics. Between fill() and
/// write_back() the lists are current, and the dense counts are stale.
class WordLists {
 public:
  /// Copies the counts of the words of the blocks that are here, topics in ascending order.
  /// @param word_topic  n_kv, V x slots, fewer than 65,536 slots
  /// @param further  number of further topics that may be added to a list
  void fill(const WordTopicTable& word_topic, const Layout& layout, Pool& pool, std::size_t further = 0);
  /// Updates the counts of the topics that are in a list and have a slot.
  void write_back(WordTopicTable& word_topic, Pool& pool) const;
  /// Writes the counts of the topics from `first` on, which were added to the lists, to the slots that they
  /// got since.
  void write_back_beyond(WordTopicTable& word_topic, std::size_t first, std::span<const Topic> slot_of,
                         Pool& pool) const;

  // Blocks leave and arrive while others are sampled, each on one thread at a time.
  /// The length of what take() writes.
  std::size_t n_parts(std::span<const std::uint32_t> types) const;
  /// Removes the lists of a block's types, and writes of each type the number of its places, then topic and
  /// count of each place.
  void take(std::size_t block, std::span<const std::uint32_t> types, std::int32_t* parts);
  /// The reverse.
  void put(std::size_t block, std::span<const std::uint32_t> types, const std::int32_t* parts);

  WordList& word(std::size_t type) { return words_[type]; }
  /// Sum over the tokens of the number of groups in their word's list at fill(): what a sweep has to scan.
  std::uint64_t groups_of_tokens() const { return groups_of_tokens_; }

 private:
  bool try_to_fill(const WordTopicTable& word_topic, const Layout& layout, Pool& pool);
  void make_room(const WordTopicTable& word_topic, const Layout& layout, Pool& pool);
  std::uint32_t groups_for(std::int64_t tokens) const;
  Matrix<float> memory_for(std::span<const std::uint32_t> types);

  std::vector<WordList> words_;
  std::vector<Matrix<float>> memory_;  ///< of the groups: in one piece, or by block where blocks leave
  std::size_t slots_ = 0;
  std::size_t most_topics_ = 0;  ///< slots, and further topics
  std::uint64_t groups_of_tokens_ = 0;
};

}  // namespace themata::sampling
