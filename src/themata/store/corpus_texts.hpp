#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "themata/io/npy.hpp"
#include "themata/store/corpus_folder.hpp"

namespace themata {

/// Where a token is in the text of its document: bytes of UTF-8, the end not included.
struct TextSpan {
  std::uint32_t begin = 0, end = 0;
  friend bool operator==(const TextSpan&, const TextSpan&) = default;
};

/// The text of a document, and the passage of each of its tokens.
struct DocumentText {
  std::string text;  ///< UTF-8, as it was read
  std::vector<TextSpan>
      spans;  ///< of the document's tokens in order: ascending, none empty, whole characters
};

/// The texts that an import kept (`--keep-text`), read a document at a time. Cheap to copy; may be used by
/// several threads at once.
class CorpusTexts {
 public:
  /// @returns nothing if the corpus has no texts
  /// @throws InputError naming the file that is missing, damaged or inconsistent with the corpus
  static std::optional<CorpusTexts> open(const CorpusFolder& folder);

  /// @param d  a document, from 0. @throws InputError if its text or its spans are not what an import writes
  DocumentText document(std::size_t d) const;
  /// The text alone. @throws InputError
  std::string text(std::size_t d) const;
  /// The line of texts.jsonl as it is, without its end.
  std::string_view line(std::size_t d) const;
  /// Two for every token of the corpus, as token-spans.npy has them.
  std::span<const std::uint32_t> spans() const { return spans_.values; }

 private:
  CorpusTexts(const CorpusFolder& folder, std::shared_ptr<const MappedFile> lines,
              MappedArray<std::uint64_t> offsets, MappedArray<std::uint32_t> spans);

  Corpus corpus_;
  Place path_;
  std::shared_ptr<const MappedFile> lines_;
  MappedArray<std::uint64_t> offsets_;
  MappedArray<std::uint32_t> spans_;
};

}  // namespace themata
