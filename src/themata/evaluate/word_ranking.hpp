#pragma once

#include <cstddef>
#include <cstdint>

namespace themata {

/// Scores that measure how well a word represents a topic. phi below is the posterior mean given the draw's
/// counts, phi_kv = (n_kv + beta_kv) / (n_k + sum_v beta_kv), or phi as stored by the draw; p_k = n_k / N is
/// the topic's proportion of the tokens.
enum class WordScore {
  probability,  ///< phi_kv
  /// 1 / (w / ECDF_k(p(k | v)) + (1 - w) / ECDF_k(phi_kv)): Bischof & Airoldi (2012), w for exclusivity
  frex,
  lift,  ///< phi_kv / (n_v / N)
  score  ///< phi_kv (log phi_kv - mean over topics j of log phi_jv): the score of the R package lda
};

/// How to choose words.
struct WordRanking {
  WordScore by = WordScore::probability;
  double exclusivity_weight = 0.5;  ///< w of FREX, 0 to 1
  std::size_t n_words = 10;
};

/// A word in a topic.
struct ScoredWord {
  std::uint32_t type = 0;
  std::uint32_t count = 0;  ///< n_kv
  double score = 0;
};

}  // namespace themata
