#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/counts/sparse_counts.hpp"
#include "themata/counts/word_prior.hpp"

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
  /// @param beta        prior weight of a word type whose own weight is 1, above 0
  /// @param prior       beta_kv = beta weight_v + seed_kv; symmetric where pi is below 1
  /// @param pi          spike and slab: probability that a word type is active in a topic; 1 where all are
  /// @param words       words that each topic may have (DrawMasks::words_of_topics), K lists; none where all may have all
  WordScores(const SparseCounts& topic_word, double beta, WordPrior prior = {}, double pi = 1,
             std::vector<std::vector<std::uint32_t>> words = {});
  /// Of a draw that holds phi itself. @param phi  K x V, above 0
  WordScores(const SparseCounts& topic_word, std::vector<float> phi);

  bool knows_phi() const { return !phi_.empty(); }  ///< whether the draw holds phi itself
  std::size_t n_topics() const { return sizes_.size(); }
  std::size_t n_types() const { return topic_word_.n_columns; }
  std::uint64_t n_tokens() const { return n_tokens_; }
  const std::vector<std::uint64_t>& sizes() const { return sizes_; }  ///< n_k, K of them
  double share(std::size_t k) const;  ///< n_k / N; 0 where there are no tokens

  /// phi_kv of a word type with `count` tokens in topic k; 0 of one that the topic may not have
  double probability(std::size_t k, std::uint32_t type, std::int32_t count) const;
  /// phi_kv over weight_v of a word type with neither a token nor a seed in topic k: the same for all of them, and where a topic
  /// may have some of them alone, or a draw holds phi itself, their mean, as if half a word were the least that it may
  double absent_probability(std::size_t k) const { return absent_[k] / normalisers_[k]; }
  const WordPrior& prior() const { return prior_; }
  /// p(k | v) = phi_kv p_k / sum_j phi_jv p_j of a word v with `count` tokens in topic k.
  double exclusivity(std::size_t k, std::uint32_t type, std::int32_t count) const;

  /// The ranks of topic k's candidates, in the order of topic_word's row.
  std::vector<WordRanks> ranks(std::size_t k) const;
  /// The scores of topic k's candidates, in the order of topic_word's row.
  std::vector<double> scores(std::size_t k, const WordRanking& ranking) const;
  /// The best `ranking.n_words` candidates of topic k, best first; fewer where the topic has fewer.
  std::vector<ScoredWord> top(std::size_t k, const WordRanking& ranking) const;

 private:
  void normalise(double pi);  ///< normalisers_, absent_
  void normalise_masked();    ///< the same where topics may have some words alone
  void normalise_known();     ///< absent_ where phi_ is known
  void add_up_topics();       ///< marginal_, mean_log_
  void add_up_known_topics();
  void finish_sums();
  std::vector<WordRanks> ranks_of_known(std::size_t k) const;

  const SparseCounts& topic_word_;
  double beta_;
  WordPrior prior_;
  std::vector<std::uint64_t> sizes_, type_counts_;
  std::vector<double> normalisers_;  ///< n_k + sum_v beta_kv
  std::vector<double>
      absent_;  ///< what phi_kv has over its normaliser, and over weight_v, without a token: beta
  std::vector<std::vector<std::uint32_t>>
      words_;  ///< K lists of types, ascending; empty where all may have all
  /// K, with words_: phi_kv of a type that no topic has a token of: an equal part of what the topic's words without tokens have.
  std::vector<double> unseen_;
  std::vector<float> phi_;  ///< K x V; empty where phi follows from counts
  std::uint64_t n_tokens_ = 0;
  std::vector<double> marginal_;         ///< sum_j phi_jv p_j of each word
  std::vector<double> sorted_marginal_;  ///< the same over the word's weight, ascending
  std::vector<double> mean_log_;         ///< mean over topics of log phi_jv
};

/// FREX of a word among `n_types` from its ranks. @param weight  w, on exclusivity, 0 to 1
double frex(const WordRanks& ranks, std::size_t n_types, double weight);

}  // namespace themata
