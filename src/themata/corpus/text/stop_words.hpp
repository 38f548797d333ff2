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
  /// Every word between white space.
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

/// The English list that comes with the program, separated by spaces: words that a grammar lists rather than a
/// dictionary (articles, pronouns, prepositions, conjunctions, auxiliaries, their contractions), and adverbs of degree,
/// place and time.
std::string_view english_stop_words();

/// @param choice  "english", "none", or a file of words between white space
/// @throws InputError where the file cannot be read
StopWords load_stop_words(const std::string& choice, const std::string& encoding);

}  // namespace themata::text
