#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/counts/word_topic_table.hpp"
#include "themata/sampling/state/layout.hpp"

namespace themata::sampling {

/// For each word type, the slots whose count n_kv is above 0. For samplers whose cost follows the number of
/// such counts. A recount lists them, once a sampler has asked for them; whatever changes the counts
/// otherwise forgets the lists.
class NonZeros {
 public:
  bool wanted() const { return wanted_; }
  bool known() const { return known_; }
  /// The slots of a word type, ascending. Only where known().
  std::span<const Topic> of(std::size_t v) const { return {topics_.data() + begin_[v], size_[v]}; }

  /// From now on recounts list them.
  void want() { wanted_ = true; }
  /// The lists no longer match the counts.
  void forget() { known_ = false; }
  /// Lists them from the counts.
  void fill(const WordTopicTable& word_topic, const Layout& layout, Pool& pool);

  // A recount: begin, list each count that rises from 0, finish.

  /// Empties the lists, and makes room for what the word types of a layout can need.
  /// @param writers  that list counts at the same time, each of its own words
  void begin(const Layout& layout, std::size_t slots, std::size_t writers);
  /// A word that stands for those of other writers.
  std::size_t unlisted(std::size_t writer) const { return n_types_ + writer; }
  /// @param times  1 if the slot is new in the word's list; 0: nothing is added. Without a branch.
  void add(std::size_t v, Topic slot, std::uint32_t times) {
    topics_[begin_[v] + size_[v]] = slot;
    size_[v] += times;
  }
  void finish(Pool& pool);

 private:
  bool wanted_ = false, known_ = false;
  std::size_t n_types_ = 0, slots_ = 0;
  std::vector<std::size_t> begin_;   ///< by word type, then by writer
  std::vector<std::uint32_t> size_;  ///< likewise
  std::vector<Topic> topics_;        ///< one place more than each list can need, which add() writes to
};

}  // namespace themata::sampling
