#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "themata/counts/sparse_counts.hpp"
#include "themata/evaluate/word_scores.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// The best words of every topic of a fit, by one or several rankings, and which words are improbable in a
/// topic.
class WordsOfTopics {
 public:
  /// @param rankings  n_words: the longest list that will be asked for
  WordsOfTopics(const ShownFit& shown, std::vector<WordRanking> rankings);
  WordsOfTopics(const WordsOfTopics&) = delete;  // the scores refer to the counts
  WordsOfTopics& operator=(const WordsOfTopics&) = delete;

  std::size_t n_topics() const { return scores_.n_topics(); }
  std::size_t n_rankings() const { return best_.size(); }
  /// The number of words of a topic's lists; the same by every ranking.
  std::size_t n_words(std::size_t k) const { return best_.front()[k].size(); }
  /// The `n` best words of a topic, or all if it has fewer.
  std::vector<std::uint32_t> best(std::size_t ranking, std::size_t k, std::size_t n) const;
  /// The words that can be intruders in topic k: those of the 20 best words of topic j that are not among the
  /// 50 most probable words of k, and less probable there than in the corpus: phi_kv < n_v / N.
  std::vector<std::uint32_t> intruders(std::size_t ranking, std::size_t k, std::size_t j) const;

  const SparseCounts& counts() const { return counts_; }
  const WordScores& scores() const { return scores_; }

 private:
  bool is_improbable(std::size_t k, std::uint32_t v) const;
  std::int32_t count(std::size_t k, std::uint32_t v) const;  ///< n_kv

  SparseCounts counts_;
  WordScores scores_;
  std::vector<std::uint64_t> type_counts_;
  std::vector<std::vector<std::vector<std::uint32_t>>> best_;  ///< by ranking, then by topic
  std::vector<std::vector<std::uint32_t>> probable_;
};

}  // namespace themata
