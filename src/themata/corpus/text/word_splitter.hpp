#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace themata::text {

/// What counts as a word: what Unicode's rules (UAX 29) say, what a regular expression matches, or what
/// stands between white space.
enum class SplitBy { unicode, regex, white_space };
/// Are "The" and "the" one word?
enum class LetterCase { fold, preserve };

struct SplitOptions {
  SplitBy by = SplitBy::unicode;
  std::string regex = {};  ///< ICU's syntax; for SplitBy::regex
  LetterCase letter_case = LetterCase::fold;
};

/// Cuts text into words, normalised (NFKC) and, where asked, case-folded. White-space splitting leaves the
/// text as it is. A splitter serves one thread; copies are made by its constructor.
class WordSplitter {
 public:
  using Sink = std::function<void(std::string_view word)>;

  /// @throws UsageError where the regular expression is wrong
  explicit WordSplitter(const SplitOptions& options);
  ~WordSplitter();
  WordSplitter(WordSplitter&&) noexcept;

  /// Calls `sink` with every word of `text` (valid UTF-8) in order; the view dies with the call.
  void split(std::string_view text, const Sink& sink);

  /// As split, for Unicode's rules, through ICU alone: what the short cut for ASCII text must equal.
  void split_without_short_cut(std::string_view text, const Sink& sink);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// `word` as a splitter that folds case would give it: NFKC and case-folded.
std::string folded(std::string_view word);

}  // namespace themata::text
