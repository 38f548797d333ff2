#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "themata/store/corpus_texts.hpp"

namespace themata::report_parts {

/// A passage in UTF-16 code units, by which JavaScript counts.
struct Utf16Span {
  std::size_t begin = 0, end = 0;
};

/// The beginning of a document's text, and the passages of the tokens in it.
struct ShownText {
  std::string text;              ///< UTF-8
  std::vector<Utf16Span> spans;  ///< of the first tokens, as many as are in the text
  bool is_cut = false;           ///< the document goes on
};

/// @param most  UTF-16 code units of the text
ShownText shown_text(const DocumentText& document, std::size_t most);

}  // namespace themata::report_parts
