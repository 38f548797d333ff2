#pragma once

#include <filesystem>

#include "themata/corpus/import.hpp"

namespace themata {

/// Writes a corpus folder (corpus_folder.hpp), whole or not at all. Equal corpora give equal bytes.
/// @throws UsageError where `path` is in use; ResourceError
void write_corpus(const std::filesystem::path& path, const ImportedCorpus& corpus);

/// @throws UsageError where `path` is in use, so that it shows before a long import
void check_output_is_free(const std::filesystem::path& path);

}  // namespace themata
