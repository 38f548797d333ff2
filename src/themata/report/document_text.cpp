#include "themata/report/document_text.hpp"

#include <algorithm>

namespace themata::report_parts {

namespace {

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

/// UTF-16 code units of the character that a byte of UTF-8 begins: two if it takes four bytes.
std::size_t units_of(char first) { return static_cast<unsigned char>(first) >= 0xF0U ? 2 : 1; }

/// Where each byte of the text is in UTF-16, up to the limit.
std::vector<std::size_t> units_before(const std::string& text, std::size_t most) {
  std::vector<std::size_t> units;
  std::size_t n = 0;
  for (const char byte : text) {
    const std::size_t size = begins_character(byte) ? units_of(byte) : 0;
    if (n + size > most) break;
    units.push_back(n);
    n += size;
  }
  units.push_back(n);
  return units;
}

}  // namespace

ShownText shown_text(const DocumentText& document, std::size_t most) {
  const std::vector<std::size_t> units = units_before(document.text, most);
  const std::size_t bytes = units.size() - 1;
  ShownText shown{document.text.substr(0, bytes), {}, bytes < document.text.size()};
  for (const TextSpan& span : document.spans) {
    if (span.end > bytes) break;
    shown.spans.push_back({units[span.begin], units[span.end]});
  }
  return shown;
}

}  // namespace themata::report_parts
