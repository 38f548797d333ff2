#include <fmt/core.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "import_support.hpp"
#include "themata/store/corpus_writer.hpp"

namespace themata {
namespace {

using namespace test;

ImportedCorpus import_lines(const ImportOptions& options, const std::string& text) {
  return import_bytes(options, text);
}

TEST(ImportRules, TypesAreNumberedByFrequencyThenText) {
  const ImportedCorpus corpus = import_lines(plain_options(Format::lines), "b z b é\na z c");
  EXPECT_EQ(corpus.vocabulary, (Words{"b", "z", "a", "c", "é"}));
}

TEST(ImportRules, EveryDroppedWordIsCountedUnderItsRule) {
  ImportOptions options;
  options.format = Format::lines;
  options.prune.min_count = 2;
  const ImportedCorpus corpus =
      import_lines(options, "the cat 42 x cat\nthe dog the\n3.14\n, -\n\nb é\nthe 5");
  EXPECT_EQ(documents_of(corpus), (Words{"cat cat", "", "", "", "", "", ""}));
  const auto count = [&corpus](Rule rule) { return corpus.report.dropped[static_cast<std::size_t>(rule)]; };
  EXPECT_EQ(count(Rule::no_letter).tokens, 3U);
  EXPECT_EQ(count(Rule::no_letter).types, 3U);
  EXPECT_EQ(count(Rule::stop_word).tokens, 6U);
  EXPECT_EQ(count(Rule::stop_word).types, 3U);
  EXPECT_EQ(count(Rule::too_short).tokens, 1U);
  EXPECT_EQ(count(Rule::min_count).tokens, 1U);
  EXPECT_EQ(corpus.report.tokens_read, 13U);
  EXPECT_EQ(corpus.report.tokens, 2U);
  EXPECT_EQ(corpus.report.empty,
            (std::map<std::string, std::uint64_t>{{"every word was dropped: stop words, `min-count`", 1},
                                                  {"every word was dropped: numbers, stop words", 1},
                                                  {"every word was dropped: stop words, `min-length`", 1},
                                                  {"no text", 1},
                                                  {"no words", 1},
                                                  {"only numbers", 1}}));
  EXPECT_EQ(corpus.rows[2], R"({"id":"3","row":3,"empty":"only numbers"})");
}

TEST(ImportRules, WordsOfTooManyDocumentsGo) {
  ImportOptions options = plain_options(Format::lines);
  options.prune.max_document_share = 0.5;
  EXPECT_EQ(documents_of(import_lines(options, "a b\na c\n\na b c\n d")), (Words{"b", "c", "", "b c", "d"}));
}

TEST(ImportRules, TfidfPrefersWordsOfFewDocuments) {
  ImportOptions options = plain_options(Format::lines);
  options.prune.keep_types = 1;
  const std::string text = "a a b b b\na b\na c\na";  // a: 5 of 4 documents; b: 4 of 2; c: 1 of 1
  EXPECT_EQ(import_lines(options, text).vocabulary, Words{"a"});
  options.prune.keep_by = KeepBy::tfidf;
  EXPECT_EQ(import_lines(options, text).vocabulary, Words{"b"});
}

TEST(ImportRules, RepeatsAreLeftOutFromTheEndOfEachDocument) {
  ImportOptions options = plain_options(Format::lines);
  const std::string text = "a b a a c a a\nb a b\n\na";
  options.prune.repeats = Repeats::once;
  const ImportedCorpus once = import_lines(options, text);
  EXPECT_EQ(documents_of(once), (Words{"a b c", "b a", "", "a"}));
  EXPECT_EQ(once.report.repeats, 5U);
  EXPECT_EQ(once.report.tokens_read, 11U);
  EXPECT_EQ(once.import["options"]["repeats"], "once");
  options.prune.repeats = Repeats::log;  // of five, 1 + log 5 = 2.6; of two, 1.7
  EXPECT_EQ(documents_of(import_lines(options, text)), (Words{"a b a a c", "b a b", "", "a"}));
  options.prune.min_count = 6;
  EXPECT_EQ(documents_of(import_lines(options, text)), (Words{"a a a", "a", "", "a"}))
      << "the other rules go by all tokens";
}

TEST(ImportRules, AGivenVocabularyIsCutOnlyWhenAsked) {
  ImportOptions options = plain_options(Format::ldac);
  options.prune.min_count = 1;
  EXPECT_EQ(import_bytes(options, "1 2:1\n", "x\ny\nz\n").vocabulary, Words{"z"});
}

TEST(ImportRules, StemsAreCountedTogether) {
  ImportOptions options = plain_options(Format::lines);
  options.words.stem = "english";
  const ImportedCorpus corpus = import_lines(options, "model models\nmodelling cat");
  EXPECT_EQ(documents_of(corpus), (Words{"model model", "model cat"}));
}

/// The rules once more, in the plainest way.
Words prune_slowly(const std::vector<Words>& documents, const PruneOptions& options) {
  std::map<std::string, std::uint64_t> tokens;
  std::map<std::string, std::set<std::size_t>> in;
  std::size_t with_words = 0;
  for (std::size_t d = 0; d < documents.size(); ++d) {
    with_words += documents[d].empty() ? 0 : 1;
    for (const std::string& word : documents[d]) ++tokens[word], in[word].insert(d);
  }
  const auto kept = [&](const std::string& word) {
    return tokens[word] >= *options.min_count && in[word].size() >= *options.min_documents &&
           static_cast<double>(in[word].size()) <=
               *options.max_document_share * static_cast<double>(with_words);
  };
  Words result;
  for (const Words& document : documents) {
    std::string text;
    for (const std::string& word : document)
      if (kept(word)) text += (text.empty() ? "" : " ") + word;
    result.push_back(text);
  }
  return result;
}

RC_GTEST_PROP(ImportRules, PruningIsWhatItsDefinitionSays, ()) {
  const auto documents = *rc::gen::container<std::vector<Words>>(
      rc::gen::container<Words>(rc::gen::elementOf(Words{"a", "b", "c", "d", "e", "f"})));
  RC_PRE(!documents.empty());
  ImportOptions options = plain_options(Format::lines);
  options.prune.min_count = *rc::gen::inRange(0, 5);
  options.prune.min_documents = *rc::gen::inRange(0, 4);
  options.prune.max_document_share = *rc::gen::elementOf(std::vector<double>{0.25, 0.5, 1});
  std::string text;
  for (const Words& document : documents) {
    for (const std::string& word : document) text += word + " ";
    text += "\n";
  }
  RC_ASSERT(documents_of(import_lines(options, text)) == prune_slowly(documents, options.prune));
}

bool warns(const ImportedCorpus& corpus, std::string_view what) {
  return std::ranges::any_of(corpus.report.warnings, [what](const std::string& warning) {
    return warning.find(what) != std::string::npos;
  });
}

std::string repeat(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(ImportWarnings, NameTextThatIsNotEnglish) {
  ImportOptions options;
  options.format = Format::lines;
  const std::string german = repeat("der Hund und die Katze sitzen auf dem warmen Dach des Hauses\n", 200);
  EXPECT_TRUE(warns(import_lines(options, german), "not English"));
  const std::string english = repeat("the dog and the cat are sitting on the warm roof of our house\n", 200);
  EXPECT_FALSE(warns(import_lines(options, english), "not English"));
}

TEST(ImportWarnings, NameAGreedyRule) {
  ImportOptions options = plain_options(Format::lines);
  options.prune.min_count = 2;
  EXPECT_TRUE(warns(import_lines(options, "a b c d e f f"), "`min-count` dropped 71% of all words"));
  options.prune.min_count = 1;
  EXPECT_TRUE(import_lines(options, "a b c d e f f").report.warnings.empty());
}

TEST(ImportWarnings, NameEmptinessAndRepeatedIds) {
  EXPECT_TRUE(warns(import_lines(plain_options(Format::lines), "a\n\n\n"), "2 of 3 documents are empty"));
  EXPECT_TRUE(warns(import_lines(plain_options(Format::lines), "\n"), "no words are left"));
  EXPECT_TRUE(warns(import_lines(plain_options(Format::mallet), "x l a\nx l b\ny l c"),
                    "1 of 3 documents have the id of an earlier document"));
}

TEST(ImportTree, IsKeptWithItsRoots) {
  const TemporaryFolder folder;
  write_bytes(folder / "tree", "cat\tanimal\ndog\tanimal\n");
  ImportOptions options = plain_options(Format::mallet);
  options.tree = (folder / "tree").string();
  const ImportedCorpus corpus = import_lines(options, "1 cat a\n2 fish b\n");
  ASSERT_EQ(corpus.tree.size(), 3U);
  EXPECT_EQ(corpus.tree[2].label, "animal");
  EXPECT_EQ(corpus.tree[2].parent, "");
  EXPECT_TRUE(warns(corpus, "1 of 2 labels is not in the tree (the first: 'fish')"));
}

/// One line per label of the tree, with what is above it.
std::string tree_of(const ImportedCorpus& corpus) {
  std::string text;
  for (const TreeEdge& edge : corpus.tree) text += edge.label + "<" + edge.parent + " ";
  return text;
}

TEST(ImportTree, LabelsThatArePathsHaveATree) {
  ImportOptions options = plain_options(Format::csv);
  options.fields.labels = "labels";
  options.fields.label_separator = ";";
  options.label_paths = "::";
  const ImportedCorpus corpus = import_lines(options, "text,labels\na,x::y::z;w\nb,x\nc,x::y:q\n");
  EXPECT_EQ(tree_of(corpus), "w< x< x::y<x x::y::z<x::y x::y:q<x ");
  EXPECT_EQ(corpus.labels.size(), 4U) << "what stands above labels alone is of the tree, and no document's";
  std::string deep = "x";  // of 101 parts
  for (int i = 0; i < 100; ++i) deep += "::x";
  for (const std::string& bad : {std::string("::x"), std::string("x::"), std::string("x::::y"),
                                 std::string("::"), std::string("x :: y"), deep})
    EXPECT_THROW(import_lines(options, fmt::format("text,labels\na,{}\n", bad)), InputError) << bad;
  options.label_paths = " > ";
  EXPECT_EQ(tree_of(import_lines(options, "text,labels\na,x > y\n")), "x< x > y<x ");
  for (const char* bad : {"x > y > ", " > x", "x >  > y"})
    EXPECT_THROW(import_lines(options, fmt::format("text,labels\na,{}\n", bad)), InputError) << bad;
}

TEST(ImportTree, AncestorsAreDroppedWhereThatIsAsked) {
  ImportOptions options = plain_options(Format::csv);
  options.fields.labels = "labels";
  options.fields.label_separator = ";";
  options.label_paths = "/";
  const std::string text = "text,labels\na,x;x/y/z;v/w\nb,x;x\nc,x/y;x/yy;x\n";
  EXPECT_TRUE(import_lines(options, text).report.notes.empty());
  options.drop_ancestors = true;
  const ImportedCorpus corpus = import_lines(options, text);
  EXPECT_EQ(corpus.rows[0], R"({"id":"1","row":1,"labels":["v/w","x/y/z"]})");
  EXPECT_EQ(corpus.rows[1], R"({"id":"2","row":2,"labels":["x"]})");
  EXPECT_EQ(corpus.rows[2], R"({"id":"3","row":3,"labels":["x/y","x/yy"]})");
  EXPECT_EQ(corpus.report.notes, Words{"labels dropped because the document has a label below them: 2"});

  const TemporaryFolder folder;
  write_bytes(folder / "tree", "cat\tanimal\nanimal\tthing\n");
  options.label_paths.clear();
  options.tree = (folder / "tree").string();
  EXPECT_EQ(import_lines(options, "text,labels\na,cat;thing;other\n").rows[0],
            R"({"id":"1","row":1,"labels":["cat","other"]})");
}

/// Many batches' worth of text, from a fixed linear congruence.
std::string long_text() {
  std::string text;
  std::uint64_t state = 12345;
  for (int document = 0; document < 12000; ++document) {
    for (int i = 0; i < 40; ++i) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      text += "w" + std::to_string((state >> 40) % 5000) + (i % 13 == 0 ? "é " : " ");
    }
    text += '\n';
  }
  return text;
}

TEST(ImportThreads, AnyNumberGivesTheSameBytes) {
  const TemporaryFolder folder;
  write_bytes(folder / "in.txt", long_text());
  ImportOptions options = plain_options(Format::lines);
  options.files = {(folder / "in.txt").string()};
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    options.threads = threads;
    write_corpus(folder / std::to_string(threads), import_corpus(options));
  }
  for (const char* name :
       {"manifest.json", "vocabulary.txt", "tokens.npy", "offsets.npy", "documents.jsonl"}) {
    const std::string expected = read_bytes(folder / "1" / name);
    for (const char* threads : {"2", "3", "8"})
      EXPECT_EQ(read_bytes(folder / threads / name), expected) << name;
  }
}

TEST(ImportThreads, OfSeveralBadRecordsTheFirstIsReported) {
  std::string text = repeat("{\"text\": \"a b c\"}\n", 150000);
  text += "{\"text\": 1}\n" + repeat("{\"text\": \"a b c\"}\n", 80000) + "{\n\xFF\n";
  ImportOptions options = plain_options(Format::jsonl);
  for (const unsigned threads : {1U, 4U}) {
    options.threads = threads;
    EXPECT_EQ(refusal(options, text),
              "input:150001: the field 'text' is not a text; expected a text, an array of texts, or null");
  }
}

/// The names of files may have any bytes; a manifest holds them as JSON can.
TEST(ImportOptions, NamesOfFilesThatAreNotUtf8AreDescribed) {
  ImportOptions options = plain_options(Format::lines);
  options.files = {"caf\xe9.txt"};
  options.words.extra_stop_words = "\xff";
  const nlohmann::json described = describe(options);
  EXPECT_EQ(described.at("files").at(0), "caf\xef\xbf\xbd.txt");
  EXPECT_EQ(described.at("extra-stop-words"), "\xef\xbf\xbd");
  EXPECT_NO_THROW(static_cast<void>(described.dump()));
}

}  // namespace
}  // namespace themata
