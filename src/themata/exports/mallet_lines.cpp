#include <string>

#include "themata/exports/shared.hpp"
#include "themata/io/plain_text.hpp"

namespace themata {

void export_mallet_lines(const CorpusFolder& corpus, const Place& output) {
  const std::vector<DocumentRow> documents = read_documents(corpus);
  OutputFile file(output);
  for (std::size_t d = 0; d < documents.size(); ++d) {
    const auto& labels = documents[d].labels;
    file.print("{} {}", one_word(documents[d].id), one_word(labels.empty() ? "" : labels.front()));
    for (const std::uint32_t v : corpus.corpus.document(d)) file.print(" {}", one_word(corpus.vocabulary[v]));
    file.write("\n");
  }
  file.commit();
}

}  // namespace themata
