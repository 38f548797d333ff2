#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "themata/io/place.hpp"
#include "themata/store/corpus_folder.hpp"

namespace themata {

/// Writes some documents of a corpus as a separate corpus folder, in the given order. Vocabulary, labels and
/// tree are complete, so that words and labels keep their numbers; rows of documents.jsonl do not change.
/// Texts that the corpus keeps come along. The manifest has the import of the corpus, without its result, and
/// "subset": {"of": its hash, "documents": its number of documents}.
/// @param documents  numbers of documents
/// @throws UsageError if `path` is in use; InputError if the corpus is damaged; ResourceError
void write_subset(const CorpusFolder& folder, std::span<const std::size_t> documents, const Place& path);

}  // namespace themata
