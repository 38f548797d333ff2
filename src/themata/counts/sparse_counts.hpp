#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/corpus/corpus.hpp"
#include "themata/counts/row_range.hpp"
#include "themata/io/scratch.hpp"

namespace themata {

/// A matrix of counts that stores its nonzero cells row by row, columns ascending within a row: the three
/// arrays of a scipy.sparse.csr_matrix.
struct SparseCounts {
  LargeVector<std::int64_t> indptr;   ///< rows + 1 positions into the other two
  LargeVector<std::int32_t> indices;  ///< the column of each cell
  LargeVector<std::int32_t> values;   ///< its count, above 0 unless a producer documents that it stores zeros
  std::size_t n_columns = 0;

  std::size_t n_rows() const { return indptr.size() - 1; }
  std::size_t n_cells() const { return values.size(); }
  std::span<const std::int32_t> columns_of(std::size_t row) const { return part(indices, row); }
  std::span<const std::int32_t> counts_of(std::size_t row) const { return part(values, row); }
  /// The count of any cell; 0 of those that are not stored.
  std::int32_t count(std::size_t row, std::size_t column) const;

 private:
  std::span<const std::int32_t> part(const LargeVector<std::int32_t>& all, std::size_t row) const {
    const auto first = static_cast<std::size_t>(indptr[row]),
               last = static_cast<std::size_t>(indptr[row + 1]);
    return std::span(all).subspan(first, last - first);
  }
};

/// The topics of a corpus's tokens: what every table of counts is made from.
struct Assignment {
  const Corpus& corpus;
  std::span<const std::uint16_t> z;  ///< topic of each of the corpus's tokens, below n_topics
  std::size_t n_topics;
};

SparseCounts topic_word_counts(const Assignment& assignment);  ///< n_kv, K x V
/// The rows of some topics.
SparseCounts topic_word_counts(const Assignment& assignment, RowRange topics);
/// How many tokens have topic i in `a` and topic j in `b`, K x K. @param a, b  topics of the same tokens
SparseCounts common_tokens(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b,
                           std::size_t n_topics);
SparseCounts document_topic_counts(const Assignment& assignment);  ///< m_dk, D x K
SparseCounts document_word_counts(const Corpus& corpus);           ///< D x V

/// The sum of every row: n_k of topic-word counts, N_d of the others.
std::vector<std::uint64_t> row_sums(const SparseCounts& counts);
/// The sum of every column: n_v of topic-word counts, n_k of document-topic counts.
std::vector<std::uint64_t> column_sums(const SparseCounts& counts);

}  // namespace themata
