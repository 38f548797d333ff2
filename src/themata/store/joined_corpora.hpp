#pragma once

#include <string>
#include <vector>

#include "themata/corpus/import.hpp"

namespace themata {

/// Whether all are corpus folders. @throws UsageError if some are and others are not
bool are_corpora(const std::vector<std::string>& folders);

/// Corpora imported in parts, on several machines for instance, as one: the documents of the first, then
/// those of the second, and so on. Words are joined by their text and numbered by descending frequency, ties
/// by text; if all corpora have the same vocabulary, it keeps its order. So the result is that of one import
/// of all their files, with one exception: where a rule of the join drops all words of a document, the reason
/// in its row names the rules of the join alone.
/// @param options  `files` are the corpus folders; a tree and `prune` are used too
/// @throws InputError, UsageError, ResourceError
ImportedCorpus join_corpora(ImportOptions options);

/// join_corpora of Format::corpus, else import_corpus. @throws InputError, UsageError, ResourceError
ImportedCorpus import_or_join(const ImportOptions& options);

}  // namespace themata
