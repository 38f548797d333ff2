#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "themata/counts/bit_matrix.hpp"
#include "themata/sampling/state/state.hpp"

namespace themata::icdp {

using sampling::Topic;

/// The topics that each document may use. No draw's distribution depends on the order of a list, nor on a
/// topic's slot.
struct TopicMask {
  std::vector<std::vector<Topic>> of;  ///< D; empty if every document may use every topic (SSTM)
  std::vector<std::uint32_t>
      documents;  ///< slots: number of documents that may use a topic, c_k; 0 in empty slots

  bool everything() const { return of.empty(); }
};

/// The words that each topic may have. With an unbounded vocabulary a topic also has latent words, of which
/// there is no token.
struct WordMask {
  BitMatrix on;  ///< V x slots: whether a topic may have a word type; empty if all may (FTM)
  std::vector<std::vector<Topic>> latent;  ///< by latent word: its topics, one or more
  std::vector<std::uint32_t> topics;       ///< V: number of topics that may have a word type, c_v
  Matrix<std::uint32_t> in_block;          ///< P x slots: word types in a block that a topic may have
  std::vector<std::uint32_t> n_latent;     ///< slots: number of latent words

  bool everything() const { return on.empty(); }
  /// Number of words that topic k may have, including latent words.
  std::uint32_t words(std::size_t k) const;
};

/// Recomputes what follows from `of`.
void recount(TopicMask& mask, std::size_t slots);
/// Recomputes what follows from `on` and `latent`.
void recount(WordMask& mask, const sampling::Layout& layout, std::size_t slots);

/// Increases the number of slots to `slots`.
void widen(TopicMask& mask, std::size_t slots);
void widen(WordMask& mask, std::size_t slots);

/// Switches one word of one topic on or off, and keeps the counts in step.
void set_word(WordMask& mask, const sampling::Layout& layout, std::size_t v, std::size_t k, bool on);
/// Clears a topic that has ended: its words are switched off, and latent words of this topic alone are
/// removed.
void clear_topic(WordMask& mask, const sampling::Layout& layout, std::size_t k);

}  // namespace themata::icdp
