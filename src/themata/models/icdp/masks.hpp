#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "themata/sampling/state/state.hpp"

namespace themata::icdp {

using sampling::Topic;

/// Which topics each document may use. Nothing is drawn by the order of a list, nor by a topic's slot.
struct TopicMask {
  std::vector<std::vector<Topic>> of;  ///< D; none where every document may use every topic (SSTM)
  std::vector<std::uint32_t>
      documents;  ///< slots: documents that may use a topic, c_k; 0 in the slots of no topic

  bool everything() const { return of.empty(); }
};

/// Which words each topic may have. In the unbounded vocabulary a topic has besides words that no token has yet: ghosts.
struct WordMask {
  Matrix<std::uint8_t> on;  ///< V x slots: 1 where a topic may have a word type; none where all may (FTM)
  std::vector<std::vector<Topic>> ghosts;  ///< topics of each ghost, one or more
  std::vector<std::uint32_t> topics;       ///< V: topics that may have a word type, c_v
  Matrix<std::uint32_t> in_block;          ///< P x slots: word types of a block that a topic may have
  std::vector<std::uint32_t> n_ghosts;     ///< slots

  bool everything() const { return on.empty(); }
  /// Topic k's number of words that it may have, ghosts among them.
  std::uint32_t words(std::size_t k) const;
};

/// Recounts what follows from `of`.
void recount(TopicMask& mask, std::size_t slots);
/// Recounts what follows from `on` and `ghosts`.
void recount(WordMask& mask, const sampling::Layout& layout, std::size_t slots);

/// Makes room for `slots` slots, more than there are.
void widen(TopicMask& mask, std::size_t slots);
void widen(WordMask& mask, std::size_t slots);

/// Switches one word of one topic on or off, and keeps the counts in step.
void set_word(WordMask& mask, const sampling::Layout& layout, std::size_t v, std::size_t k, bool on);
/// A topic that is no more: its words are switched off, and ghosts that it alone had are gone.
void clear_topic(WordMask& mask, const sampling::Layout& layout, std::size_t k);

}  // namespace themata::icdp
