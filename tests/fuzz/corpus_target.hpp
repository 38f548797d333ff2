#pragma once

#include "fuzz/folders.hpp"
#include "themata/run/covariates.hpp"
#include "themata/run/inputs.hpp"
#include "themata/store/corpus_subset.hpp"
#include "themata/store/corpus_texts.hpp"
#include "themata/store/document_rows.hpp"

namespace themata::fuzz {

inline void check_corpus_fits_together(const CorpusFolder& folder) {
  const Corpus& corpus = folder.corpus;
  require(folder.vocabulary.size() == corpus.n_types());
  std::size_t tokens = 0;
  for (std::size_t d = 0; d < corpus.n_documents(); ++d)
    for (const std::uint32_t type : corpus.document(d)) {
      require(type < corpus.n_types());
      ++tokens;
    }
  require(tokens == corpus.n_tokens());
}

/// What fits, reports and exports read of a corpus beside its words.
inline bool read_documents_of(const CorpusFolder& folder) {
  const std::size_t n = folder.corpus.n_documents();
  const bool rows = succeeds([&] {
    const DocumentRows by_number(folder);
    const std::vector<DocumentRow> all = read_documents(folder);
    require(all.size() == n);
    for (std::size_t d = 0; d < n; ++d) require(by_number.row(d).id == all[d].id);
  });
  const bool texts = succeeds([&] {
    if (const auto kept = CorpusTexts::open(folder))
      for (std::size_t d = 0; d < n; ++d) {
        const DocumentText one = kept->document(d);
        for (const TextSpan& span : one.spans) require(span.begin < span.end && span.end <= one.text.size());
      }
  });
  const bool covariates = succeeds([&] { make_covariates(folder, {{"y", "p"}, {"p"}}); });
  const bool labels = succeeds([&] { read_inputs(options_from("labeled-lda", {}), folder); });
  const bool tree = succeeds([&] { read_inputs(options_from("hpc", {}), folder); });
  const bool subset = succeeds([&] {
    const std::size_t first[] = {0};
    if (n > 0) write_subset(folder, first, Place(std::make_shared<MemoryFiles>()));
  });
  return rows && texts && covariates && labels && tree && subset;
}

/// Opens a corpus folder in which one file is changed, and reads all of it.
/// @returns whether all of it can be read
inline bool open_changed_corpus(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  const Place folder = changed_folder(base_corpus(), bytes);
  bool whole = false;
  return succeeds([&] {
           const CorpusFolder corpus = open_corpus(folder);
           check_corpus_fits_together(corpus);
           whole = read_documents_of(corpus);
         }) &&
         whole;
}

}  // namespace themata::fuzz
