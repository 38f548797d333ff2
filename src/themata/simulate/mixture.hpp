#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/counts/matrix.hpp"
#include "themata/random/alias_table.hpp"
#include "themata/random/stream.hpp"
#include "themata/simulate/options.hpp"

namespace themata::simulate {

/// What documents are drawn from: theta_d ~ Dir(concentration * weights), z_di ~ theta_d, w_di ~ phi_{z_di}. Phi is kept
/// as a table that one look draws from, 8 bytes for each topic and word type.
struct Mixture {
  double concentration = 0;       ///< sum of the prior weights of a document's topics
  std::vector<double> weights;    ///< K, of sum 1
  std::vector<AliasCell> topics;  ///< K: draws from `weights`
  Matrix<AliasCell> words;        ///< K rows: row k draws from phi_k
  std::uint32_t n_types = 0;      ///< V; rows are padded beyond it
  /// Topics that a document draws from `weights` beforehand, theta_d then being uniform over their shares; 0: all, as above.
  std::size_t in_document = 0;
  /// D: topics that each document may use, theta_d ~ Dir(alpha on them), alpha = `concentration`; none: all, as above. Of none of
  /// them it has no tokens.
  std::vector<std::vector<std::uint32_t>> of_documents;
  /// D: theta_d itself, of the document's topics in `of_documents`, or of all where that is empty; none: as above.
  std::vector<std::vector<double>> shares;
  std::vector<std::uint32_t> parents;  ///< K: the topic above each, or K, where they form a tree
  std::vector<std::vector<std::uint32_t>> of_topics;  ///< K: words that each topic may have; none: all
  double discount = 0;                                ///< theta_d ~ PY(discount, concentration, weights)

  std::size_t n_topics() const { return weights.size(); }
  std::span<AliasCell> row(std::size_t k) { return {words.row(k), n_types}; }
  std::span<const AliasCell> row(std::size_t k) const { return {words.row(k), n_types}; }
};

/// Draws Phi, the topics' weights, or both. The bits do not depend on the number of threads.
///   lda    weights 1/K, concentration K alpha, phi_k ~ Dir(beta)
///   labeled-lda   documents may use their labels: one, and each of the others with one probability
///   hdp    weights ~ GEM(gamma), concentration alpha, phi_k ~ Dir(beta)
///   franchise     as the hdp, with discounts: theta_d ~ PY(document-discount, alpha, weights), weights by Pitman & Yor's sticks
///   lida, ftm     documents may use topics by IBP(eta, delta, sigma)
///   lida, sstm    topics may have words by IBP(gamma, xi, zeta), phi_k ~ Dir(beta on them); masks.hpp
///   hpc, pcm      log rates spread from the corpus down a tree, or to all topics, phi_k their softmax; a document's shares are the softmax of
///                 its affinities to its labels, or to all topics; rates.hpp
///   zipf   With p_v proportional to (v + 1)^-s and b_k to (k + 1)^-t, each word type shares its mass out among the
///          topics, q_v ~ Dir(c K p_v b); weights_k = sum_v p_v q_vk, phi_kv = p_v q_vk / weights_k. So
///          sum_k weights_k phi_kv = p_v: the corpus as a whole follows Zipf's law exactly, whatever the topics do.
///   similar-topics   what Wang & Blei (2012, section 4.1) describe: topics 0 and 1 share words 2 to 8, which are the
///          likeliest of both, and differ in words 0 and 1; topics 2 to 4 share the other three words alone. A document has
///          two topics, which may be the same.
/// @param options  settled
/// @throws ResourceError where tables or lists do not fit into the machine's memory; UsageError where masks ask for more topics
/// than there may be, or for topics without words
Mixture draw_mixture(const SimulateOptions& options, Key key, Pool& pool);

/// @throws ResourceError where the machine has no room for Phi
void require_table(std::size_t topics, std::uint64_t n_types);

/// The labels of documents, into `of_documents`: each has one, any as likely, and each of the others with one probability.
void draw_labels(Mixture& mixture, const SimulateOptions& options, Key key, Pool& pool);
/// @throws ResourceError where the machine has no room for them
void require_labels(const SimulateOptions& options);

/// A mixture with room for its words.
Mixture with_weights(std::vector<double> weights, double concentration, std::uint64_t n_types);

/// phi_k ~ Dir(beta on the words that k may have) for every k.
void draw_rows(Mixture& mixture, double beta, Key key, Pool& pool);

/// Shares of n items that are proportional to 1, 2^-exponent, 3^-exponent, ...
std::vector<double> zipf_shares(std::size_t n, double exponent);

}  // namespace themata::simulate
