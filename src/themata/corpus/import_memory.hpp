#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "themata/corpus/import.hpp"

namespace themata {

/// A document in the caller's memory, as text or as words.
struct MemoryText {
  std::string_view id, text;
  std::span<const std::string> labels;
};
struct MemoryTokens {
  std::string_view id;
  std::span<const std::string> words, labels;
};

/// Corpora from what is in memory already, by the rules of import_corpus. Equal input gives an equal corpus,
/// whatever the number of threads.
/// @param document  any of the documents, from 0; called by several threads at once
/// @throws InputError if there are no documents, or one is no UTF-8; UsageError, ResourceError
ImportedCorpus import_texts(std::size_t n_documents, const std::function<MemoryText(std::size_t)>& document,
                            ImportOptions options);
/// Words as they are: none is dropped or changed. They are numbered by descending frequency, ties by text.
ImportedCorpus import_tokens(std::size_t n_documents,
                             const std::function<MemoryTokens(std::size_t)>& document);
/// Word types by their number in a vocabulary, in its order.
/// @param append  adds the tokens of a document, each below the size of the vocabulary
ImportedCorpus import_counts(std::size_t n_documents,
                             const std::function<void(std::size_t, TokenBlocks&)>& append,
                             const std::vector<std::string>& vocabulary);

}  // namespace themata
