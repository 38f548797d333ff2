// Letters that nobody sees, words at line ends, and letters by language.

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "themata/corpus/text/word_splitter.hpp"

namespace themata::text {
namespace {

using Pieces = std::vector<std::string>;

Pieces pieces_of(std::string_view text, const SplitOptions& options) {
  Pieces words;
  WordSplitter splitter(options);
  splitter.split(text, [&](std::string_view word) { words.emplace_back(word); });
  return words;
}

/// The parts of the text that the words are from.
Pieces sources_of(std::string_view text, const SplitOptions& options) {
  Pieces parts;
  WordSplitter splitter(options);
  splitter.split_located(text, [&](std::string_view, Passage where) {
    parts.emplace_back(text.substr(where.begin, where.end - where.begin));
  });
  return parts;
}

const SplitOptions folded_words{}, cased{.letter_case = LetterCase::preserve},
    by_letters{.by = SplitBy::regex, .regex = "\\p{L}+"};

TEST(Letters, ThatNobodySeesMakeNoWords) {
  const std::vector<std::pair<const char*, Pieces>> cases{
      {"har\u00ADbor sea", {"harbor", "sea"}},
      {"har\u00AD\u00ADbor\u00AD", {"harbor"}},
      {"har\u200Bbor", {"har", "bor"}},  // may be a line's end, as a blank is
      {"\u200Bharbor\u200B", {"harbor"}},
      {"har\u200Cbor", {"harbor"}},
      {"har\u200Dbor", {"harbor"}},
      {"har\u2060bor", {"harbor"}},
      {"\uFEFFharbor", {"harbor"}},
      {"har\uFEFFbor", {"harbor"}},
      {"\u200Eharbor\u200F", {"harbor"}},
      {"\u202Aharbor\u202C sea", {"harbor", "sea"}},
      {"\u2066harbor\u2069", {"harbor"}},
      {"بند\u200Cر", {"بندر"}},
      {"har\u00A0bor", {"har", "bor"}},
      {"na\u00ADïve \u00AD", {"naïve"}},
  };
  for (const auto& [text, words] : cases)
    for (const SplitOptions& options : {folded_words, cased, by_letters})
      EXPECT_EQ(pieces_of(text, options), words) << text;
  EXPECT_EQ(sources_of("a har\u00ADbor\u00AD, sea\u200Bside", cased),
            (Pieces{"a", "har\u00ADbor", "sea", "side"}));
  EXPECT_EQ(sources_of("na\u00ADïve \u00ADx", folded_words), (Pieces{"na\u00ADïve", "x"}));
  EXPECT_EQ(pieces_of("har\u00ADbor", {.by = SplitBy::white_space}), (Pieces{"har\u00ADbor"}));
}

TEST(Letters, OfWordsAtLineEndsAreJoinedOnRequest) {
  SplitOptions joined;
  joined.line_ends = LineEnds::joined;
  const std::vector<std::pair<const char*, Pieces>> cases{
      {"exam-\nple", {"example"}},
      {"exam-\r\nple", {"example"}},
      {"exam- \n  ple", {"example"}},
      {"exam\u2010\nple", {"example"}},
      {"exam\u00AD\nple", {"example"}},
      {"exam-\n\nple", {"example"}},
      {"Jean-\nPaul", {"jean", "paul"}},  // a name's hyphen is its own
      {"exam- ple", {"exam", "ple"}},
      {"exam-ple", {"exam", "ple"}},
      {"1990-\nnow", {"1990", "now"}},
      {"- \nple", {"ple"}},
      {"exam-\n", {"exam"}},
      {"überra-\nschend", {"überraschend"}},
      {"über-\nraschend", {"überraschend"}},
  };
  for (const auto& [text, words] : cases) {
    EXPECT_EQ(pieces_of(text, joined), words) << text;
    EXPECT_EQ(sources_of(text, joined).size(), words.size());
  }
  EXPECT_EQ(sources_of("an exam-\nple", joined), (Pieces{"an", "exam-\nple"}));
  EXPECT_EQ(pieces_of("exam-\nple", folded_words), (Pieces{"exam", "ple"}));
}

SplitOptions of_language(const char* language) {
  SplitOptions options;
  options.language = language;
  return options;
}

TEST(Letters, OfTurkishHaveTwoKindsOfI) {
  EXPECT_EQ(pieces_of("İstanbul istanbul I\u0307stanbul", folded_words),
            (Pieces{"istanbul", "istanbul", "istanbul"}));
  for (const char* language : {"tr", "az"}) {
    EXPECT_EQ(pieces_of("İstanbul DIŞ dış IRAK ırak i", of_language(language)),
              (Pieces{"istanbul", "dış", "dış", "ırak", "ırak", "i"}));
    EXPECT_EQ(sources_of("DIŞ IRAK, İl", of_language(language)), (Pieces{"DIŞ", "IRAK", "İl"}));
  }
  EXPECT_EQ(pieces_of("IRAK", of_language("de")), (Pieces{"irak"}));
  EXPECT_EQ(folded("İL"), "il");
  SplitOptions kept = of_language("tr");
  kept.letter_case = LetterCase::preserve;
  EXPECT_EQ(pieces_of("IRAK İl", kept), (Pieces{"IRAK", "İl"}));
}

TEST(Letters, OfElidedWordsAreWords) {
  EXPECT_EQ(pieces_of("l'eau d\u2019Eau L'école aujourd'hui qu'il", of_language("fr")),
            (Pieces{"l", "eau", "d", "eau", "l", "école", "aujourd'hui", "qu", "il"}));
  EXPECT_EQ(sources_of("bois l'eau, d\u2019Eau", of_language("fr")),
            (Pieces{"bois", "l", "eau", "d", "Eau"}));
  EXPECT_EQ(pieces_of("dell'acqua un'altra po'", of_language("it")),
            (Pieces{"dell", "acqua", "un", "altra", "po"}));
  EXPECT_EQ(pieces_of("l'aigua d'or", of_language("ca")), (Pieces{"l", "aigua", "d", "or"}));
  EXPECT_EQ(pieces_of("don't l'eau o'clock", folded_words), (Pieces{"don't", "l'eau", "o'clock"}));
  EXPECT_EQ(pieces_of("l'eau don't", of_language("de")), (Pieces{"l'eau", "don't"}));
}

}  // namespace
}  // namespace themata::text
