#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "themata/counts/word_prior.hpp"

namespace themata {

// The folder given/ of a fit folder holds what the fit was told beside its options; each file only where there is
// something to say:
//   alpha-weights.npy   float64[K]: alpha_k = alpha weight_k
//   beta-weights.npy    float64[V]: beta_kv = beta weight_v (+ seed_kv)
//   seeds.npz           scipy.sparse csr float64[K, V]: seed_kv
//   topic-names.txt     a topic a line, K of them; an empty line for a topic without a name
//   topic-parents.npy   uint32[K]: the topic above each in the tree of labels; K for the corpus
//   allowed-topics.npz  scipy.sparse csr uint8[D, K]: 1 where a document may use a topic; an empty row may use all
// Topics are in the order of the saved draws, not by size.

/// What a fit was told: how its topics, words and documents differ before any text is seen.
struct GivenPriors {
  std::vector<double> alpha_weights;                ///< K, or none for 1 each
  WordPrior word_prior;                             ///< its seeds are of topics
  std::vector<std::string> topic_names;             ///< K, or none
  std::vector<std::vector<std::uint16_t>> allowed;  ///< D lists, an empty one for every topic; or none
  std::vector<std::uint32_t> parents;               ///< K, or none: the topic above each, or K; no circles
};

/// Rows and columns of the matrices in given/.
struct GivenShape {
  std::size_t topics, types, documents;
};

/// Writes given/ into a fit folder; nothing where there is nothing to say. @throws ResourceError
void write_given(const std::filesystem::path& fit, const GivenPriors& given, const GivenShape& shape);

/// What a fit folder's given/ holds. @throws InputError where a file is damaged or does not fit the shape
GivenPriors read_given(const std::filesystem::path& fit, const GivenShape& shape);

/// The same with topic order[i] called i; topics that `order` lacks are dropped.
/// @param order  of `n_topics` topics
GivenPriors renumbered(const GivenPriors& given, std::span<const std::uint16_t> order, std::size_t n_topics);

}  // namespace themata
