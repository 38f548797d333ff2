#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "themata/counts/sparse_counts.hpp"
#include "themata/counts/topic_words.hpp"
#include "themata/counts/word_prior.hpp"

namespace themata {

/// E(phi_kv) of all topics and word types, from sparse counts: unless the draw holds phi itself, nothing of size K x V is
/// ever held.
class TopicWordMeans {
 public:
  /// @param topic_word  n_kv, K x V; must outlive this
  /// @param prior       beta_kv = beta weight_v + seed_kv; symmetric with masks, with spike and slab and where phi is known
  TopicWordMeans(const SparseCounts& topic_word, TopicWords words, WordPrior prior = {});

  bool knows_phi() const { return !phi_.empty(); }  ///< whether the draw holds phi itself
  std::size_t n_topics() const { return sizes_.size(); }
  std::size_t n_types() const { return topic_word_.n_columns; }
  std::uint64_t n_tokens() const { return n_tokens_; }
  const SparseCounts& topic_word() const { return topic_word_; }
  const WordPrior& prior() const { return prior_; }
  double beta() const { return beta_; }
  const std::vector<std::uint64_t>& sizes() const { return sizes_; }              ///< n_k, K of them
  const std::vector<std::uint64_t>& type_counts() const { return type_counts_; }  ///< n_v, V of them
  double share(std::size_t k) const;  ///< n_k / N; 0 where there are no tokens

  /// phi_kv of a word type with `count` tokens in topic k; 0 of one that the topic may not have
  double probability(std::size_t k, std::uint32_t type, std::int32_t count) const;
  /// phi_kv over weight_v of a word type with neither a token nor a seed in topic k: the same for all of them, and where a topic
  /// may have some of them alone, or a draw holds phi itself, their mean, as if half a word were the least that it may
  double absent_probability(std::size_t k) const { return absent_[k] / normalisers_[k]; }
  double normaliser(std::size_t k) const { return normalisers_[k]; }  ///< n_k + sum_v beta_kv
  /// What phi_kv has over its normaliser, and over weight_v, without a token: beta.
  double absent(std::size_t k) const { return absent_[k]; }

 private:
  void normalise(const DirichletWords& words);
  void normalise(const MaskedWords& words);
  void normalise(const KnownWords& words);
  void normalise_by_prior();

  const SparseCounts& topic_word_;
  double beta_ = 1;
  WordPrior prior_;
  std::vector<std::uint64_t> sizes_, type_counts_;
  std::uint64_t n_tokens_ = 0;
  std::vector<double> normalisers_, absent_;
  std::vector<std::vector<std::uint32_t>>
      words_;  ///< K lists of types, ascending; empty where all may have all
  /// K, with words_: phi_kv of a type that no topic has a token of: an equal part of what the topic's words without tokens have.
  std::vector<double> unseen_;
  std::vector<float> phi_;  ///< K x V; empty where phi follows from counts
};

}  // namespace themata
