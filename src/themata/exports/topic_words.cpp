#include "themata/evaluate/draw_counts.hpp"
#include "themata/evaluate/word_scores.hpp"
#include "themata/exports/shared.hpp"
#include "themata/io/plain_text.hpp"

namespace themata {

namespace {

void write_tsv(const ShownFit& shown, const SparseCounts& counts, const Place& output) {
  const WordScores scores = word_scores(shown, counts);
  OutputFile file(output);
  file.write("topic\tword\tcount\tprobability\n");
  for (std::size_t k = 0; k < counts.n_rows(); ++k) {
    const auto types = counts.columns_of(k), values = counts.counts_of(k);
    for (std::size_t i = 0; i < types.size(); ++i)
      file.print("{}\t{}\t{}\t{:.6g}\n", k,
                 one_line(shown.corpus.vocabulary[static_cast<std::size_t>(types[i])]), values[i],
                 scores.probability(k, static_cast<std::uint32_t>(types[i]), values[i]));
  }
  file.commit();
}

void write_npy_rows(const ShownFit& shown, const SparseCounts& counts, const Place& output) {
  const WordScores scores = word_scores(shown, counts);
  OutputFile file(output);
  write_npy_header_f32(file, {counts.n_rows(), counts.n_columns});
  for (std::size_t k = 0; k < counts.n_rows(); ++k) {
    const auto types = counts.columns_of(k), values = counts.counts_of(k);
    std::vector<double> phi(counts.n_columns);
    for (std::uint32_t v = 0; v < phi.size(); ++v) phi[v] = scores.probability(k, v, 0);
    for (std::size_t i = 0; i < types.size(); ++i) {
      const auto v = static_cast<std::uint32_t>(types[i]);
      phi[v] = scores.probability(k, v, values[i]);
    }
    write_row_f32(file, phi);
  }
  file.commit();
}

}  // namespace

void export_topic_words(const ShownFit& shown, const Place& output, MatrixLayout layout) {
  const SparseCounts counts = topic_word_counts(shown);
  if (layout == MatrixLayout::tsv) return write_tsv(shown, counts, output);
  write_vocabulary_beside(shown.corpus, output);
  if (layout == MatrixLayout::npy) return write_npy_rows(shown, counts, output);
  write_matrix_market(topic_word_counts({shown.corpus.corpus, shown.draw.z, shown.draw.n_topics()}),
                      "topics x word types: tokens of each word type in each topic", output);
}

}  // namespace themata
