#include "themata/io/plain_text.hpp"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "themata/io/error.hpp"
#include "themata/io/plural.hpp"

namespace themata {

namespace {

/// The length in bytes of the control character at `i`; 0 if there is none. C1 is U+0080 to U+009F: C2 80 to
/// C2 9F.
std::size_t control_length(std::string_view text, std::size_t i) {
  const auto byte = static_cast<unsigned char>(text[i]);
  if (byte < 0x20 || byte == 0x7f) return 1;
  if (byte != 0xc2 || i + 1 == text.size()) return 0;
  const auto next = static_cast<unsigned char>(text[i + 1]);
  return next >= 0x80 && next < 0xa0 ? 2 : 0;
}

std::string without_controls(std::string_view text, char replacement) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t control = control_length(text, i);
    result.push_back(control == 0 ? text[i] : replacement);
    if (control == 2) ++i;
  }
  return result;
}

}  // namespace

std::string one_line(std::string_view text) { return without_controls(text, ' '); }

std::string one_word(std::string_view text) {
  std::string result = without_controls(text, '_');
  for (char& c : result)
    if (c == ' ') c = '_';
  return result.empty() ? "_" : result;
}

std::string message_text(std::string_view bytes) {
  std::string text;
  icu::UnicodeString::fromUTF8({bytes.data(), static_cast<std::int32_t>(bytes.size())}).toUTF8String(text);
  std::string lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (begin > 0) lines += '\n';
    lines += one_line(std::string_view(text).substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::string in_nfc(std::string_view text) {
  std::string result(text);
  if (std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; })) return result;
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(status);
  if (U_FAILURE(status)) throw ResourceError("ICU cannot load its normalization data");
  const icu::StringPiece piece(text.data(), static_cast<std::int32_t>(text.size()));
  if (nfc->isNormalizedUTF8(piece, status) != 0 || U_FAILURE(status)) return result;
  result.clear();
  icu::StringByteSink<std::string> sink(&result);
  nfc->normalizeUTF8(0, piece, sink, nullptr, status);
  return U_FAILURE(status) ? std::string(text) : result;
}

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n\v\f";
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool says_missing(std::string_view text) {
  static constexpr std::array<std::string_view, 14> spellings{
      "", "NA", "N/A", "n/a", "<NA>", "#N/A", "NaN", "nan", "NaT", "None", "null", "NULL", "Null", "\\N"};
  return std::ranges::find(spellings, text) != spellings.end();
}

std::string first_ten(const std::vector<std::string>& names) {
  constexpr std::size_t most = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, names.size()); ++i)
    text += (i > 0 ? ", " : "") + one_line(names[i]);
  if (names.size() > most) text += " and " + count_of(names.size() - most, "other");
  return text;
}

}  // namespace themata
