#pragma once

#include <cstdint>
#include <optional>

namespace themata {

enum class KeepBy { frequency, tfidf };

/// Which word types to keep, decided on the whole corpus.
struct PruneOptions {
  std::optional<std::uint64_t> min_count = {};      ///< drop word types of fewer tokens
  std::optional<std::uint64_t> min_documents = {};  ///< drop word types of fewer documents
  std::optional<double> max_document_share =
      {};  ///< drop those of a larger proportion of the documents that have words
  std::optional<std::uint64_t> keep_types = {};  ///< keep this many, the best by `keep_by`
  KeepBy keep_by = KeepBy::frequency;
};

}  // namespace themata
