#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "themata/corpus/import.hpp"

namespace themata {

/// The id, labels and metadata of a document in the caller's memory.
struct MemoryName {
  std::string_view id;  ///< "" for its number, from 1
  std::span<const std::string> labels;
  std::string_view metadata = {};  ///< a JSON object, or ""
};
/// The same with its text or words.
struct MemoryText : MemoryName {
  std::string_view text;
};
struct MemoryTokens : MemoryName {
  std::span<const std::string_view> words;
};

/// Corpora from what is in memory already, by the rules of import_corpus. Equal input gives an equal corpus,
/// whatever the number of threads.
/// @param document  any of the documents, from 0; called by several threads at once
/// @throws InputError if there are no documents, or one is no UTF-8; UsageError, ResourceError
ImportedCorpus import_texts(std::size_t n_documents, const std::function<MemoryText(std::size_t)>& document,
                            ImportOptions options);
/// Words as they are: none is changed, and none dropped but by `options.prune`. They are numbered by
/// descending frequency, ties by text.
ImportedCorpus import_tokens(std::size_t n_documents,
                             const std::function<MemoryTokens(std::size_t)>& document, ImportOptions options);
/// The cells of a document: word types, each below the vocabulary's size, and how often each occurs; without
/// counts each once, in the order of the text.
struct MemoryCells {
  std::span<const std::uint32_t> types, counts;
};
/// Documents as numbers of word types, with or without counts.
struct MemoryCounts {
  std::function<MemoryName(std::size_t)> name;
  std::function<MemoryCells(std::size_t)> cells;
  const std::vector<std::string>& vocabulary;
  bool text_order = false;  ///< whether no document has counts
};
/// Word types by their number in a vocabulary, in its order.
ImportedCorpus import_counts(std::size_t n_documents, const MemoryCounts& counts, ImportOptions options);

}  // namespace themata
