#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/counts/topic_word_means.hpp"
#include "themata/evaluate/word_ranking.hpp"

namespace themata {

/// A word's ranks among all V words of a topic: how many are at most as frequent, and at most as exclusive (1
/// to V). Divided by V these are the two ECDFs of FREX.
struct WordRanks {
  std::uint32_t frequency = 0, exclusivity = 0;
};

/// The scores of words in topics, from sparse counts: nothing of size K x V is stored.
///
/// A topic's candidates are the words with a cell in its row of topic_word: the words with a token in it and,
/// if the draw stores phi, its most likely words. The other words differ only in their prior; they count in
/// ranks, but have no score. Equal scores are ordered by count, largest first, then by word type.
class WordScores {
 public:
  /// @param topic_word  n_kv, K x V; must outlive this
  /// @param prior       as for TopicWordMeans
  WordScores(const SparseCounts& topic_word, TopicWords words, WordPrior prior = {});

  bool knows_phi() const { return means_.knows_phi(); }  ///< whether the draw stores phi itself
  std::size_t n_topics() const { return means_.n_topics(); }
  std::size_t n_types() const { return means_.n_types(); }
  std::uint64_t n_tokens() const { return means_.n_tokens(); }
  const std::vector<std::uint64_t>& sizes() const { return means_.sizes(); }  ///< n_k, K of them
  double share(std::size_t k) const { return means_.share(k); }               ///< n_k / N
  /// phi_kv of a word type with `count` tokens in topic k
  double probability(std::size_t k, std::uint32_t type, std::int32_t count) const {
    return means_.probability(k, type, count);
  }
  /// The sum of the parameters of phi_k's Dirichlet distribution given the draw, n_k + sum_v beta_kv; with
  /// spike and slab, of the one with the same means. Of no meaning where the draw stores phi itself.
  double concentration(std::size_t k) const { return means_.normalizer(k); }
  double absent_probability(std::size_t k) const { return means_.absent_probability(k); }
  const WordPrior& prior() const { return means_.prior(); }
  /// p(k | v) = phi_kv p_k / sum_j phi_jv p_j for a word v with `count` tokens in topic k.
  double exclusivity(std::size_t k, std::uint32_t type, std::int32_t count) const;

  /// The ranks of topic k's candidates, in the order of topic_word's row.
  std::vector<WordRanks> ranks(std::size_t k) const;
  /// The scores of topic k's candidates, in the order of topic_word's row.
  std::vector<double> scores(std::size_t k, const WordRanking& ranking) const;
  /// The best `ranking.n_words` candidates of topic k, best first; fewer if the topic has fewer.
  std::vector<ScoredWord> top(std::size_t k, const WordRanking& ranking) const;

 private:
  void add_up_topics();  ///< marginal_, mean_log_
  void add_up_known_topics();
  void finish_sums();
  std::vector<WordRanks> ranks_of_known(std::size_t k) const;
  /// The marginal probability of a word divided by its weight.
  double relative_marginal(std::size_t type) const { return marginal_[type] / prior().weight(type); }
  class AbsentRanks;

  TopicWordMeans means_;
  std::vector<double> marginal_;         ///< sum_j phi_jv p_j of each word
  std::vector<double> sorted_marginal_;  ///< the same divided by the word's weight, ascending
  std::vector<double> sorted_weight_;    ///< of the prior, ascending; none where all are 1
  std::vector<double> mean_log_;         ///< mean over topics of log phi_jv
};

/// FREX of a word among `n_types` from its ranks. @param weight  w of exclusivity, 0 to 1
double frex(const WordRanks& ranks, std::size_t n_types, double weight);

}  // namespace themata
