#include "themata/exports/shared.hpp"

namespace themata {

void export_matrix_market(const CorpusFolder& corpus, const Place& output) {
  write_vocabulary_beside(corpus, output);
  write_matrix_market(document_word_counts(corpus.corpus), "documents x word types: tokens", output);
}

}  // namespace themata
