#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "themata/models/given_priors.hpp"

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

/// Rows and columns of the matrices in given/.
struct GivenShape {
  std::size_t topics, types, documents;
};

/// Writes given/ into a fit folder; nothing where there is nothing to say. @throws ResourceError
void write_given(const std::filesystem::path& fit, const GivenPriors& given, const GivenShape& shape);

/// What a fit folder's given/ holds. @throws InputError where a file is damaged or does not fit the shape
GivenPriors read_given(const std::filesystem::path& fit, const GivenShape& shape);

}  // namespace themata
