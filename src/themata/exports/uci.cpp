#include "themata/exports/shared.hpp"

namespace themata {

void export_uci(const CorpusFolder& corpus, const Place& output) {
  const SparseCounts counts = document_word_counts(corpus.corpus);
  write_vocabulary_beside(corpus, output);
  OutputFile file(output);
  file.print("{}\n{}\n{}\n", counts.n_rows(), counts.n_columns, counts.n_cells());
  print_cells(file, counts);
  file.commit();
}

}  // namespace themata
