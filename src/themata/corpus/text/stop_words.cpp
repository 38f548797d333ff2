#include "themata/corpus/text/stop_words.hpp"

#include "themata/corpus/text/word_splitter.hpp"
#include "themata/io/lines.hpp"

namespace themata::text {

void StopWords::add(std::string_view word) { words_.insert(folded(word)); }

StopWords load_stop_words(const std::string& choice, const std::string& encoding) {
  StopWords words;
  if (choice == "none") return words;
  if (choice == "english") {
    for (const std::string_view word : english_stop_words()) words.add(word);
    return words;
  }
  WordSplitter splitter({.by = SplitBy::white_space});
  LineReader lines(choice, encoding);
  std::string_view line;
  while (lines.next(line)) splitter.split(line, [&words](std::string_view word) { words.add(word); });
  return words;
}

}  // namespace themata::text
