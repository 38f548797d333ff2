#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "themata/corpus/text/prepared_text.hpp"
#include "themata/corpus/text/source_map.hpp"

namespace themata::text {

/// What a word is: a word by Unicode's rules (UAX 29), a match of a regular expression, or a piece between
/// white space.
enum class SplitBy { unicode, regex, white_space };
/// Whether "The" and "the" are one word.
enum class LetterCase { fold, preserve };

struct SplitOptions {
  SplitBy by = SplitBy::unicode;
  std::string regex = {};  ///< ICU's syntax; for SplitBy::regex
  LetterCase letter_case = LetterCase::fold;
  /// The texts' language, by its code; "" for rules that hold for all. Of tr and az, I and ı are one letter;
  /// of fr, it and ca, what an elision joins are words of their own (l'eau); only if `by` is unicode.
  std::string language = {};
  LineEnds line_ends = LineEnds::separate;
  Markup markup = Markup::kept;
  Addresses addresses = Addresses::kept;
};

/// Splits text (PreparedText) into words, normalized (NFKC) and, if requested, case-folded. Splitting at
/// white space does not change the text. For one thread; its constructor makes copies.
class WordSplitter {
 public:
  using Sink = std::function<void(std::string_view word)>;
  using LocatedSink = std::function<void(std::string_view word, Passage where)>;

  /// @throws UsageError if the regular expression is invalid
  explicit WordSplitter(const SplitOptions& options);
  ~WordSplitter();
  WordSplitter(WordSplitter&&) noexcept;

  /// Calls `sink` with every word of `text` (valid UTF-8) in order; the view is valid during the call only.
  void split(std::string_view text, const Sink& sink);

  /// The same words, each with the passage of `text` that it is from: ascending passages of whole characters.
  void split_located(std::string_view text, const LocatedSink& sink);

  /// As split by Unicode's rules, but through ICU alone. The fast path for ASCII text must give the same.
  void split_without_short_cut(std::string_view text, const Sink& sink);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// `word` as a case-folding splitter would return it: NFKC and case-folded.
std::string folded(std::string_view word);

}  // namespace themata::text
