#include "themata/evaluate/draw_counts.hpp"
#include "themata/exports/shared.hpp"
#include "themata/io/error.hpp"
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

/// theta of every document, row by row.
void write_rows(OutputFile& file, const DocumentProportions& shares, std::size_t n_documents) {
  std::vector<double> theta(shares.n_topics());
  for (std::size_t d = 0; d < n_documents; ++d) {
    shares.row(d, theta);
    write_row_f32(file, theta);
  }
}

void write_npy_rows(const ShownFit& shown, const DocumentProportions& shares, const Place& output) {
  const std::size_t n_documents = shown.corpus.corpus.n_documents();
  OutputFile file(output);
  write_npy_header_f32(file, {n_documents, shares.n_topics()});
  write_rows(file, shares, n_documents);
  file.commit();
}

[[noreturn]] void refuse(const std::string& needs) {
  throw UsageError(OptionFault{"format", "theta-draws", "another one; it needs " + needs});
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

void export_theta_draws(const ShownFit& shown, const Place& output) {
  if (shown.draw.finds_topics())
    refuse("a model whose topics stay the same: those of " + shown.fit.model() +
           " come and go, so a number means another topic in another draw");
  const std::vector<std::uint64_t> sweeps = shown.fit.kept_sweeps(shown.draw.chain);
  if (sweeps.empty() && shown.fit.status() != "complete")
    refuse("draws, which this fit has not kept yet; resume it");
  if (sweeps.empty()) refuse("draws, of which this fit kept none (`keep` 0)");
  const std::size_t n_documents = shown.corpus.corpus.n_documents();
  OutputFile file(output);
  write_npy_header_f32(file, {sweeps.size(), n_documents, shown.draw.n_topics()});
  std::vector<std::string> lines;
  for (const std::uint64_t sweep : sweeps) {
    const Draw draw = drawn_beside(shown, sweep);
    write_rows(file, *draw.model->proportions({shown.corpus.corpus, draw.z, shown.given}), n_documents);
    lines.push_back(fmt::to_string(sweep));
  }
  write_ids_beside(shown, output);
  write_lines(lines, output.with_ending(".sweeps.txt"));
  file.commit();
}

}  // namespace themata
