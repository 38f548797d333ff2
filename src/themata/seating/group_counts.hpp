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

/// Counts of words as numbers that can be sent: of each word type with tokens the type, how many topics it
/// has, and the number and the tokens of each.
using ListedCounts = std::vector<std::int32_t>;

/// Calls visit(word type, topic, tokens) for each count, in order.
template <class Visit>
void for_each_listed(std::span<const std::int32_t> listed, const Visit& visit) {
  for (std::size_t i = 0; i < listed.size();) {
    const auto word = static_cast<std::uint32_t>(listed[i++]);
    for (std::int32_t left = listed[i++]; left > 0; --left, i += 2)
      visit(word, static_cast<std::uint32_t>(listed[i]), listed[i + 1]);
  }
}

/// n_kv of the topics of one group: for every word type those that have tokens of it. The tokens stay in
/// their group while their topics change, so no list outgrows its place.
class GroupCounts {
 public:
  struct Entry {
    std::uint32_t topic;  ///< its number within the group
    std::int32_t tokens;
  };

  /// The topics that have tokens of a word type, in an order that only their changes decide.
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

  GroupCounts() = default;
  /// @param parts  all counts of the group, those of a word type in one part
  GroupCounts(std::size_t n_types, std::span<const ListedCounts> parts);

  List of(std::size_t word) { return {entries_.data() + begin_[word], size_[word]}; }
  /// Appends the counts of some word types, topics in their order.
  void append_to(ListedCounts& listed, std::span<const std::uint32_t> types) const;

 private:
  std::vector<std::size_t> begin_;   ///< V + 1, into `entries_`
  std::vector<std::uint32_t> size_;  ///< V
  std::vector<Entry> entries_;       ///< as many as the group has tokens
};

/// The counts of each group, of the word types that this process holds; topics ascending.
std::vector<ListedCounts> list_counts(const sampling::State& mix, const TopicGroups& groups, Pool& pool);

}  // namespace themata::seating
