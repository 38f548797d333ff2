#include "themata/store/export_shared.hpp"

#include <numeric>

#include "themata/io/npy.hpp"
#include "themata/io/plain_text.hpp"

namespace themata {

std::filesystem::path beside(const std::filesystem::path& output, std::string_view suffix) {
  std::filesystem::path path = output;
  path += suffix;
  return path;
}

std::filesystem::path vocabulary_beside(const std::filesystem::path& output) {
  return beside(output, ".vocab.txt");
}

void write_lines(const std::vector<std::string>& texts, const std::filesystem::path& path) {
  ExportFile file(path);
  for (const std::string& text : texts) file.print("{}\n", one_line(text));
  file.commit();
}

void write_vocabulary_beside(const CorpusFolder& corpus, const std::filesystem::path& output) {
  write_lines(corpus.vocabulary, vocabulary_beside(output));
}

void print_cells(ExportFile& file, const SparseCounts& counts) {
  for (std::size_t row = 0; row < counts.n_rows(); ++row) {
    const auto columns = counts.columns_of(row), values = counts.counts_of(row);
    for (std::size_t i = 0; i < columns.size(); ++i)
      file.print("{} {} {}\n", row + 1, columns[i] + 1, values[i]);
  }
}

void print_pairs(ExportFile& file, const SparseCounts& counts, std::size_t row, std::int32_t first) {
  const auto columns = counts.columns_of(row), values = counts.counts_of(row);
  for (std::size_t i = 0; i < columns.size(); ++i) file.print(" {}:{}", columns[i] + first, values[i]);
}

void write_matrix_market(const SparseCounts& counts, std::string_view comment,
                         const std::filesystem::path& output) {
  ExportFile file(output);
  file.print("%%MatrixMarket matrix coordinate integer general\n% {}\n{} {} {}\n", comment, counts.n_rows(),
             counts.n_columns, counts.n_cells());
  print_cells(file, counts);
  file.commit();
}

void write_npy_header_f32(ExportFile& file, std::size_t rows, std::size_t columns) {
  file.write(npy_header(npy_type<float>(), {rows, columns}));
}

void write_row_f32(ExportFile& file, std::span<const double> row) {
  const std::vector<float> narrow(row.begin(), row.end());
  file.write({reinterpret_cast<const char*>(narrow.data()), narrow.size() * sizeof(float)});
}

DocumentShares::DocumentShares(const Draw& draw, const Corpus& corpus)
    : corpus_(corpus),
      prior_(prior_weights(draw)),
      prior_sum_(std::accumulate(prior_.begin(), prior_.end(), 0.0)),
      counts_(document_topic_counts({corpus, draw.z, draw.n_topics()})) {}

double DocumentShares::share(std::size_t d, std::size_t k, std::int32_t count) const {
  return (count + prior_[k]) / (static_cast<double>(corpus_.length(d)) + prior_sum_);
}

void DocumentShares::row(std::size_t d, std::span<double> theta) const {
  for (std::size_t k = 0; k < theta.size(); ++k) theta[k] = share(d, k, 0);
  const auto topics = counts_.columns_of(d), counts = counts_.counts_of(d);
  for (std::size_t i = 0; i < topics.size(); ++i) {
    const auto k = static_cast<std::size_t>(topics[i]);
    theta[k] = share(d, k, counts[i]);
  }
}

SparseCounts topic_word_counts(const ShownFit& shown) {
  return topic_word_counts({shown.corpus.corpus, shown.draw.z, shown.draw.n_topics()});
}

}  // namespace themata
