#include "themata/corpus/text/stop_words.hpp"

#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <algorithm>

#include "themata/corpus/text/word_list.hpp"
#include "themata/corpus/text/word_splitter.hpp"

namespace themata::text {

namespace {

struct Language {
  std::string code, name;  ///< in English, lower case
  std::string_view words;
};

std::string name_in_english(const std::string& code) {
  icu::UnicodeString name;
  icu::Locale(code.c_str()).getDisplayLanguage(icu::Locale::getEnglish(), name);
  std::string text;
  return name.toLower(icu::Locale::getEnglish()).toUTF8String(text);
}

const std::vector<Language>& languages() {
  static const std::vector<Language> all = [] {
    std::vector<Language> found{{"en", "english", english_stop_words()}};
    for (std::string_view rest = stop_words_of_languages; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view line = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (line.empty() || line.front() == '#') continue;
      const std::string code(line.substr(0, line.find(' ')));
      found.push_back({code, name_in_english(code), line.substr(code.size() + 1)});
    }
    return found;
  }();
  return all;
}

}  // namespace

void StopWords::add(std::string_view word) { words_.insert(folded(word)); }

void StopWords::add_pattern(std::string_view pattern) { patterns_.push_back(folded(pattern)); }

void StopWords::add_all(std::string_view text) {
  WordSplitter splitter({.by = SplitBy::white_space});
  splitter.split(text, [this](std::string_view word) { add(word); });
}

bool StopWords::contains(std::string_view word) const {
  return words_.find(word) != words_.end() ||
         std::ranges::any_of(patterns_, [&](const std::string& pattern) { return matches(pattern, word); });
}

std::optional<std::string_view> stop_words_in(const std::string& language) {
  const std::string name = folded(language);
  for (const Language& one : languages())
    if (name == one.code || name == one.name) return one.words;
  return std::nullopt;
}

std::optional<std::string> language_code(const std::string& language) {
  const std::string name = folded(language);
  for (const Language& one : languages())
    if (name == one.code || name == one.name) return one.code;
  const bool is_code = (name.size() == 2 || name.size() == 3) && name_in_english(name) != name;
  return is_code ? std::optional(name) : std::nullopt;
}

std::vector<std::string> stop_word_languages() {
  std::vector<std::string> names;
  for (const Language& one : languages()) names.push_back(one.name);
  std::ranges::sort(names);
  return names;
}

}  // namespace themata::text
