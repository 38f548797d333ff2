#include "themata/corpus/text/word_splitter.hpp"

#include <fmt/core.h>
#include <unicode/brkiter.h>
#include <unicode/normalizer2.h>
#include <unicode/regex.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "themata/corpus/text/ascii_words.hpp"
#include "themata/io/error.hpp"

namespace themata::text {

namespace {

/// Throws if ICU's status is a failure. Failures here come from the machine (ICU's data, memory), not from
/// the text.
void require(UErrorCode status, const char* doing) {
  if (U_FAILURE(status)) throw ResourceError(fmt::format("ICU cannot {}: {}", doing, u_errorName(status)));
}

const icu::Normalizer2& normalizer(LetterCase letter_case) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* found = letter_case == LetterCase::fold
                                      ? icu::Normalizer2::getNFKCCasefoldInstance(status)
                                      : icu::Normalizer2::getNFKCInstance(status);
  require(status, "load its normalization data");
  return *found;
}

icu::UnicodeString from_utf8(std::string_view text) {
  return icu::UnicodeString::fromUTF8(icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
}

/// Whether the passages of words are wanted, which takes longer beyond ASCII.
enum class Locate { nothing, passages };

bool is_ascii_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

char ascii_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

std::size_t find_space(std::string_view text, std::size_t at) {
  while (at < text.size() && !is_ascii_space(text[at])) ++at;
  return at;
}

/// A run of consecutive pieces, separated by white space, that all contain non-ASCII bytes. @returns the end
/// of the run that starts with the piece at `at`. ASCII white space always separates words, and text on one
/// side of it does not affect the other.
std::size_t end_of_foreign_run(std::string_view text, std::size_t at) {
  std::size_t end = find_space(text, at);
  while (end < text.size()) {
    std::size_t next = end;
    while (next < text.size() && is_ascii_space(text[next])) ++next;
    const std::size_t next_end = find_space(text, next);
    if (find_beyond_ascii(text.substr(0, next_end), next) == next_end) break;
    end = next_end;
  }
  return end;
}

bool is_letter_or_number(UChar32 c) { return (U_GET_GC_MASK(c) & (U_GC_L_MASK | U_GC_N_MASK)) != 0; }

/// A segment of a normalized text.
struct Segment {
  std::int32_t begin = 0, end = 0;
};

/// Without the underscores at its ends.
Segment trimmed(const icu::UnicodeString& text, Segment segment) {
  while (segment.begin < segment.end && text[segment.begin] == u'_') ++segment.begin;
  while (segment.end > segment.begin && text[segment.end - 1] == u'_') --segment.end;
  return segment;
}

/// The small letter of İ is i with a dot above, which is no other letter.
void drop_dot_of_i(icu::UnicodeString& word) {
  if (word.indexOf(u"i\u0307") < 0) return;
  word.findAndReplace(icu::UnicodeString(u"i\u0307"), icu::UnicodeString(u'i'));
  UErrorCode status = U_ZERO_ERROR;
  icu::UnicodeString composed;  // with a mark that came after the dot
  normalizer(LetterCase::preserve).normalize(word, composed, status);
  require(status, "normalize a word");
  word = composed;
}

/// What elision joins to the next word, by language.
bool is_elided(std::string_view beginning, std::string_view language) {
  static const std::map<std::string_view, std::set<std::string, std::less<>>> elided{
      {"fr", {"l", "d", "j", "m", "t", "s", "n", "c", "qu", "jusqu", "lorsqu", "puisqu", "quoiqu", "quelqu"}},
      {"it", {"l",     "d",    "un",   "dell", "all", "nell", "sull", "dall", "coll", "quell",
              "quest", "bell", "sant", "c",    "n",   "s",    "m",    "t",    "v",    "gl"}},
      {"ca", {"l", "d", "m", "t", "s", "n"}}};
  const auto of_language = elided.find(language);
  return of_language != elided.end() && of_language->second.contains(folded(beginning));
}

/// Replaces the typographic apostrophe by the plain one. @returns false if the word has no letter or number
bool tidy(icu::UnicodeString& word) {
  bool any = false;
  for (std::int32_t i = 0; i < word.length() && !any; i = word.moveIndex32(i, 1))
    any = is_letter_or_number(word.char32At(i));
  if (any && word.indexOf(u'\u2019') >= 0)
    word.findAndReplace(icu::UnicodeString(u'\u2019'), icu::UnicodeString(u'\''));
  return any;
}

}  // namespace

struct WordSplitter::Parts {
  SplitOptions options;
  const icu::Normalizer2* to_search = nullptr;  ///< normalizes a text before it is split
  std::unique_ptr<icu::BreakIterator> words;
  std::unique_ptr<icu::RegexMatcher> matcher;
  icu::UnicodeString normalized;
  std::optional<SourceMap> map;  ///< of the normalized text, if passages are asked for
  std::string scratch;           ///< case-folded ASCII text
  std::string word;              ///< a word found by ICU, in UTF-8

  bool has_elision = false;

  explicit Parts(const SplitOptions& chosen) : options(chosen), has_elision(is_elided("l", chosen.language)) {
    UErrorCode status = U_ZERO_ERROR;
    if (options.by == SplitBy::unicode) {
      to_search = &normalizer(options.letter_case);
      words.reset(icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), status));
      require(status, "load its word boundaries");
      load_dictionaries();
    } else if (options.by == SplitBy::regex) {
      to_search = &normalizer(LetterCase::preserve);
      matcher = std::make_unique<icu::RegexMatcher>(from_utf8(options.regex), 0, status);
      if (U_FAILURE(status))
        throw UsageError(fmt::format("`token-regex` {}: not a regular expression in ICU's syntax ({})",
                                     options.regex, u_errorName(status)),
                         {"token-regex", options.regex, "a regular expression in ICU's syntax"});
    }
  }

  /// ICU loads a script's dictionary when it first meets the script, and until then treats marks that several
  /// scripts share as belonging to none. Then a text's words would depend on the texts before it. Therefore
  /// this loads every script's dictionary.
  void load_dictionaries() const {
    const icu::UnicodeString one_of_each = from_utf8("中 の カー ไทย ລາວ ខ្មែរ မြန်မာ 한");
    words->setText(one_of_each);
    while (words->next() != icu::BreakIterator::DONE) continue;
  }

  /// Normalizes a text, with the map of its passages if `locate` asks for them.
  void normalize(std::string_view text, Locate locate) {
    map.reset();
    if (locate == Locate::passages) {
      map.emplace(*to_search, text);
      normalized = map->normalized();
      return;
    }
    UErrorCode status = U_ZERO_ERROR;
    to_search->normalize(from_utf8(text), normalized, status);
    require(status, "normalize a text");
  }

  /// @param at  where the text that was normalized begins
  void give(const icu::UnicodeString& found, Segment segment, std::size_t at, const LocatedSink& sink) {
    word.clear();
    found.toUTF8String(word);
    Passage where;
    if (map) where = map->source_of(segment.begin, segment.end);
    sink(word, {at + where.begin, at + where.end});
  }

  void split_by_icu(std::string_view text, std::size_t at, Locate locate, const LocatedSink& sink) {
    normalize(text, locate);
    // Some versions of ICU join words at an @, unlike UAX 29; no version joins them at a space.
    normalized.findAndReplace(icu::UnicodeString(u'@'), icu::UnicodeString(u' '));
    words->setText(normalized);
    std::int32_t begin = words->first();
    for (std::int32_t end = words->next(); end != icu::BreakIterator::DONE;
         begin = end, end = words->next()) {
      const UChar first = normalized[begin];
      if (end - begin == 1 && first < 0x80 && u_isalnum(first) == 0)
        continue;  // a space or a mark, like most segments
      const Segment segment = trimmed(normalized, {begin, end});
      icu::UnicodeString found(normalized, segment.begin, segment.end - segment.begin);
      if (options.letter_case == LetterCase::fold) drop_dot_of_i(found);
      if (tidy(found)) give(found, segment, at, sink);
    }
  }

  void split_ascii(std::string_view text, std::size_t at, const LocatedSink& sink) {
    if (options.letter_case == LetterCase::fold) {
      scratch.resize(text.size());
      std::transform(text.begin(), text.end(), scratch.begin(), ascii_lower);
      text = scratch;
    }
    for_each_ascii_word(text, [&](std::string_view found) {
      const std::size_t begin = at + static_cast<std::size_t>(found.data() - text.data());
      sink(found, {begin, begin + found.size()});
    });
  }

  /// Splits ASCII text by the fast path, and pieces with other characters by ICU.
  void split_by_unicode(std::string_view text, Locate locate, const LocatedSink& sink) {
    std::size_t at = 0;
    while (at < text.size()) {
      const std::size_t foreign = find_beyond_ascii(text, at);
      std::size_t piece = foreign;
      if (foreign < text.size())
        while (piece > at && !is_ascii_space(text[piece - 1])) --piece;
      split_ascii(text.substr(at, piece - at), at, sink);
      if (foreign == text.size()) return;
      at = end_of_foreign_run(text, foreign);
      split_by_icu(text.substr(piece, at - piece), piece, locate, sink);
    }
  }

  void split_by_regex(std::string_view text, Locate locate, const LocatedSink& sink) {
    normalize(text, locate);
    matcher->reset(normalized);
    UErrorCode status = U_ZERO_ERROR;
    icu::UnicodeString case_folded;
    while (matcher->find(status) != 0) {
      icu::UnicodeString found = matcher->group(status);
      if (found.isEmpty()) continue;
      if (options.letter_case == LetterCase::fold) {
        normalizer(LetterCase::fold).normalize(found, case_folded, status);
        found = case_folded;
        drop_dot_of_i(found);
      }
      if (!found.isEmpty()) give(found, {matcher->start(status), matcher->end(status)}, 0, sink);
    }
    if (U_FAILURE(status))
      throw UsageError(fmt::format("`token-regex` {}: takes too long or too much memory on this text ({})",
                                   options.regex, u_errorName(status)),
                       {"token-regex", options.regex, "a simpler regular expression"});
  }

  static void split_by_white_space(std::string_view text, const LocatedSink& sink) {
    std::size_t at = 0;
    while (at < text.size()) {
      while (at < text.size() && is_ascii_space(text[at])) ++at;
      const std::size_t end = find_space(text, at);
      if (end > at) sink(text.substr(at, end - at), {at, end});
      at = end;
    }
  }

  /// Gives l'eau as l and eau. @param text  that the word is from
  void give_elided(std::string_view text, std::string_view found, Passage where,
                   const LocatedSink& sink) const {
    const std::size_t mark = found.find('\'');
    if (mark == 0 || mark == std::string_view::npos || mark + 1 == found.size() ||
        !is_elided(found.substr(0, mark), options.language))
      return sink(found, where);
    const std::string_view source = text.substr(where.begin, where.end - where.begin);
    constexpr std::string_view typographic = "\u2019";
    std::size_t at = source.find('\''), length = 1;
    if (const std::size_t other = source.find(typographic); other < at)
      at = other, length = typographic.size();
    const std::size_t place = at == std::string_view::npos ? 0 : at,
                      next = at == std::string_view::npos ? 0 : at + length;
    sink(found.substr(0, mark), {where.begin, where.begin + place});
    give_elided(text, found.substr(mark + 1), {where.begin + next, where.end}, sink);
  }

  void split(std::string_view text, Locate locate, const LocatedSink& sink) {
    if (options.by == SplitBy::white_space) return split_by_white_space(text, sink);
    const bool is_dotless =
        options.letter_case == LetterCase::fold && (options.language == "tr" || options.language == "az");
    const PreparedText prepared(text, {options.line_ends, is_dotless ? SmallI::dotless : SmallI::dotted,
                                       options.markup, options.addresses});
    if (!prepared.is_changed() && !has_elision) return split_prepared(text, locate, sink);
    split_prepared(prepared.text(), locate, [&](std::string_view found, Passage where) {
      const auto give_source = [&](std::string_view part, Passage of_part) {
        sink(part, prepared.source_of(of_part));
      };
      has_elision ? give_elided(prepared.text(), found, where, give_source) : give_source(found, where);
    });
  }

  void split_prepared(std::string_view text, Locate locate, const LocatedSink& sink) {
    options.by == SplitBy::regex ? split_by_regex(text, locate, sink) : split_by_unicode(text, locate, sink);
  }
};

WordSplitter::WordSplitter(const SplitOptions& options) : parts_(std::make_unique<Parts>(options)) {}
WordSplitter::~WordSplitter() = default;
WordSplitter::WordSplitter(WordSplitter&&) noexcept = default;

void WordSplitter::split(std::string_view text, const Sink& sink) {
  parts_->split(text, Locate::nothing, [&sink](std::string_view word, Passage) { sink(word); });
}

void WordSplitter::split_located(std::string_view text, const LocatedSink& sink) {
  parts_->split(text, Locate::passages, sink);
}

void WordSplitter::split_without_short_cut(std::string_view text, const Sink& sink) {
  parts_->split_by_icu(text, 0, Locate::nothing, [&sink](std::string_view word, Passage) { sink(word); });
}

std::string folded(std::string_view word) {
  UErrorCode status = U_ZERO_ERROR;
  icu::UnicodeString result;
  normalizer(LetterCase::fold).normalize(from_utf8(word), result, status);
  require(status, "normalize a word");
  drop_dot_of_i(result);
  result.findAndReplace(icu::UnicodeString(u'\u2019'), icu::UnicodeString(u'\''));
  std::string text;
  result.toUTF8String(text);
  return text;
}

}  // namespace themata::text
