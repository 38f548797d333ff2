#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "import_support.hpp"
#include "themata/corpus/text/word_rules.hpp"
#include "themata/corpus/text/word_splitter.hpp"
#include "themata/io/encoding.hpp"

namespace themata::text {
namespace {

using test::Words;

Words words_of(std::string_view text, const SplitOptions& options = {}) {
  WordSplitter splitter(options);
  Words words;
  splitter.split(text, [&words](std::string_view word) { words.emplace_back(word); });
  return words;
}

Words words_by_icu_alone(std::string_view text, const SplitOptions& options = {}) {
  WordSplitter splitter(options);
  Words words;
  splitter.split_without_short_cut(text, [&words](std::string_view word) { words.emplace_back(word); });
  return words;
}

std::string join_of(const std::vector<std::string>& pieces) {
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  return text;
}

/// Any ASCII character but NUL; those that the rules of words turn on come more often.
rc::Gen<std::string> ascii_text() {
  const std::string turning = "aZ09_'.,;:- \n\t@/";
  return rc::gen::container<std::string>(
      rc::gen::oneOf(rc::gen::elementOf(turning), rc::gen::inRange<char>(1, 127)));
}

/// Texts of pieces that the rules of words, NFKC and case folding turn on.
rc::Gen<std::string> mixed_text() {
  static const std::vector<std::string> pieces = {
      "a",  "B",       "7",      "_",      "'",      ".",   ",",      ":",      " ",      "  ", "\n", "-",
      "é",  "e\u0301", "\u0301", "\u00a0", "\u2019", "ß",   "ﬁ",      "½",      "²",      "İ",  "Σ",  "中",
      "文", "の",      "カ",     "\u30fc", "한",     "ไทย", "\u200d", "\u200c", "\u00ad", "👍",  "🇩",  "🇪",
      "א",  "\"",      "د",      "１",     "@",      "Ａ",  "\u3000", "\u0085", "\u2028"};
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(pieces)), join_of);
}

RC_GTEST_PROP(Words, TheShortCutForAsciiIsWhatIcuSays, ()) {
  const std::string text = *ascii_text();
  RC_ASSERT(words_of(text) == words_by_icu_alone(text));
}

RC_GTEST_PROP(Words, TheShortCutForAsciiKeepsCaseAsIcuDoes, ()) {
  const std::string text = *ascii_text();
  const SplitOptions options{.letter_case = LetterCase::preserve};
  RC_ASSERT(words_of(text, options) == words_by_icu_alone(text, options));
}

RC_GTEST_PROP(Words, CuttingMixedTextAtWhiteSpaceChangesNoWord, ()) {
  const std::string text = *mixed_text();
  RC_ASSERT(words_of(text) == words_by_icu_alone(text));
}

RC_GTEST_PROP(Words, TextsBeforeChangeNoWord, ()) {
  const std::vector<std::string> texts = *rc::gen::container<std::vector<std::string>>(mixed_text());
  WordSplitter used({});
  for (const std::string& text : texts) {
    Words words;
    used.split(text, [&words](std::string_view word) { words.emplace_back(word); });
    RC_ASSERT(words == words_of(text));
  }
}

struct Located {
  std::string word;
  Passage where;
};

std::vector<Located> located_words_of(std::string_view text, const SplitOptions& options = {}) {
  WordSplitter splitter(options);
  std::vector<Located> found;
  splitter.split_located(text, [&found](std::string_view word, Passage where) {
    found.push_back({std::string(word), where});
  });
  return found;
}

/// Whether the words are those of split(), from ascending passages of whole characters that have them.
bool passages_are_sound(const std::string& text, const SplitOptions& options) {
  Words words;
  std::size_t begin = 0, end = 0;
  bool sound = true;
  for (const auto& [word, where] : located_words_of(text, options)) {
    words.push_back(word);
    sound &= where.begin < where.end && where.begin >= begin && where.end >= end && where.end <= text.size();
    if (!sound) return false;
    const std::string passage = text.substr(where.begin, where.end - where.begin);
    sound &= !first_invalid_utf8(passage) && folded(passage).find(folded(word)) != std::string::npos;
    begin = where.begin, end = where.end;
  }
  return sound && words == words_of(text, options);
}

RC_GTEST_PROP(Words, AreInTheirPassages, ()) {
  const std::string text = *mixed_text();
  RC_ASSERT(passages_are_sound(text, {}));
  RC_ASSERT(passages_are_sound(text, {.letter_case = LetterCase::preserve}));
  RC_ASSERT(passages_are_sound(text, {.by = SplitBy::regex, .regex = R"([\p{L}\p{N}]+)"}));
  RC_ASSERT(passages_are_sound(text, {.by = SplitBy::white_space}));
}

RC_GTEST_PROP(Words, OfAsciiAreTheirPassages, ()) {
  const std::string text = *ascii_text();
  for (const auto& [word, where] : located_words_of(text, {.letter_case = LetterCase::preserve}))
    RC_ASSERT(text.substr(where.begin, where.end - where.begin) == word);
}

TEST(Words, PassagesAreThoseOfTheTextAsItWas) {
  const std::string text = "x _Straße_ e\u0301t ½m soft\u00ADhyphen \uFDFA";
  const std::vector<Located> found = located_words_of(text);
  Words passages;
  for (const Located& one : found)
    passages.push_back(text.substr(one.where.begin, one.where.end - one.where.begin));
  const Words one_by_one{"x",      "Straße", "e\u0301t", "½m",    "soft\u00ADhyphen",
                         "\uFDFA", "\uFDFA", "\uFDFA",   "\uFDFA"};  // one character stands for four words
  EXPECT_EQ(passages, one_by_one);
  EXPECT_EQ(found.at(3).word, "1\u20442m");
}

TEST(Words, AreNormalisedAndFolded) {
  EXPECT_EQ(words_of("The CAFÉ, Straße; \uFB01ve Ａ"), (Words{"the", "café", "strasse", "five", "a"}));
  EXPECT_EQ(words_of("cafe\u0301"), Words{"café"});
  EXPECT_EQ(words_of("soft\u00ADhyphen"), Words{"softhyphen"});
}

TEST(Words, KeepWhatStandsWithinThem) {
  EXPECT_EQ(words_of("don't 3.14 e.g. U.S.A. 1,000 x_1 state-of-the-art"),
            (Words{"don't", "3.14", "e.g", "u.s.a", "1,000", "x_1", "state", "of", "the", "art"}));
}

TEST(Words, AddressesAreCutAtTheirSign) {
  EXPECT_EQ(words_of("me@example.org"), (Words{"me", "example.org"}));
  EXPECT_EQ(words_of("mé＠example.org"), (Words{"mé", "example.org"}));
}

TEST(Words, ApostrophesAreOneCharacter) { EXPECT_EQ(words_of("don\u2019t"), Words{"don't"}); }

TEST(Words, UnderscoresAroundAWordAreMarkup) { EXPECT_EQ(words_of("_so_ __ a_b"), (Words{"so", "a_b"})); }

TEST(Words, LanguagesWithoutSpacesAreCutByDictionary) {
  EXPECT_EQ(words_of("我喜欢音乐"), (Words{"我", "喜欢", "音乐"}));
  EXPECT_EQ(words_of("ภาษาไทย"), (Words{"ภาษา", "ไทย"}));
}

TEST(Words, OtherAlphabetsAreKept) {
  EXPECT_EQ(words_of("Москва и Ωmega مرحبا"), (Words{"москва", "и", "ωmega", "مرحبا"}));
}

TEST(Words, CanBeWhatAnExpressionMatches) {
  const SplitOptions options{.by = SplitBy::regex, .regex = R"([\p{L}#]+)"};
  EXPECT_EQ(words_of("#Topic, models1", options), (Words{"#topic", "models"}));
}

TEST(Words, AWrongExpressionIsTheUsersMistake) {
  EXPECT_NE(test::message_of<UsageError>([] {
              words_of("", {.by = SplitBy::regex, .regex = "["});
            }).find("`token-regex` ["),
            std::string::npos);
}

TEST(Words, BetweenWhiteSpaceStayAsTheyAre) {
  EXPECT_EQ(words_of(" A,b\tﬁ \n", {.by = SplitBy::white_space}), (Words{"A,b", "ﬁ"}));
}

Rule verdict(const WordOptions& options, std::string_view word) {
  const StopWords stop_words = stop_words_of(options).words;
  return WordRules(options, stop_words).judge(word);
}

TEST(WordRules, DropNumbersStopWordsAndSingleLetters) {
  const WordOptions options;
  EXPECT_EQ(verdict(options, "1,000"), Rule::no_letter);
  EXPECT_EQ(verdict(options, "the"), Rule::stop_word);
  EXPECT_EQ(verdict(options, "don't"), Rule::stop_word);
  EXPECT_EQ(verdict(options, "é"), Rule::too_short);
  EXPECT_EQ(verdict(options, "topic"), Rule::keep);
  EXPECT_EQ(verdict(options, "3d"), Rule::keep);
}

TEST(WordRules, LeaveWordsOfOneCharacterWhereAScriptHasThem) {
  WordOptions options;
  EXPECT_EQ(verdict(options, "我"), Rule::keep);
  EXPECT_EQ(verdict(options, "강"), Rule::keep);
  options.min_length = 2;
  EXPECT_EQ(verdict(options, "我"), Rule::too_short);
}

TEST(WordRules, CountCharactersNotBytesOrMarks) {
  WordOptions options;
  options.min_length = 3;
  EXPECT_EQ(verdict(options, "éà"), Rule::too_short);
  EXPECT_EQ(verdict(options, "हिन्दी"), Rule::keep);
}

TEST(WordRules, StopWordsMeetPreservedCase) {
  WordOptions options;
  options.split.letter_case = LetterCase::preserve;
  EXPECT_EQ(verdict(options, "The"), Rule::stop_word);
  EXPECT_EQ(verdict(options, "Theme"), Rule::keep);
}

TEST(WordRules, StemsAreSnowballs) {
  WordOptions options;
  options.stem = "english";
  const StopWords none;
  WordRules rules(options, none);
  EXPECT_EQ(rules.stem("models"), "model");
  EXPECT_EQ(rules.stem("school's"), "school");
}

TEST(WordRules, AnUnknownLanguageIsNamedWithThoseThatThereAre) {
  WordOptions options;
  options.stem = "klingon";
  const StopWords none;
  const std::string message = test::message_of<UsageError>([&] { WordRules(options, none); });
  EXPECT_NE(message.find("`stem` is 'klingon'; expected one of"), std::string::npos);
  EXPECT_NE(message.find("german"), std::string::npos);
}

}  // namespace
}  // namespace themata::text
