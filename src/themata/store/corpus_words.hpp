#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "themata/corpus/text/word_rules.hpp"
#include "themata/store/corpus_folder.hpp"

namespace themata {

/// Finds what the entries of a list (seeds, weights of words) are among the words of a corpus. They go
/// through the rules by which its texts became words: case, normal form, apostrophes, stems. Not for several
/// threads.
class CorpusWords {
 public:
  /// @param corpus  outlives this
  explicit CorpusWords(const CorpusFolder& corpus);

  /// What an entry means, ascending: the word as it stands; of a pattern such as school* all words that
  /// match; the word that the corpus's rules make of it; or, where case was preserved and of counts, whose
  /// rules are not known, the only word that differs by case and normal form alone. None if it has none.
  std::vector<std::uint32_t> find(const std::string& entry);

 private:
  std::optional<std::uint32_t> exact(const std::string& word) const;
  std::vector<std::uint32_t> matching(const std::string& pattern) const;
  const std::unordered_map<std::string, std::vector<std::uint32_t>>& by_folded_word();

  const CorpusFolder& corpus_;
  std::unordered_map<std::string, std::uint32_t> ids_;
  std::optional<text::WordSplitter> splitter_;  ///< of a corpus of texts
  text::StopWords no_stop_words_;
  std::optional<text::WordRules> rules_;
  bool folds_ = true;
  std::unordered_map<std::string, std::vector<std::uint32_t>> folded_;  ///< made when first asked for
};

}  // namespace themata
