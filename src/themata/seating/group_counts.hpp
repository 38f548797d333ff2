#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/random/stream.hpp"
#include "themata/sampling/state/state.hpp"

namespace themata::seating {

/// Topics in groups that can be sampled in parallel. Within its group a topic has a number of its own.
struct TopicGroups {
  std::size_t n_groups = 1;
  std::vector<std::uint16_t> group_of;                ///< by slot
  std::vector<std::uint32_t> number_of;               ///< by slot, within its group
  std::vector<std::vector<sampling::Topic>> members;  ///< by group: the slots
};

/// Puts each of the topics into one of the groups at random; other slots have no group.
/// @param slots  number of all slots
TopicGroups draw_groups(Stream stream, std::span<const sampling::Topic> topics, std::size_t slots,
                        std::size_t n_groups);

/// n_kv, for every word type and group the topics of the group that have tokens of it. The tokens stay in
/// their group while their topics change, so no list outgrows its place.
class GroupCounts {
 public:
  struct Entry {
    std::uint32_t topic;  ///< its number within the group
    std::int32_t tokens;
  };

  /// Tokens of one word type in a slot.
  struct Count {
    std::size_t slot;
    std::int32_t tokens;
  };

  /// The topics of one group that have tokens of a word type, in no order.
  class List {
   public:
    List(Entry* first, std::uint32_t& size) : first_(first), size_(size) {}
    const Entry* begin() const { return first_; }
    const Entry* end() const { return first_ + size_; }
    std::int32_t tokens(std::uint32_t topic) const {
      const Entry* entry = find(topic);
      return entry == end() ? 0 : entry->tokens;
    }
    void add(std::uint32_t topic, std::int32_t tokens);
    /// @param topic  has that many tokens in the list
    void remove(std::uint32_t topic, std::int32_t tokens);

   private:
    Entry* find(std::uint32_t topic) const;
    Entry* first_;
    std::uint32_t& size_;
  };

  GroupCounts(const sampling::State& mix, const TopicGroups& groups, Pool& pool);

  List of(std::size_t word, std::size_t group) {
    const std::size_t cell = word * n_groups_ + group;
    return {entries_.data() + begin_[cell], size_[cell]};
  }

 private:
  void fill(std::span<const Count> counts, std::size_t word, const TopicGroups& groups);

  std::size_t n_groups_;
  std::vector<std::size_t> begin_;   ///< V x groups, into `entries_`
  std::vector<std::uint32_t> size_;  ///< V x groups
  std::vector<Entry> entries_;       ///< N
};

}  // namespace themata::seating
