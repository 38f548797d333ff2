#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "themata/evaluate/window_counts.hpp"

namespace themata {

/// The words of one topic that the reference corpus has, best first, and the number of its windows that
/// contain them.
class ListCounts {
 public:
  /// @param list  word types of one list of `watched`; those that occur in no window are left out
  ListCounts(const std::vector<std::uint32_t>& list, const WatchedWords& watched, const WindowTally& tally);

  std::size_t n_words() const { return words_.size(); }
  std::uint64_t windows() const { return tally_.windows; }
  /// Number of windows with both words; with the word, if i = j.
  std::uint64_t count(std::size_t i, std::size_t j) const;
  /// The same as a proportion of all windows.
  double share(std::size_t i, std::size_t j) const;

 private:
  const WatchedWords& watched_;
  const WindowTally& tally_;
  std::vector<std::uint32_t> words_;  ///< their numbers
};

// Below, i and j are positions in the list, P is the proportion of the windows that contain a word or both
// words of a pair, and e = 1e-12. Formulas and constants are those of Roeder, Both & Hinneburg (2015) as
// implemented in gensim 4, and so are the values, except for windows that gensim miscounts (WindowCounts) and
// words that occur in every window (npmi). With fewer than two words there is no coherence.
// docs/theory/coherence.md derives the rules.

/// Mean over pairs of log((P(i, j) + e) / P(j)), where j is the better word of the pair. Mimno et al. (2011),
/// section 4, with the mean instead of their sum and e instead of their count of 1. For windows that are
/// documents.
std::optional<double> umass(const ListCounts& counts);

/// npmi(i, j) = log((P(i, j) + e) / (P(i) P(j))) / -log(P(i, j) + e) (Bouma 2009). 0 for a pair of words that
/// both occur in every window: they are not informative.
double npmi_of_pair(const ListCounts& counts, std::size_t i, std::size_t j);

/// Mean over pairs of npmi(i, j) (Aletras & Stevenson 2013).
std::optional<double> npmi(const ListCounts& counts);

/// Mean over words i of the cosine between the vectors npmi(i, .) and sum_j npmi(j, .), over the words of the
/// list, including a word with itself.
std::optional<double> cv(const ListCounts& counts);

}  // namespace themata
