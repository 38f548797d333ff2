#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "themata/store/corpus_folder.hpp"

namespace themata {

/// Writes some documents of a corpus as a corpus folder of its own, in the order asked for. Vocabulary, labels and tree are
/// kept whole, so that words and labels have the numbers that they had; rows of documents.jsonl stay as they are. The
/// manifest has the import of the corpus, without its result, and "subset": {"of": its hash, "documents": how many it had}.
/// @param documents  numbers of documents
/// @throws UsageError where `path` is in use; InputError where the corpus is damaged; ResourceError
void write_subset(const CorpusFolder& folder, std::span<const std::size_t> documents,
                  const std::filesystem::path& path);

}  // namespace themata
