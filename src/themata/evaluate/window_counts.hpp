#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/corpus/corpus.hpp"
#include "themata/evaluate/fit_quality.hpp"

namespace themata {

/// The windows in which words are counted. A window of `size` tokens slides over each document, one token at
/// a time: a document of n tokens has n - size + 1 windows, or one if it is shorter than the window (even if
/// it is empty).
struct Windows {
  std::size_t size = 0;  ///< tokens; 0: each document is one window
  WindowCounts counts = WindowCounts::exact;
};

/// The word types to count, and their pairs: two words are a pair if they are in the same list. Words are
/// numbered by type, pairs by their two words.
class WatchedWords {
 public:
  /// @param lists    word types below n_types, no type twice in a list
  /// @param n_types  V of the corpus
  WatchedWords(const std::vector<std::vector<std::uint32_t>>& lists, std::uint32_t n_types);

  static constexpr std::uint32_t none = UINT32_MAX;
  /// The number of a word type, or none.
  std::uint32_t number(std::uint32_t type) const { return numbers_[type]; }
  std::size_t n_words() const { return first_pair_.size() - 1; }
  std::size_t n_pairs() const { return partners_.size(); }
  /// The words with higher numbers that a word is paired with, ascending. Their pairs have consecutive
  /// numbers from first_pair(word) on.
  std::span<const std::uint32_t> partners(std::uint32_t word) const {
    return std::span(partners_).subspan(first_pair_[word], first_pair_[word + 1] - first_pair_[word]);
  }
  std::size_t first_pair(std::uint32_t word) const { return first_pair_[word]; }
  /// The number of the pair of two different words that share a list.
  std::size_t pair(std::uint32_t a, std::uint32_t b) const;

 private:
  std::vector<std::uint32_t> numbers_;   ///< by word type
  std::vector<std::size_t> first_pair_;  ///< by word, plus one more
  std::vector<std::uint32_t> partners_;  ///< by pair
};

/// The number of windows, and of those that contain each word, and both words of each pair.
struct WindowTally {
  std::uint64_t windows = 0;
  std::vector<std::uint64_t> words, pairs;
};

/// Counts the windows of a corpus, for each kind in `kinds`. The counts are integers, so the number of
/// threads does not matter.
std::vector<WindowTally> count_windows(const Corpus& corpus, const WatchedWords& watched,
                                       std::span<const Windows> kinds, Pool& pool);

}  // namespace themata
