#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/counts/topic_word_means.hpp"

namespace themata {

/// What makes a word stand for a topic. Phi below is the posterior mean given the draw's counts,
/// phi_kv = (n_kv + beta_kv) / (n_k + sum_v beta_kv), or phi as the draw holds it, and p_k = n_k / N the topic's share of the tokens.
enum class WordScore {
  probability,  ///< phi_kv
  frex,  ///< 1 / (w / ECDF_k(p(k | v)) + (1 - w) / ECDF_k(phi_kv)): Bischof & Airoldi (2012), w on exclusivity
  lift,  ///< phi_kv / (n_v / N)
  score  ///< phi_kv (log phi_kv - mean over topics j of log phi_jv): the score of the R package lda
};

/// How to choose words.
struct WordRanking {
  WordScore by = WordScore::probability;
  double exclusivity_weight = 0.5;  ///< w of FREX, 0 to 1
  std::size_t n_words = 10;
};

/// A word of a topic.
struct ScoredWord {
  std::uint32_t type = 0;
  std::uint32_t count = 0;  ///< n_kv
  double score = 0;
};

/// A word's place among all V words of a topic: how many are at most as frequent, at most as exclusive (1 to V).
/// Divided by V these are the two ECDFs of FREX.
struct WordRanks {
  std::uint32_t frequency = 0, exclusivity = 0;
};

/// The scores of words in topics, from sparse counts: nothing of size K x V is ever held.
///
/// A topic's candidates are the words that have a cell in its row of topic_word, which are those with a token in it, and of a draw that
/// holds phi its likeliest too; others differ by the prior alone, and take their places
/// below by their weights in it, not by seeds. Equal scores are
/// ordered by count, largest first, then by word type.
class WordScores {
 public:
  /// @param topic_word  n_kv, K x V; must outlive this
  /// @param prior       as TopicWordMeans takes it
  WordScores(const SparseCounts& topic_word, TopicWords words, WordPrior prior = {});

  bool knows_phi() const { return means_.knows_phi(); }  ///< whether the draw holds phi itself
  std::size_t n_topics() const { return means_.n_topics(); }
  std::size_t n_types() const { return means_.n_types(); }
  std::uint64_t n_tokens() const { return means_.n_tokens(); }
  const std::vector<std::uint64_t>& sizes() const { return means_.sizes(); }  ///< n_k, K of them
  double share(std::size_t k) const { return means_.share(k); }               ///< n_k / N
  /// phi_kv of a word type with `count` tokens in topic k
  double probability(std::size_t k, std::uint32_t type, std::int32_t count) const {
    return means_.probability(k, type, count);
  }
  double absent_probability(std::size_t k) const { return means_.absent_probability(k); }
  const WordPrior& prior() const { return means_.prior(); }
  /// p(k | v) = phi_kv p_k / sum_j phi_jv p_j of a word v with `count` tokens in topic k.
  double exclusivity(std::size_t k, std::uint32_t type, std::int32_t count) const;

  /// The ranks of topic k's candidates, in the order of topic_word's row.
  std::vector<WordRanks> ranks(std::size_t k) const;
  /// The scores of topic k's candidates, in the order of topic_word's row.
  std::vector<double> scores(std::size_t k, const WordRanking& ranking) const;
  /// The best `ranking.n_words` candidates of topic k, best first; fewer where the topic has fewer.
  std::vector<ScoredWord> top(std::size_t k, const WordRanking& ranking) const;

 private:
  void add_up_topics();  ///< marginal_, mean_log_
  void add_up_known_topics();
  void finish_sums();
  std::vector<WordRanks> ranks_of_known(std::size_t k) const;

  TopicWordMeans means_;
  std::vector<double> marginal_;         ///< sum_j phi_jv p_j of each word
  std::vector<double> sorted_marginal_;  ///< the same over the word's weight, ascending
  std::vector<double> mean_log_;         ///< mean over topics of log phi_jv
};

/// FREX of a word among `n_types` from its ranks. @param weight  w, on exclusivity, 0 to 1
double frex(const WordRanks& ranks, std::size_t n_types, double weight);

}  // namespace themata
