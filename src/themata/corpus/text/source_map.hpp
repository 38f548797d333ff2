#pragma once

#include <unicode/edits.h>
#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace themata::text {

/// A passage of a text: bytes of UTF-8, the end not included.
struct Passage {
  std::size_t begin = 0, end = 0;
};

/// A normalized text, and where its passages come from in the text as it was. A character that normalization
/// changes together with its neighbors stands for all that they came from: both letters of "½" are from the
/// one character.
class SourceMap {
 public:
  /// @param text  valid UTF-8
  /// @throws ResourceError if ICU cannot normalize it
  SourceMap(const icu::Normalizer2& normalizer, std::string_view text);

  const icu::UnicodeString& normalized() const { return normalized_; }
  /// @param begin, end  positions in the normalized text, in UTF-16 units; of one call after the other,
  ///                    ascending
  Passage source_of(std::int32_t begin, std::int32_t end);

 private:
  /// The UTF-8 position of a UTF-16 position; positions ascend.
  std::int32_t utf8_position(std::int32_t at);

  icu::UnicodeString normalized_;
  icu::Edits edits_;
  icu::Edits::Iterator edit_;
  std::int32_t at16_ = 0, at8_ = 0;  ///< the last position asked for
};

}  // namespace themata::text
