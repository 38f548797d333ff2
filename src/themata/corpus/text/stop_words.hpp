#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>

namespace themata::text {

/// Words to leave out, compared case-folded.
class StopWords {
 public:
  void add(std::string_view word);
  /// Adds every word, separated by white space.
  void add_all(std::string_view text);
  void merge(StopWords&& others) { words_.merge(others.words_); }
  /// @param word  case-folded
  bool contains(std::string_view word) const { return words_.find(word) != words_.end(); }
  bool empty() const { return words_.empty(); }
  std::size_t size() const { return words_.size(); }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view word) const { return std::hash<std::string_view>{}(word); }
  };
  std::unordered_set<std::string, Hash, std::equal_to<>> words_;
};

/// The built-in English list, separated by spaces: function words (articles, pronouns, prepositions,
/// conjunctions, auxiliaries, their contractions), and adverbs of degree, place and time.
std::string_view english_stop_words();

/// @param choice  "english", "none", or a file of words separated by white space
/// @throws InputError if the file cannot be read
StopWords load_stop_words(const std::string& choice, const std::string& encoding);

}  // namespace themata::text
