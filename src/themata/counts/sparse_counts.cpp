#include "themata/counts/sparse_counts.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

namespace themata {

std::int32_t SparseCounts::count(std::size_t row, std::size_t column) const {
  const auto columns = columns_of(row);
  const auto cell = std::ranges::lower_bound(columns, static_cast<std::int32_t>(column));
  if (cell == columns.end() || *cell != static_cast<std::int32_t>(column)) return 0;
  return counts_of(row)[static_cast<std::size_t>(cell - columns.begin())];
}

namespace {

/// Counts one row after the other. Its scratch is dense over the columns, so a row costs only its own
/// entries.
class RowCounter {
 public:
  explicit RowCounter(std::size_t n_columns) : tally_(n_columns, 0) {
    counts_.n_columns = n_columns;
    counts_.indptr.push_back(0);
  }

  template <class Column>
  void add_row(std::span<const Column> columns) {
    for (const Column column : columns) {
      assert(column < tally_.size());
      if (tally_[column]++ == 0) seen_.push_back(static_cast<std::int32_t>(column));
    }
    std::sort(seen_.begin(), seen_.end());
    for (const std::int32_t column : seen_) {
      counts_.indices.push_back(column);
      counts_.values.push_back(tally_[static_cast<std::size_t>(column)]);
      tally_[static_cast<std::size_t>(column)] = 0;
    }
    counts_.indptr.push_back(static_cast<std::int64_t>(counts_.values.size()));
    seen_.clear();
  }

  /// Adds a row whose cells are all given.
  void add_counted_row(std::span<const std::int32_t> cells) {
    for (std::size_t column = 0; column < cells.size(); ++column)
      if (cells[column] > 0) {
        counts_.indices.push_back(static_cast<std::int32_t>(column));
        counts_.values.push_back(cells[column]);
      }
    counts_.indptr.push_back(static_cast<std::int64_t>(counts_.values.size()));
  }

  void reserve(std::size_t rows, std::size_t cells) {
    counts_.indptr.reserve(rows + 1);
    counts_.indices.reserve(cells);
    counts_.values.reserve(cells);
  }

  SparseCounts take() { return std::move(counts_); }

 private:
  std::vector<std::int32_t> tally_, seen_;
  SparseCounts counts_;
};

/// How often each of some topics has each column. @param columns  one of each token, below n_columns
template <class Column>
SparseCounts counts_by_topic(std::span<const std::uint16_t> z, RowRange topics,
                             std::span<const Column> columns, std::size_t n_columns) {
  assert(z.size() == columns.size());
  const std::size_t n_topics = topics.last - topics.first;
  const auto for_tokens = [&](const auto& visit) {
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (const std::size_t k = z[i] - topics.first; k < n_topics) visit(k, columns[i]);
  };
  std::vector<std::uint64_t> begin(n_topics + 1, 0);
  for_tokens([&](std::size_t k, Column) { ++begin[k + 1]; });
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  RowCounter counter(n_columns);
  if (n_topics * n_columns <=
      begin.back()) {  // a dense table takes less memory than the tokens sorted by topic
    std::vector<std::int32_t> cells(n_topics * n_columns);
    for_tokens([&](std::size_t k, Column column) { ++cells[k * n_columns + column]; });
    for (std::size_t k = 0; k < n_topics; ++k)
      counter.add_counted_row(std::span(cells).subspan(k * n_columns, n_columns));
    return counter.take();
  }
  std::vector<Column> by_topic(begin.back());
  std::vector<std::uint64_t> next(begin.begin(), begin.end() - 1);
  for_tokens([&](std::size_t k, Column column) { by_topic[next[k]++] = column; });
  for (std::size_t k = 0; k < n_topics; ++k)
    counter.add_row(std::span<const Column>(by_topic).subspan(begin[k], begin[k + 1] - begin[k]));
  return counter.take();
}

}  // namespace

SparseCounts topic_word_counts(const Assignment& assignment, RowRange topics) {
  return counts_by_topic(assignment.z, topics, assignment.corpus.tokens(), assignment.corpus.n_types());
}

SparseCounts common_tokens(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b,
                           std::size_t n_topics) {
  return counts_by_topic(a, {0, n_topics}, b, n_topics);
}

SparseCounts topic_word_counts(const Assignment& assignment) {
  return topic_word_counts(assignment, {0, assignment.n_topics});
}

/// The number of cells of the counts of topics by document. Takes the time of a second look at the tokens.
std::size_t document_topic_cells(const Assignment& assignment) {
  std::size_t cells = 0;
  std::vector<std::size_t> last_document(assignment.n_topics, SIZE_MAX);
  for (std::size_t d = 0; d < assignment.corpus.n_documents(); ++d)
    for (const std::uint16_t k :
         assignment.z.subspan(assignment.corpus.offsets()[d], assignment.corpus.length(d)))
      cells += std::exchange(last_document[k], d) != d ? 1 : 0;
  return cells;
}

SparseCounts document_topic_counts(const Assignment& assignment) {
  const Corpus& corpus = assignment.corpus;
  assert(assignment.z.size() == corpus.n_tokens());
  RowCounter counter(assignment.n_topics);
  // In files, growing arrays would be copied there, and would need room for both.
  if (Scratch::in_use()) counter.reserve(corpus.n_documents(), document_topic_cells(assignment));
  for (std::size_t d = 0; d < corpus.n_documents(); ++d)
    counter.add_row(assignment.z.subspan(corpus.offsets()[d], corpus.length(d)));
  return counter.take();
}

SparseCounts document_word_counts(const Corpus& corpus) {
  RowCounter counter(corpus.n_types());
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) counter.add_row(corpus.document(d));
  return counter.take();
}

std::vector<std::uint64_t> row_sums(const SparseCounts& counts) {
  std::vector<std::uint64_t> sums(counts.n_rows(), 0);
  for (std::size_t row = 0; row < sums.size(); ++row)
    for (const std::int32_t count : counts.counts_of(row)) sums[row] += static_cast<std::uint64_t>(count);
  return sums;
}

std::vector<std::uint64_t> column_sums(const SparseCounts& counts) {
  std::vector<std::uint64_t> sums(counts.n_columns, 0);
  for (std::size_t i = 0; i < counts.n_cells(); ++i)
    sums[static_cast<std::size_t>(counts.indices[i])] += static_cast<std::uint64_t>(counts.values[i]);
  return sums;
}

}  // namespace themata
