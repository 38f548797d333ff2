#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "themata/counts/sparse_counts.hpp"
#include "themata/counts/topic_words.hpp"
#include "themata/counts/word_prior.hpp"

namespace themata {

/// E(phi_kv) of all topics and word types, from sparse counts: nothing of size K x V is stored unless the
/// draw stores phi itself.
class TopicWordMeans {
 public:
  /// @param topic_word  n_kv, K x V; must outlive this
  /// @param prior       beta_kv = beta weight_v + seed_kv; symmetric with masks, with spike and slab and if
  /// phi is known
  TopicWordMeans(const SparseCounts& topic_word, TopicWords words, WordPrior prior = {});

  bool knows_phi() const { return !phi_.empty(); }  ///< whether the draw stores phi itself
  std::size_t n_topics() const { return sizes_.size(); }
  std::size_t n_types() const { return topic_word_.n_columns; }
  std::uint64_t n_tokens() const { return n_tokens_; }
  const SparseCounts& topic_word() const { return topic_word_; }
  const WordPrior& prior() const { return prior_; }
  double beta() const { return beta_; }
  const std::vector<std::uint64_t>& sizes() const { return sizes_; }              ///< n_k, K of them
  const std::vector<std::uint64_t>& type_counts() const { return type_counts_; }  ///< n_v, V of them
  double share(std::size_t k) const;  ///< n_k / N; 0 without tokens

  /// phi_kv of a word type with `count` tokens in topic k; 0 for one that the topic may not have
  double probability(std::size_t k, std::uint32_t type, std::int32_t count) const;
  /// phi_kv over weight_v of a word type with neither a token nor a seed in topic k. It is the same for all
  /// of them. If a topic may have only some of them, or a draw stores phi itself, it is their mean; the
  /// number that the topic may have counts as at least one half.
  double absent_probability(std::size_t k) const { return absent_[k] / normalizers_[k]; }
  double normalizer(std::size_t k) const { return normalizers_[k]; }  ///< n_k + sum_v beta_kv
  /// Numerator of phi_kv, divided by weight_v, for a type without tokens: beta.
  double absent(std::size_t k) const { return absent_[k]; }

 private:
  void normalize(const DirichletWords& words);
  void normalize(const MaskedWords& words);
  void normalize(const KnownWords& words);
  void normalize_by_prior();

  const SparseCounts& topic_word_;
  double beta_ = 1;
  WordPrior prior_;
  std::vector<std::uint64_t> sizes_, type_counts_;
  std::uint64_t n_tokens_ = 0;
  std::vector<double> normalizers_, absent_;
  std::vector<std::vector<std::uint32_t>>
      words_;  ///< K lists of types, ascending; empty if all topics may have all types
  /// K, with words_: phi_kv of a type without tokens in any topic: an equal part of the mass of the topic's
  /// latent words.
  std::vector<double> unseen_;
  std::vector<float> phi_;  ///< K x V; empty if phi follows from counts
};

}  // namespace themata
