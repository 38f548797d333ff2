#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

namespace themata {

// The three ways to compute E(phi_k) from a draw and its counts n_kv.

/// phi_k ~ Dirichlet(beta_k): E(phi_kv) = (n_kv + beta_kv) / (n_k + sum_v beta_kv).
struct DirichletWords {
  double beta;  ///< prior weight of a word type of weight 1, above 0
  double pi =
      1;  ///< spike and slab: probability that a topic may have a word type, summed out; 1 if all are allowed
  std::vector<double> topic_pi = {};  ///< K: the same by topic, where pi is below 1; or empty

  double pi_of(std::size_t k) const { return topic_pi.empty() ? pi : topic_pi[k]; }
};

/// The same over the words that a mask allows.
struct MaskedWords {
  double beta;
  std::vector<std::vector<std::uint32_t>> words;  ///< K lists, of word types and, from V on, latent words
};

/// phi as stored by the draw.
struct KnownWords {
  std::vector<float> phi;  ///< K x V, above 0
};

using TopicWords = std::variant<DirichletWords, MaskedWords, KnownWords>;

}  // namespace themata
