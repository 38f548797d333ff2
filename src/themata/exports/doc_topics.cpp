#include "themata/evaluate/draw_counts.hpp"
#include "themata/exports/shared.hpp"
#include "themata/io/plain_text.hpp"

namespace themata {

namespace {

void write_tsv(const ShownFit& shown, const DocumentProportions& shares, const Place& output) {
  const std::vector<DocumentRow> documents = read_documents(shown.corpus);
  const Corpus& corpus = shown.corpus.corpus;
  OutputFile file(output);
  file.write("document\tid\ttokens");
  for (std::size_t k = 0; k < shares.n_topics(); ++k) file.print("\ttopic_{}", k);
  file.write("\n");
  std::vector<double> theta(shares.n_topics());
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    shares.row(d, theta);
    file.print("{}\t{}\t{}", d, one_line(documents[d].id), corpus.length(d));
    for (const double share : theta) file.print("\t{:.6g}", share);
    file.write("\n");
  }
  file.commit();
}

void write_npy_rows(const ShownFit& shown, const DocumentProportions& shares, const Place& output) {
  const std::size_t n_documents = shown.corpus.corpus.n_documents();
  OutputFile file(output);
  write_npy_header_f32(file, {n_documents, shares.n_topics()});
  write_theta_rows(file, shares, n_documents);
  file.commit();
}

}  // namespace

void export_doc_topics(const ShownFit& shown, const Place& output, MatrixLayout layout) {
  const std::unique_ptr<DocumentProportions> made = shown.draw.model->proportions(shown.context());
  const DocumentProportions& shares = *made;
  if (layout == MatrixLayout::tsv) return write_tsv(shown, shares, output);
  write_ids_beside(shown, output);
  if (layout == MatrixLayout::npy) return write_npy_rows(shown, shares, output);
  write_matrix_market(shares.counts(), "documents x topics: tokens of each document in each topic", output);
}

}  // namespace themata
