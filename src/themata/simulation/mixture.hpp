#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/counts/matrix.hpp"
#include "themata/random/alias_table.hpp"
#include "themata/random/stream.hpp"

namespace themata::simulate {

/// A metadata field of simulated documents.
struct MetadataField {
  std::string name;
  std::vector<double> numbers;      ///< D: its values; of a field of levels their places in `levels`
  std::vector<std::string> levels;  ///< ascending; none where the values are numbers
};

/// The distributions of documents: theta_d ~ Dir(concentration * weights), z_di ~ theta_d, w_di ~ phi_{z_di}.
/// Phi is stored as an alias table, 8 bytes for each topic and word type.
struct Mixture {
  double concentration = 0;       ///< sum of the prior weights of a document's topics
  std::vector<double> weights;    ///< K, summing to 1
  std::vector<AliasCell> topics;  ///< K: draws from `weights`
  Matrix<AliasCell> words;        ///< K rows: row k draws from phi_k
  std::uint32_t n_types = 0;      ///< V; rows are padded to more
  /// Number of topics that a document draws from `weights` first; theta_d is then uniform over their
  /// proportions. 0: all topics, as above.
  std::size_t in_document = 0;
  /// D: topics that each document may use; theta_d ~ Dir(alpha over them), alpha = `concentration`. A
  /// document without any has no tokens. If empty: all, as above.
  std::vector<std::vector<std::uint32_t>> of_documents;
  /// D: theta_d itself, over the document's topics in `of_documents`, or over all if that is empty. If empty:
  /// as above.
  std::vector<std::vector<double>> proportions;
  std::vector<std::uint32_t> parents;                 ///< K: the topic above each, or K, if they form a tree
  std::vector<std::vector<std::uint32_t>> of_topics;  ///< K: words that each topic may have; if empty: all
  std::vector<MetadataField> metadata;                ///< of documents
  /// K x J: coefficients of the metadata in the log weights of topics, and the names of their columns; none
  /// where documents do not depend on metadata.
  std::vector<double> coefficients;
  std::vector<std::string> coefficient_names;
  double discount = 0;  ///< theta_d ~ PY(discount, concentration, weights)

  std::size_t n_topics() const { return weights.size(); }
  std::span<AliasCell> row(std::size_t k) { return {words.row(k), n_types}; }
  std::span<const AliasCell> row(std::size_t k) const { return {words.row(k), n_types}; }
};

/// @throws ResourceError if the machine does not have the memory for Phi
void require_table(std::size_t topics, std::uint64_t n_types);

/// A mixture with memory for its words.
Mixture with_weights(std::vector<double> weights, double concentration, std::uint64_t n_types);

/// phi_k ~ Dir(beta over the words that k may have) for every k.
void draw_rows(Mixture& mixture, double beta, Key key, Pool& pool);

}  // namespace themata::simulate
