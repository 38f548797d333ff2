#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/counts/sparse_counts.hpp"
#include "themata/evaluate/word_scores.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// n_kv of a fit's draw. With rates, which every topic has, with tokens or without, there are cells of 0 for its likeliest words.
SparseCounts topic_word_counts(const ShownFit& shown);

/// n_kv with the cells of 0 that topic_word_counts adds where the draw has rates.
SparseCounts with_candidates(const SparseCounts& counts, const Draw& draw);

/// Words' scores in a draw's topics. @param counts  n_kv of the draw; must outlive them
WordScores word_scores(const SparseCounts& counts, const Draw& draw, const WordPrior& prior);

/// Words' scores in a fit's topics. @param counts  topic_word_counts(shown); must outlive them
WordScores word_scores(const ShownFit& shown, const SparseCounts& counts);

/// Mean topic shares of documents given a draw: theta_dk = (m_dk + a_k) / (N_d + sum a), a = prior_weights(draw), over the
/// topics that the document may use, by what the fit was told or by the draw's mask; 0 for the others. Of a franchise with a document discount, given the tables
/// (seating::expected_share) and the topics that they have. With rates theta_d is the softmax of the draw's affinities.
class DocumentShares {
 public:
  explicit DocumentShares(const ShownFit& shown);  ///< shown must outlive this

  std::size_t n_topics() const { return prior_.size(); }
  const SparseCounts& counts() const { return counts_; }
  /// theta_dk of one cell. @param count  m_dk
  double share(std::size_t d, std::size_t k, std::int32_t count) const;
  /// Fills `theta`, K long, with document d's row; it sums to one.
  void row(std::size_t d, std::span<double> theta) const;

 private:
  bool by_tables() const { return shown_.draw.document_discount > 0; }
  void count_tables();
  double share_of_label(std::size_t d, std::size_t k) const;
  double share_by_tables(std::size_t d, std::size_t k, std::int32_t count) const;
  /// The topics that each document may use; none where all may use all.
  const std::vector<std::vector<std::uint16_t>>& lists() const;
  /// The topics that document d may use; empty for all.
  std::span<const std::uint16_t> allowed(std::size_t d) const;

  const ShownFit& shown_;
  std::vector<double> prior_;
  std::vector<double> prior_sums_;  ///< of each document where they differ, else one
  SparseCounts counts_;
  std::vector<double> label_shares_;  ///< theta beside the labels of all documents, with rates
  std::vector<double> tables_;        ///< l_dk of the cells of counts_; without a document discount empty
  std::vector<double> n_tables_;      ///< l_d, likewise
};

}  // namespace themata
