#include "themata/corpus/text/word_rules.hpp"

#include <fmt/core.h>
#include <libstemmer.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/utf8.h>

#include <filesystem>
#include <system_error>
#include <vector>

#include "themata/corpus/text/word_list.hpp"
#include "themata/io/error.hpp"
#include "themata/io/format.hpp"
#include "themata/io/lines.hpp"

namespace themata::text {

namespace {

/// The properties of a word that the rules use.
struct WordShape {
  std::uint32_t length = 0;  ///< in characters, not counting marks
  bool has_letter = false;
  bool one_can_be_word = false;  ///< begins in a script in which a single character can be a word
};

bool one_can_be_word(UChar32 c) {
  UErrorCode status = U_ZERO_ERROR;
  const UScriptCode script = uscript_getScript(c, &status);
  return script == USCRIPT_HAN || script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA ||
         script == USCRIPT_HANGUL;
}

// NOLINTNEXTLINE(readability-function-size): ICU's macro nests deeply
WordShape shape_of(std::string_view word) {
  WordShape shape;
  const char* bytes = word.data();
  std::size_t at = 0;
  while (at < word.size()) {
    UChar32 c = 0;
    U8_NEXT(bytes, at, word.size(), c);
    const std::uint32_t category = U_GET_GC_MASK(c);
    if ((category & U_GC_M_MASK) == 0) ++shape.length;
    if ((category & U_GC_L_MASK) != 0) shape.has_letter = true;
    if (shape.length == 1 && c >= 0x80 && one_can_be_word(c)) shape.one_can_be_word = true;
  }
  return shape;
}

std::vector<std::string> stem_languages() {
  std::vector<std::string> names;
  for (const char** name = sb_stemmer_list(); *name != nullptr; ++name) names.emplace_back(*name);
  return names;
}

}  // namespace

void set_language(WordOptions& options, const std::string& language) {
  const auto code = language_code(language);
  if (!code)
    throw UsageError(OptionFault{"language", fmt::format("'{}'", language),
                                 "a language by its English name or its code, such as french or fr"});
  options.split.language = *code;
  if (stop_words_in(*code)) options.stop_words = *code == "en" ? "english" : *code;
}

std::string text_of_words(const std::string& file, const std::string& encoding) {
  LineReader lines(file, encoding);
  std::string text;
  for (std::string_view line; lines.next(line);) text.append(line) += '\n';
  return text;
}

namespace {

/// Adds entries as the texts are cut into words. @param no_words  takes what can be no word
void add_entries(const std::vector<std::string>& entries, WordSplitter& splitter, StopWords& words,
                 std::vector<std::string>& no_words) {
  for (const std::string& entry : entries) {
    if (is_pattern(entry)) {
      words.add_pattern(entry);
      continue;
    }
    std::vector<std::string> parts;
    splitter.split(entry, [&](std::string_view part) { parts.emplace_back(part); });
    if (parts.size() == 1)
      words.add(parts.front());
    else
      no_words.push_back(entry);
  }
}

}  // namespace

ListedStopWords stop_words_of(const WordOptions& options) {
  ListedStopWords result;
  WordSplitter splitter(options.split);
  const auto add_file = [&](const std::string& file) {
    add_entries(read_word_list(text_of_words(file, options.encoding)), splitter, result.words,
                result.no_words);
  };
  if (const auto built_in = stop_words_in(options.stop_words)) {
    result.words.add_all(*built_in);
  } else if (options.stop_words != "none") {
    std::error_code ignored;
    if (!std::filesystem::exists(options.stop_words, ignored) &&
        options.stop_words.find_first_of("/.") == std::string::npos)
      throw UsageError(OptionFault{
          "stop-words", fmt::format("'{}'", options.stop_words),
          fmt::format("none, a file of words, or a language: {}", listed(stop_word_languages(), ", "))});
    add_file(options.stop_words);
  }
  add_entries(options.stop_word_list, splitter, result.words, result.no_words);
  if (!options.extra_stop_words.empty()) add_file(options.extra_stop_words);
  return result;
}

void WordRules::StemmerDelete::operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }

WordRules::WordRules(const WordOptions& options, const StopWords& stop_words)
    : stop_words_(&stop_words), split_(options.split), min_length_(options.min_length) {
  if (options.stem.empty()) return;
  stemmer_.reset(sb_stemmer_new(options.stem.c_str(), "UTF_8"));
  if (!stemmer_)
    throw UsageError(OptionFault{"stem", fmt::format("'{}'", options.stem),
                                 fmt::format("one of {}", listed(stem_languages(), ", "))});
}

WordRules::~WordRules() = default;
WordRules::WordRules(WordRules&&) noexcept = default;

Rule WordRules::judge(std::string_view word) const {
  const WordShape shape = shape_of(word);
  const bool by_unicode = split_.by == SplitBy::unicode;
  if (by_unicode && !shape.has_letter) return Rule::no_letter;
  if (is_stop_word(word)) return Rule::stop_word;
  const bool spared = !min_length_ && (!by_unicode || shape.one_can_be_word);
  return !spared && shape.length < min_length_.value_or(2) ? Rule::too_short : Rule::keep;
}

bool WordRules::is_stop_word(std::string_view word) const {
  if (stop_words_->empty()) return false;
  const bool is_folded = split_.by == SplitBy::unicode && split_.letter_case == LetterCase::fold;
  return is_folded ? stop_words_->contains(word) : stop_words_->contains(folded(word));
}

std::string_view WordRules::stem(std::string_view word) {
  if (!stemmer_) return word;
  const auto* bytes = reinterpret_cast<const sb_symbol*>(word.data());
  const sb_symbol* stem = sb_stemmer_stem(stemmer_.get(), bytes, static_cast<int>(word.size()));
  if (stem == nullptr) throw ResourceError("out of memory");
  const int length = sb_stemmer_length(stemmer_.get());
  return length == 0
             ? word
             : std::string_view(reinterpret_cast<const char*>(stem), static_cast<std::size_t>(length));
}

}  // namespace themata::text
