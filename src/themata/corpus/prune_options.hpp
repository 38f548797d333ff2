#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace themata {

enum class KeepBy { frequency, tfidf };

/// How many tokens of a word that a document has n times are kept, the first ones: all, 1 + log n (rounded),
/// or one. Words come in bursts: the second of a document says less about its topics than the first.
enum class Repeats { all, log, once };
constexpr std::string_view repeats_names[] = {"all", "log", "once"};
constexpr std::string_view name_of(Repeats repeats) {
  return repeats_names[static_cast<std::size_t>(repeats)];
}

/// Which word types to keep, decided on the whole corpus, and then which of their tokens.
struct PruneOptions {
  std::optional<std::uint64_t> min_count = {};      ///< drop word types of fewer tokens
  std::optional<std::uint64_t> min_documents = {};  ///< drop word types of fewer documents
  std::optional<double> max_document_share =
      {};  ///< drop those of a larger proportion of the documents that have words
  std::optional<std::uint64_t> keep_types = {};  ///< keep this many, the best by `keep_by`
  KeepBy keep_by = KeepBy::frequency;
  Repeats repeats = Repeats::all;
};

}  // namespace themata
