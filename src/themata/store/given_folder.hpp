#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "themata/io/place.hpp"
#include "themata/models/given_priors.hpp"

namespace themata {

// The folder given/ of a fit folder holds the inputs of the fit other than its options; each file is written
// only if it is not empty:
//   alpha-weights.npy   float64[K]: alpha_k = alpha weight_k
//   beta-weights.npy    float64[V]: beta_kv = beta weight_v (+ seed_kv)
//   seeds.npz           scipy.sparse csr float64[K, V]: seed_kv
//   topic-names.txt     one topic per line, K of them; an empty line for a topic without a name
//   topic-parents.npy   uint32[K]: the topic above each in the tree of labels; K for the corpus
//   covariates.json     {"fields": [{"name": "year", "center": c, "scale": s, "dates": "dd/mm/yyyy"},
//                        {"name": "party", "levels": ["D", "R"]}, ...]}: of a number, the mean and standard
//                        deviation that its column is standardized by; of a factor its levels, the first of
//                        which is the reference and has no column
//   covariates.npy      float64[D, J]: the design matrix; the intercept's column is the first
//   allowed-topics.npz  scipy.sparse csr uint8[D, K]: 1 if a document may use a topic; empty row: all
// Topics are in the order of the saved draws, not by size.

/// Rows and columns of the matrices in given/.
struct GivenShape {
  std::size_t topics, types, documents;
};

/// Writes given/ into a fit folder, unless it would be empty. @throws ResourceError
void write_given(const Place& fit, const GivenPriors& given, const GivenShape& shape);

/// Reads the folder given/ of a fit. @throws InputError if a file is damaged or does not fit the shape
GivenPriors read_given(const Place& fit, const GivenShape& shape);

}  // namespace themata
