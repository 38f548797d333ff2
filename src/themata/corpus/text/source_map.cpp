#include "themata/corpus/text/source_map.hpp"

#include <fmt/core.h>
#include <unicode/bytestream.h>
#include <unicode/utf8.h>

#include "themata/io/error.hpp"

namespace themata::text {

namespace {

void require_icu(UErrorCode status) {
  if (U_FAILURE(status))
    throw ResourceError(fmt::format("ICU cannot normalize a text: {}", u_errorName(status)));
}

}  // namespace

SourceMap::SourceMap(const icu::Normalizer2& normalizer, std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  std::string utf8;
  icu::StringByteSink<std::string> sink(&utf8);
  normalizer.normalizeUTF8(0, icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())), sink,
                           &edits_, status);
  require_icu(status);
  normalized_ = icu::UnicodeString::fromUTF8(utf8);
  edit_ = edits_.getFineIterator();
}

std::int32_t SourceMap::utf8_position(std::int32_t at) {
  while (at16_ < at) {
    const UChar32 c = normalized_.char32At(at16_);
    at8_ += U8_LENGTH(c);
    at16_ += U16_LENGTH(c);
  }
  return at8_;
}

Passage SourceMap::source_of(std::int32_t begin, std::int32_t end) {
  UErrorCode status = U_ZERO_ERROR;
  const std::int32_t first = utf8_position(begin), behind = utf8_position(end);
  edit_.findDestinationIndex(first, status);
  const std::int32_t from = edit_.sourceIndex() + (edit_.hasChange() ? 0 : first - edit_.destinationIndex());
  edit_.findDestinationIndex(behind - 1, status);
  const std::int32_t to =
      edit_.sourceIndex() + (edit_.hasChange() ? edit_.oldLength() : behind - edit_.destinationIndex());
  require_icu(status);
  return {static_cast<std::size_t>(from), static_cast<std::size_t>(to)};
}

}  // namespace themata::text
