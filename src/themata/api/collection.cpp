#include "themata/api/collection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "themata/corpus/import_memory.hpp"
#include "themata/io/error.hpp"
#include "themata/store/corpus_folder.hpp"
#include "themata/store/corpus_writer.hpp"

namespace themata {

namespace {

Collection in_memory(const ImportedCorpus& imported) {
  const Place place(std::make_shared<MemoryFiles>());
  write_corpus(place, imported);
  return Collection(std::make_shared<const CorpusFolder>(open_corpus(place)));
}

void check_counts(const CountMatrix& counts, std::size_t n_types) {
  const auto refuse = [](const char* field, const std::string& value, const std::string& expected) {
    throw UsageError(OptionFault{field, value, expected});
  };
  const auto& begins = counts.row_begins;
  if (begins.empty() || begins.front() != 0 || !std::ranges::is_sorted(begins))
    refuse("row_begins", "out of order", "ascending positions, the first of them 0");
  if (begins.back() != counts.word_types.size() || counts.counts.size() != counts.word_types.size())
    refuse("word_types", fmt::format("of {} cells", counts.word_types.size()),
           fmt::format("{} cells, as row_begins has, and as many counts", begins.back()));
  for (const std::uint32_t v : counts.word_types)
    if (v >= n_types)
      refuse("word_types", fmt::to_string(v),
             fmt::format("numbers below {}, the size of the vocabulary", n_types));
}

}  // namespace

Collection Collection::from_texts(std::span<const TextDocument> documents, const TextOptions& options) {
  ImportOptions import;
  import.words.stop_words = options.stop_words;
  import.words.stem = options.stem;
  if (options.min_documents > 0) import.prune.min_documents = options.min_documents;
  if (!(options.max_document_share >= 0 && options.max_document_share <= 1))
    throw UsageError(OptionFault{"max_document_share", fmt::format("{:g}", options.max_document_share),
                                 "a number from 0 to 1"});
  if (options.max_document_share < 1) import.prune.max_document_share = options.max_document_share;
  return in_memory(import_texts(
      documents.size(),
      [&](std::size_t d) {
        return MemoryText{documents[d].id, documents[d].text, documents[d].labels};
      },
      import));
}

Collection Collection::from_tokens(std::span<const TokenDocument> documents) {
  return in_memory(import_tokens(documents.size(), [&](std::size_t d) {
    return MemoryTokens{documents[d].id, documents[d].words, documents[d].labels};
  }));
}

Collection Collection::from_counts(const CountMatrix& counts, const std::vector<std::string>& vocabulary) {
  check_counts(counts, vocabulary.size());
  return in_memory(import_counts(
      counts.row_begins.size() - 1,
      [&](std::size_t d, TokenBlocks& tokens) {
        for (std::uint64_t i = counts.row_begins[d]; i < counts.row_begins[d + 1]; ++i)
          tokens.append(counts.word_types[i], counts.counts[i]);
      },
      vocabulary));
}

Collection Collection::open(const std::string& folder) {
  return Collection(std::make_shared<const CorpusFolder>(open_corpus(folder)));
}

void Collection::save(const std::string& folder) const {
  StagedFolder staged{Place(folder)};
  copy_files(corpus_->path, staged.staging());
  staged.commit();
}

std::size_t Collection::n_documents() const { return corpus_->corpus.n_documents(); }
std::size_t Collection::n_types() const { return corpus_->corpus.n_types(); }
std::size_t Collection::n_tokens() const { return corpus_->corpus.n_tokens(); }
const std::vector<std::string>& Collection::vocabulary() const { return corpus_->vocabulary; }
std::vector<std::string> Collection::ids() const {
  std::vector<DocumentRow> rows = read_documents(*corpus_);
  std::vector<std::string> ids;
  ids.reserve(rows.size());
  for (DocumentRow& row : rows) ids.push_back(std::move(row.id));
  return ids;
}

}  // namespace themata
