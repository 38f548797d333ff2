#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "themata/admixture/state.hpp"

namespace themata::icdp {

using admixture::Topic;

/// Which topics each document may use. Nothing is drawn by the order of a list, nor by a topic's lane.
struct TopicMask {
  std::vector<std::vector<Topic>> of;  ///< D; none where every document may use every topic (SSTM)
  std::vector<std::uint32_t>
      documents;  ///< lanes: documents that may use a topic, c_k; 0 in the lanes of no topic

  bool everything() const { return of.empty(); }
};

/// Which words each topic may have. In the unbounded vocabulary a topic has besides words that no token has yet: ghosts.
struct WordMask {
  Matrix<std::uint8_t> on;  ///< V x lanes: 1 where a topic may have a word type; none where all may (FTM)
  std::vector<std::vector<Topic>> ghosts;  ///< topics of each ghost, one or more
  std::vector<std::uint32_t> topics;       ///< V: topics that may have a word type, c_v
  Matrix<std::uint32_t> in_block;          ///< P x lanes: word types of a block that a topic may have
  std::vector<std::uint32_t> n_ghosts;     ///< lanes

  bool everything() const { return on.empty(); }
  /// Topic k's number of words that it may have, ghosts among them.
  std::uint32_t words(std::size_t k) const;
};

/// Recounts what follows from `of`.
void recount(TopicMask& mask, std::size_t lanes);
/// Recounts what follows from `on` and `ghosts`.
void recount(WordMask& mask, const admixture::Layout& layout, std::size_t lanes);

/// Makes room for `lanes` lanes, more than there are.
void widen(TopicMask& mask, std::size_t lanes);
void widen(WordMask& mask, std::size_t lanes);

/// Switches one word of one topic on or off, and keeps the counts in step.
void set_word(WordMask& mask, const admixture::Layout& layout, std::size_t v, std::size_t k, bool on);
/// A topic that is no more: its words are switched off, and ghosts that it alone had are gone.
void clear_topic(WordMask& mask, const admixture::Layout& layout, std::size_t k);

}  // namespace themata::icdp
