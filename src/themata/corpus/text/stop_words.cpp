#include "themata/corpus/text/stop_words.hpp"

#include "themata/corpus/text/word_splitter.hpp"
#include "themata/io/lines.hpp"

namespace themata::text {

void StopWords::add(std::string_view word) { words_.insert(folded(word)); }

void StopWords::add_all(std::string_view text) {
  WordSplitter splitter({.by = SplitBy::white_space});
  splitter.split(text, [this](std::string_view word) { add(word); });
}

StopWords load_stop_words(const std::string& choice, const std::string& encoding) {
  StopWords words;
  if (choice == "none") return words;
  if (choice == "english") {
    words.add_all(english_stop_words());
    return words;
  }
  LineReader lines(choice, encoding);
  std::string_view line;
  while (lines.next(line)) words.add_all(line);
  return words;
}

}  // namespace themata::text
