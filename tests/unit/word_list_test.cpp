// Lists of words as people have them, and what their entries are in a corpus.

#include "themata/corpus/text/word_list.hpp"

#include <gtest/gtest.h>

#include "support.hpp"
#include "support/api.hpp"
#include "themata/corpus/text/stop_words.hpp"
#include "themata/store/corpus_words.hpp"

namespace themata {
namespace {

using Entries = std::vector<std::string>;

TEST(WordLists, AreReadAsPeopleHaveThem) {
  const Entries two{"the", "of"};
  for (const char* text : {"the of",
                           "the\nof\n",
                           "the\r\nof",
                           "the\rof",
                           "\xEF\xBB\xBFthe\nof",
                           "the, of",
                           "the,of,",
                           "the;of",
                           "\"the\" \"of\"",
                           "\"the\", \"of\"",
                           "'the', 'of'",
                           "[\"the\", \"of\"]",
                           "['the',\n 'of']",
                           "c(\"the\", \"of\")",
                           "words <- c(\"the\",\n\"of\")",
                           "stop = ['the', 'of'];",
                           "{\"the\", \"of\"}",
                           "the # article\nof # and so on",
                           "# two words\nthe\nof",
                           "the | article\n\n| more\nof",
                           "  the\t\n\n of ",
                           "the | a, b; c\nof"})
    EXPECT_EQ(text::read_word_list(text), two) << text;
  EXPECT_EQ(text::read_word_list("new york\nclimate change\n"), (Entries{"new york", "climate change"}));
  EXPECT_EQ(text::read_word_list("new york"), (Entries{"new", "york"}));
  EXPECT_EQ(text::read_word_list("\"new york\""), (Entries{"new york"}));
  EXPECT_EQ(text::read_word_list("new york, of"), (Entries{"new york", "of"}));
  EXPECT_EQ(text::read_word_list("a b c d\ne f g h\n"), (Entries{"a", "b", "c", "d", "e", "f", "g", "h"}));
  EXPECT_EQ(text::read_word_list(",\n.\n;\nthe"),
            (Entries{",", ".", ";", "the"}));  // of texts in words already
  EXPECT_EQ(text::read_word_list("don't\nl'eau\n'tis"), (Entries{"don't", "l'eau", "'tis"}));
  EXPECT_EQ(text::read_word_list("'don't', 'won't'"), (Entries{"don't", "won't"}));
  EXPECT_EQ(text::read_word_list(R"(["say \"no\"", "of"])"), (Entries{"say \"no\"", "of"}));
  EXPECT_EQ(text::read_word_list("#covid\n#brexit"), (Entries{"#covid", "#brexit"}));
  EXPECT_EQ(text::read_word_list("c\nc#\nf#"), (Entries{"c", "c#", "f#"}));
  EXPECT_EQ(text::read_word_list("(a\nb)"), (Entries{"(a", "b)"}));
  for (const char* text : {"", "\n", "# nothing", "[]", "c()", ",,", "\"\"", "| nothing"})
    EXPECT_EQ(text::read_word_list(text), Entries()) << text;
  EXPECT_EQ(text::read_word_line("doctor \"new york\" school*"), (Entries{"doctor", "new york", "school*"}));
  EXPECT_EQ(text::read_word_line("doctor, new york"), (Entries{"doctor", "new york"}));
}

TEST(WordLists, HavePatterns) {
  EXPECT_TRUE(text::is_pattern("school*"));
  EXPECT_FALSE(text::is_pattern("*"));
  EXPECT_FALSE(text::is_pattern("school"));
  const std::vector<std::tuple<const char*, const char*, bool>> cases{
      {"school*", "school", true},    {"school*", "schools", true}, {"school*", "preschool", false},
      {"*school", "preschool", true}, {"s*l*s", "schools", true},   {"s*x", "schools", false},
      {"*a*", "banana", true},        {"a**b", "ab", true},         {"ab*", "a", false}};
  for (const auto& [pattern, word, right] : cases)
    EXPECT_EQ(text::matches(pattern, word), right) << pattern << " " << word;
}

TEST(StopWords, OfFiftyLanguagesAreThereByName) {
  EXPECT_GE(text::stop_word_languages().size(), 50U);
  for (const std::string& language : text::stop_word_languages())
    EXPECT_TRUE(text::stop_words_in(language)) << language;
  const std::vector<std::pair<const char*, const char*>> words{
      {"german", "nicht"}, {"de", "und"},     {"French", "avec"}, {"spanish", "pero"},
      {"russian", "не"},   {"turkish", "ve"}, {"EN", "the"},      {"chinese", "的"}};
  for (const auto& [language, word] : words) {
    text::StopWords found;
    found.add_all(*text::stop_words_in(language));
    EXPECT_TRUE(found.contains(word)) << language;
  }
  EXPECT_FALSE(text::stop_words_in("klingon"));
  EXPECT_FALSE(text::stop_words_in("none"));
}

/// The words of a corpus that an entry is.
Entries found(const Collection& collection, const std::string& entry) {
  const CorpusFolder& corpus = detail::Access::corpus(collection);
  Entries words;
  for (const std::uint32_t v : CorpusWords(corpus).find(entry)) words.push_back(corpus.vocabulary[v]);
  std::ranges::sort(words);
  return words;
}

TEST(CorpusWords, AreFoundByTheCorpusOwnRules) {
  const std::vector<TextDocument> texts{
      {.text = "Doctors Schools schooling naïve don't New York ﬁnance US us"}};
  const Collection plain = Collection::from_texts(texts, {.stop_words = "none"}),
                   stemmed = Collection::from_texts(texts, {.stop_words = "none", .stem = "english"}),
                   cased = Collection::from_texts(texts, {.stop_words = "none", .preserve_case = true}),
                   by_regex =
                       Collection::from_texts(texts, {.stop_words = "none", .token_regex = "[[:alpha:]]+"});
  EXPECT_EQ(found(plain, "DOCTORS"), (Entries{"doctors"}));
  EXPECT_EQ(found(plain, "nai\u0308ve"), (Entries{"naïve"}));
  EXPECT_EQ(found(plain, "don\u2019t"), (Entries{"don't"}));
  EXPECT_EQ(found(plain, "finance"), (Entries{"finance"}));
  EXPECT_EQ(found(plain, "School*"), (Entries{"schooling", "schools"}));
  EXPECT_EQ(found(plain, "new york"), Entries());
  EXPECT_EQ(found(plain, "doctor"), Entries());
  EXPECT_EQ(found(plain, ""), Entries());
  EXPECT_EQ(found(stemmed, "doctor"), (Entries{"doctor"}));
  EXPECT_EQ(found(stemmed, "schooled"), (Entries{"school"}));
  EXPECT_EQ(found(cased, "US"), (Entries{"US"}));
  EXPECT_EQ(found(cased, "doctors"), (Entries{"Doctors"}));  // no other word differs by case alone
  EXPECT_EQ(found(cased, "Us"), Entries());
  EXPECT_EQ(found(cased, "S*"), (Entries{"Schools"}));
  EXPECT_EQ(found(by_regex, "don't"), Entries());
  const std::vector<TokenDocument> lists{{.words = {"Doctors", "f*ck", "NEW YORK", "us", "US"}}};
  const Collection tokens = Collection::from_tokens(lists);
  EXPECT_EQ(found(tokens, "doctors"), (Entries{"Doctors"}));
  EXPECT_EQ(found(tokens, "f*ck"), (Entries{"f*ck"}));
  EXPECT_EQ(found(tokens, "new york"), (Entries{"NEW YORK"}));
  EXPECT_EQ(found(tokens, "Us"), Entries());
}

}  // namespace
}  // namespace themata
