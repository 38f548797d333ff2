#include "themata/exports/shared.hpp"

namespace themata {

void export_ldac(const CorpusFolder& corpus, const Place& output) {
  const SparseCounts counts = document_word_counts(corpus.corpus);
  write_vocabulary_beside(corpus, output);
  OutputFile file(output);
  for (std::size_t d = 0; d < counts.n_rows(); ++d) {
    file.print("{}", counts.columns_of(d).size());
    print_pairs(file, counts, d, 0);
    file.write("\n");
  }
  file.commit();
}

}  // namespace themata
