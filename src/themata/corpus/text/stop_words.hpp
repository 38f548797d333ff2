#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace themata::text {

/// Words to leave out, compared case-folded.
class StopWords {
 public:
  void add(std::string_view word);
  /// Words that match a pattern, such as school*.
  void add_pattern(std::string_view pattern);
  /// Adds every word, separated by white space.
  void add_all(std::string_view text);
  /// @param word  case-folded
  bool contains(std::string_view word) const;
  bool empty() const { return words_.empty() && patterns_.empty(); }
  std::size_t size() const { return words_.size(); }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view word) const { return std::hash<std::string_view>{}(word); }
  };
  std::unordered_set<std::string, Hash, std::equal_to<>> words_;
  std::vector<std::string> patterns_;
};

/// The built-in English list, separated by spaces: function words (articles, pronouns, prepositions,
/// conjunctions, auxiliaries, their contractions), and adverbs of degree, place and time.
std::string_view english_stop_words();
/// The lists of other languages (stop_words.txt, which the build takes in).
extern const std::string_view stop_words_of_languages;

/// The stop words of a language, separated by spaces.
/// @param language  its English name or its code: german, de
std::optional<std::string_view> stop_words_in(const std::string& language);
/// The code of a language, given by its English name or its code; nothing for another text.
std::optional<std::string> language_code(const std::string& language);
/// The languages of stop_words_in, by their English names.
std::vector<std::string> stop_word_languages();

}  // namespace themata::text
