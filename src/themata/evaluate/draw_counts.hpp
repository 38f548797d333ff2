#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/counts/sparse_counts.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

/// n_kv of a fit's draw.
SparseCounts topic_word_counts(const ShownFit& shown);

/// Mean topic shares of documents given a draw: theta_dk = (m_dk + a_k) / (N_d + sum a), a = prior_weights(draw).
class DocumentShares {
 public:
  DocumentShares(const Draw& draw, const Corpus& corpus);

  std::size_t n_topics() const { return prior_.size(); }
  const SparseCounts& counts() const { return counts_; }
  /// theta_dk of one cell. @param count  m_dk
  double share(std::size_t d, std::size_t k, std::int32_t count) const;
  /// Fills `theta`, K long, with document d's row; it sums to one.
  void row(std::size_t d, std::span<double> theta) const;

 private:
  const Corpus& corpus_;
  std::vector<double> prior_;
  double prior_sum_;
  SparseCounts counts_;
};

}  // namespace themata
