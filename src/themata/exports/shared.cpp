#include "themata/exports/shared.hpp"

#include "themata/io/plain_text.hpp"

namespace themata {

Place vocabulary_beside(const Place& output) { return output.with_ending(".vocab.txt"); }

void write_lines(const std::vector<std::string>& texts, const Place& path) {
  OutputFile file(path);
  for (const std::string& text : texts) file.print("{}\n", one_line(text));
  file.commit();
}

void write_vocabulary_beside(const CorpusFolder& corpus, const Place& output) {
  write_lines(corpus.vocabulary, vocabulary_beside(output));
}

void print_cells(OutputFile& file, const SparseCounts& counts) {
  for (std::size_t row = 0; row < counts.n_rows(); ++row) {
    const auto columns = counts.columns_of(row), values = counts.counts_of(row);
    for (std::size_t i = 0; i < columns.size(); ++i)
      file.print("{} {} {}\n", row + 1, columns[i] + 1, values[i]);
  }
}

void print_pairs(OutputFile& file, const SparseCounts& counts, std::size_t row, std::int32_t first) {
  const auto columns = counts.columns_of(row), values = counts.counts_of(row);
  for (std::size_t i = 0; i < columns.size(); ++i) file.print(" {}:{}", columns[i] + first, values[i]);
}

void write_matrix_market(const SparseCounts& counts, std::string_view comment, const Place& output) {
  OutputFile file(output);
  file.print("%%MatrixMarket matrix coordinate integer general\n% {}\n{} {} {}\n", comment, counts.n_rows(),
             counts.n_columns, counts.n_cells());
  print_cells(file, counts);
  file.commit();
}

void write_ids(const CorpusFolder& corpus, const Place& path) {
  std::vector<std::string> ids;
  for (DocumentRow& document : read_documents(corpus)) ids.push_back(std::move(document.id));
  write_lines(ids, path);
}

void write_ids_beside(const ShownFit& shown, const Place& output) {
  write_ids(shown.corpus, output.with_ending(".ids.txt"));
}

void write_npy_header_f32(OutputFile& file, const Shape& shape) {
  file.write(npy_header(npy_type<float>(), shape));
}

void write_row_f32(OutputFile& file, std::span<const double> row) {
  const std::vector<float> narrow(row.begin(), row.end());
  file.write({reinterpret_cast<const char*>(narrow.data()), narrow.size() * sizeof(float)});
}

void write_theta_rows(OutputFile& file, const DocumentProportions& proportions, std::size_t n_documents) {
  std::vector<double> theta(proportions.n_topics());
  for (std::size_t d = 0; d < n_documents; ++d) {
    proportions.row(d, theta);
    write_row_f32(file, theta);
  }
}

}  // namespace themata
