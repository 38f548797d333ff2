#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "themata/evaluate/window_counts.hpp"

namespace themata {

/// Measures of how well the top words of a topic go together in a reference corpus.
enum class Coherence { npmi, umass, cv };

/// The words of one topic that the reference corpus has, best first, and in how many of its windows they stand.
class ListCounts {
 public:
  /// @param list  word types of one list of `watched`; those that no window holds are left out
  ListCounts(const std::vector<std::uint32_t>& list, const WatchedWords& watched, const WindowTally& tally);

  std::size_t n_words() const { return words_.size(); }
  std::uint64_t windows() const { return tally_.windows; }
  /// Windows with both words; with the word, where i is j.
  std::uint64_t count(std::size_t i, std::size_t j) const;
  /// The same as a share of all windows.
  double share(std::size_t i, std::size_t j) const;

 private:
  const WatchedWords& watched_;
  const WindowTally& tally_;
  std::vector<std::uint32_t> words_;  ///< their numbers
};

// Below, i and j are places in the list, P the share of the windows that hold a word or both words of a pair, and
// e = 1e-12. Formulas and constants are those of Roeder, Both & Hinneburg (2015) as gensim 4 has them, and so are the
// values, but for windows that gensim miscounts (WindowCounts) and words that stand in every window (npmi). With fewer
// than two words there is no coherence. docs/theory/coherence.md derives the rules.

/// Mean over pairs of log((P(i, j) + e) / P(j)), j the better word of the pair. Mimno et al. (2011), section 4, with their
/// sum and their count of 1 in place of the mean and of e. Meant for windows that are documents.
std::optional<double> umass(const ListCounts& counts);

/// Mean over pairs of npmi(i, j) = log((P(i, j) + e) / (P(i) P(j))) / -log(P(i, j) + e) (Bouma 2009; Aletras & Stevenson
/// 2013). 0 for a pair of which both stand in every window: they tell nothing of each other.
std::optional<double> npmi(const ListCounts& counts);

/// Mean over words i of the cosine between the vectors npmi(i, .) and sum_j npmi(j, .), over the words of the list, a
/// word with itself included.
std::optional<double> cv(const ListCounts& counts);

}  // namespace themata
