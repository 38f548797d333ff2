#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "themata/corpus/phrases.hpp"
#include "themata/corpus/rule.hpp"
#include "themata/corpus/text/stop_words.hpp"
#include "themata/corpus/text/word_splitter.hpp"

struct sb_stemmer;

namespace themata::text {

/// Whether something is left out of texts: yes, no, or if most of them have it.
enum class LeaveOut { if_most, no, yes };

struct WordOptions {
  SplitOptions split;
  LeaveOut markup = LeaveOut::if_most, addresses = LeaveOut::if_most;
  /// In characters, not counting marks. Unset: 2 for words found by Unicode's rules, except that words of one
  /// Chinese, Japanese or Korean character stay; 1 for others.
  std::optional<std::uint32_t> min_length;
  std::string stop_words = "english";       ///< a language (stop_words_in), "none", or a file (word_list.hpp)
  std::string extra_stop_words;             ///< an additional file, or ""
  std::vector<std::string> stop_word_list;  ///< further stop words, instead of a file
  std::string stem;                         ///< a Snowball language, or ""
  PhraseOptions phrases;
  std::string encoding = "utf-8";  ///< of the files of words
};

/// The options of texts in a language: letters, elision, and its stop words where there is a list. Before
/// other options of words are set. @throws UsageError if it is no language
void set_language(WordOptions& options, const std::string& language);

/// The whole text of a file of words, for read_word_list. @throws InputError
std::string text_of_words(const std::string& file, const std::string& encoding);

struct ListedStopWords {
  StopWords words;
  std::vector<std::string> no_words;  ///< entries of lists that are cut into several words, or into none
};
/// The stop words given by `options`, which are cut as texts are.
/// @throws UsageError if there is no such language; InputError if a file cannot be read
ListedStopWords stop_words_of(const WordOptions& options);

/// Decides whether to keep a word. For one thread.
class WordRules {
 public:
  /// @param stop_words  must outlive the rules
  /// @throws UsageError if Snowball has no such language
  WordRules(const WordOptions& options, const StopWords& stop_words);
  ~WordRules();
  WordRules(WordRules&&) noexcept;

  /// Rule::keep, or the first of the per-word rules that drops the word.
  Rule judge(std::string_view word) const;
  /// The word under which a kept word is counted: its stem if stemming was requested. Valid until the next
  /// call.
  std::string_view stem(std::string_view word);

 private:
  bool is_stop_word(std::string_view word) const;

  struct StemmerDelete {
    void operator()(sb_stemmer* stemmer) const;
  };

  const StopWords* stop_words_;
  SplitOptions split_;
  std::optional<std::uint32_t> min_length_;
  std::unique_ptr<sb_stemmer, StemmerDelete> stemmer_;
};

}  // namespace themata::text
