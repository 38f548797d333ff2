// Collections of the library: from what is in memory, with the bits that imports have.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>

#include "support.hpp"
#include "support/api.hpp"
#include "themata/corpus/import.hpp"
#include "themata/store/corpus_writer.hpp"

namespace themata {
namespace {

using detail::Access;
using test::few_texts;
using test::many_texts;
using test::small_options;
using test::state_of;
using test::TemporaryFolder;

TEST(Collections, OfTextsAreWhatTheImportOfTheSameLinesIs) {
  const TemporaryFolder folder;
  std::ofstream lines(folder / "texts.txt");
  std::vector<TextDocument> texts = few_texts;
  texts.back().text = "rain on sails, soil on anchors roses";
  for (const TextDocument& document : texts) lines << document.text << "\n";
  lines.close();
  ImportOptions options;
  options.format = Format::lines;
  options.files = {folder / "texts.txt"};
  write_corpus(folder / "corpus", import_corpus(options));
  const Collection imported = Collection::open(folder / "corpus"), made = Collection::from_texts(texts);
  EXPECT_EQ(Access::corpus(made).hash(), Access::corpus(imported).hash());
  EXPECT_EQ(made.vocabulary(), imported.vocabulary());
  EXPECT_EQ(made.n_documents(), 4U);
  EXPECT_EQ(made.ids().at(0), "garden");
  EXPECT_EQ(made.ids().at(1), "2");
  made.save(folder / "saved");
  EXPECT_EQ(Access::corpus(Collection::open(folder / "saved")).hash(), Access::corpus(made).hash());
}

TEST(Collections, KeepTheirTextsIfAskedAndSplitLongOnes) {
  const std::vector<TextDocument> texts{{.text = "Roses and rain, rain", .id = "a"}, {.text = "soil"}};
  const Collection made = Collection::from_texts(texts, {.split_words = 2, .keep_text = true});
  EXPECT_EQ(made.ids(), (std::vector<std::string>{"a#1", "a#2", "2"}));
  EXPECT_EQ(made.texts(), (std::vector<std::string>{"Roses and ", "rain, rain", "soil"}));
  EXPECT_EQ(made.documents().at(1).part, 2U);
  EXPECT_EQ(made.documents().at(2).part, 0U);
  EXPECT_TRUE(Collection::from_texts(texts).texts().empty());
  EXPECT_THROW(Collection::from_texts(texts, {.split_words = 0}), UsageError);
}

TEST(Collections, OfCorpusFoldersAreJoined) {
  const TemporaryFolder folder;
  const std::vector<TextDocument> some{few_texts.begin(), few_texts.begin() + 2},
      others{few_texts.begin() + 2, few_texts.end()};
  Collection::from_texts(some).save(folder / "a");
  Collection::from_texts(others).save(folder / "b");
  const Collection whole = Collection::from_texts(few_texts),
                   joined = Collection::from_files({.files = {folder / "a", folder / "b"}});
  EXPECT_EQ(Access::corpus(joined).hash(), Access::corpus(whole).hash());
  EXPECT_EQ(joined.ids(), whole.ids());
  EXPECT_THROW(Collection::from_files({.files = {folder / "a", folder / "b"}}, {.stem = "english"}),
               UsageError);
}

TEST(Collections, OfFilesTakeMetadataFromATable) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "in");
  std::ofstream(folder / "in/a.txt") << "roses and soil\n";
  std::ofstream(folder / "in/b.txt") << "rain\n";
  std::ofstream(folder / "m.csv") << "file|year\na|1900\n";
  FileOptions files{
      .files = {folder / "in"}, .separator = "|", .metadata_file = folder / "m.csv", .key = "file"};
  EXPECT_THROW(Collection::from_files(files), InputError);
  files.keep_documents_without_row = true;
  files.labels_from_folders = true;
  const Collection made = Collection::from_files(files);
  EXPECT_EQ(made.documents().at(0).metadata, R"({"file":"a","year":"1900"})");
  EXPECT_EQ(made.labels().at(1), std::vector<std::string>{"in"});
  files.separator = "||";
  EXPECT_THROW(Collection::from_files(files), UsageError);
}

TEST(Collections, OfFilesAreWhatTheImportOfTheFilesIs) {
  const TemporaryFolder folder;
  std::ofstream(folder / "texts.txt") << "roses and soil\nrain on sails\n";
  ImportOptions options;
  options.format = Format::lines;
  options.files = {folder / "texts.txt"};
  write_corpus(folder / "corpus", import_corpus(options));
  const FileOptions files{.files = {folder / "texts.txt"}};
  const Collection made = Collection::from_files(files);
  EXPECT_EQ(made.manifest(), Collection::open(folder / "corpus").manifest());
  const auto refused = [&](FileOptions asked) { EXPECT_THROW(Collection::from_files(asked), UsageError); };
  refused({});
  refused({.files = {folder / "texts.strange"}});
  refused({.files = files.files, .vocabulary = "words.txt"});
  refused({.files = files.files, .index_base = 1});
  refused({.files = files.files, .rows = MatrixRows::words});
  EXPECT_THROW(Collection::from_files({.files = {folder / "none.txt"}}), InputError);
}

TEST(Collections, OfArraysKeepTheOrderOfTheText) {
  const std::vector<std::uint64_t> offsets{0, 3, 3, 4};
  const std::vector<std::uint32_t> tokens{2, 0, 2, 1};
  const std::vector<std::string> vocabulary{"ape", "bee", "cow"};
  const Collection made = Collection::from_arrays(offsets, tokens, vocabulary);
  EXPECT_TRUE(std::ranges::equal(made.tokens(), tokens));
  EXPECT_TRUE(std::ranges::equal(made.offsets(), offsets));
  EXPECT_NE(made.manifest().find("\"format\": \"tokens\""), std::string::npos);
  const std::vector<std::uint64_t> late{1, 4}, back{0, 4, 3}, far{0, 5};
  EXPECT_THROW(Collection::from_arrays(late, tokens, vocabulary), UsageError);
  EXPECT_THROW(Collection::from_arrays(back, tokens, vocabulary), UsageError);
  EXPECT_THROW(Collection::from_arrays(far, tokens, vocabulary), UsageError);
  EXPECT_THROW(Collection::from_arrays(offsets, tokens, {"ape", "bee"}), UsageError);
}

TEST(Collections, OfTokensKeepWordsAsTheyAre) {
  const std::vector<TokenDocument> documents = {{.words = {"The", "the", "New York", "the"}}, {.words = {}}};
  const Collection made = Collection::from_tokens(documents);
  EXPECT_EQ(made.vocabulary(), (std::vector<std::string>{"the", "New York", "The"}));
  EXPECT_EQ(made.n_documents(), 2U);
  EXPECT_EQ(made.n_tokens(), 4U);
}

TEST(Collections, OfCountsAreInTheVocabularysOrder) {
  const std::vector<std::uint64_t> begins{0, 2, 2, 3};
  const std::vector<std::uint32_t> types{0, 2, 1}, counts{2, 1, 3};
  const std::vector<std::string> vocabulary{"zebra", "ape", "bee"};
  const Collection made = Collection::from_counts({begins, types, counts}, vocabulary);
  EXPECT_EQ(made.vocabulary(), vocabulary);
  const auto first = Access::corpus(made).corpus.document(0);
  EXPECT_EQ((std::vector<std::uint32_t>{first.begin(), first.end()}), (std::vector<std::uint32_t>{0, 0, 2}));
  EXPECT_EQ(Access::corpus(made).corpus.length(2), 3U);
  const std::vector<std::uint32_t> beyond{0, 3, 1};
  EXPECT_THROW(Collection::from_counts({begins, beyond, counts}, vocabulary), UsageError);
  EXPECT_THROW(Collection::from_counts({begins, types, std::span(counts).first(2)}, vocabulary), UsageError);
  EXPECT_THROW(Collection::from_counts({{}, types, counts}, vocabulary), UsageError);
}

TEST(Collections, OfTextsTakeTheOptionsOfAnImport) {
  const std::vector<TextDocument> texts = {
      {.text = "ab1 ab1 Cd2 soup"}, {.text = "ab1 Cd2 soup"}, {.text = "cd2 soup"}};
  const auto words = [&](const TextOptions& options) {
    return Collection::from_texts(texts, options).vocabulary();
  };
  using Words = std::vector<std::string>;
  EXPECT_EQ(words({}), (Words{"ab1", "cd2", "soup"}));
  EXPECT_EQ(words({.extra_stop_words = {"Soup"}}), (Words{"ab1", "cd2"}));
  EXPECT_EQ(words({.token_regex = "[a-z]+"}), (Words{"ab", "soup", "cd"}));
  EXPECT_EQ(words({.pretokenized = true}), (Words{"ab1", "soup", "Cd2", "cd2"}));
  EXPECT_EQ(words({.preserve_case = true}), (Words{"ab1", "soup", "Cd2", "cd2"}));
  EXPECT_EQ(words({.min_length = 4}), (Words{"soup"}));
  EXPECT_EQ(words({.preserve_case = true, .prune = {.min_count = 2}}), (Words{"ab1", "soup", "Cd2"}));
  EXPECT_EQ(words({.prune = {.min_documents = 3}}), (Words{"cd2", "soup"}));
  EXPECT_EQ(words({.prune = {.keep_types = 1}}), (Words{"ab1"}));
  EXPECT_THROW(words({.token_regex = "x", .pretokenized = true}), UsageError);
  EXPECT_THROW(words({.token_regex = "("}), UsageError);
  const std::vector<TextDocument> function_words = {{.text = "the soup"}};
  EXPECT_EQ(Collection::from_texts(function_words).n_types(), 1U);
  EXPECT_EQ(Collection::from_texts(function_words, {.pretokenized = true}).n_types(), 2U);
}

/// What hpc calls its topics, ascending.
std::vector<std::string> labels_fitted(const Collection& collection) {
  std::vector<std::string> names;
  for (const TopicSummary& topic : fit(collection, small_options("hpc")).topics(1))
    names.push_back(topic.name);
  std::sort(names.begin(), names.end());
  return names;
}

TEST(Collections, HaveATreeOfLabels) {
  std::vector<TextDocument> texts = many_texts();
  using Names = std::vector<std::string>;
  EXPECT_EQ(labels_fitted(Collection::from_texts(texts)), (Names{"land", "sea"}));
  const std::vector<TreeEdge> tree = {{"land", "earth"}, {"sea", "earth"}};
  const Collection with_tree = Collection::from_texts(texts, {.labels = {.tree = tree}});
  EXPECT_EQ(labels_fitted(with_tree), (Names{"earth", "land", "sea"}));
  EXPECT_EQ(labels_fitted(with_tree.subset(std::vector<std::size_t>{0, 1, 2, 3})),
            (Names{"earth", "land", "sea"}));
  for (TextDocument& text : texts) text.labels = {"earth/" + text.labels.front(), "earth"};
  const Collection with_paths =
      Collection::from_texts(texts, {.labels = {.paths = "/", .drop_ancestors = true}});
  EXPECT_EQ(labels_fitted(with_paths), (Names{"earth", "earth/land", "earth/sea"}));
  EXPECT_EQ(with_paths.labels().front(), (Names{"earth/land"}));
  const auto with = [&](const LabelStructure& labels) {
    return Collection::from_texts(texts, {.labels = labels});
  };
  EXPECT_THROW(with({.tree = {{"a", "b"}, {"b", "a"}}}), InputError);
  EXPECT_THROW(with({.tree = {{"a", ""}, {"a", "b"}}}), InputError);
  EXPECT_THROW(with({.tree = {{"a\tb", ""}}}), InputError);
  EXPECT_THROW(with({.paths = "/", .tree = tree}), UsageError);
  EXPECT_THROW(with({.drop_ancestors = true}), UsageError);
}

TEST(Collections, OfTokensAndCountsHaveNamesLabelsAndRules) {
  const std::vector<TokenDocument> lists = {{.words = {"a", "a", "b"}, .id = "x", .labels = {"p/q", "p"}},
                                            {.words = {"b"}}};
  const BagOptions options{.prune = {.min_documents = 2}, .labels = {.paths = "/", .drop_ancestors = true}};
  const Collection of_lists = Collection::from_tokens(lists, options);
  EXPECT_EQ(of_lists.vocabulary(), std::vector<std::string>{"b"});
  EXPECT_EQ(of_lists.labels(), (std::vector<std::vector<std::string>>{{"p/q"}, {}}));
  const std::vector<std::uint64_t> begins{0, 2, 3};
  const std::vector<std::uint32_t> types{0, 1, 1}, counts{2, 1, 1};
  const DocumentNames names{.ids = {"x", ""}, .labels = {{"p/q", "p"}, {}}};
  const Collection of_counts = Collection::from_counts({begins, types, counts}, {"a", "b"}, names, options);
  EXPECT_EQ(of_counts.vocabulary(), std::vector<std::string>{"b"});
  EXPECT_EQ(of_counts.labels(), of_lists.labels());
  EXPECT_EQ(of_counts.ids(), (std::vector<std::string>{"x", "2"}));
  EXPECT_THROW(Collection::from_counts({begins, types, counts}, {"a", "b"}, {.ids = {"x"}}), UsageError);
}

TEST(Collections, HaveParts) {
  const Collection whole = Collection::from_texts(few_texts);
  const Collection part = whole.subset(std::vector<std::size_t>{3, 0});
  EXPECT_EQ(part.vocabulary(), whole.vocabulary());
  EXPECT_EQ(part.ids(), (std::vector<std::string>{"4", "garden"}));
  EXPECT_THROW(whole.subset(std::vector<std::size_t>{4}), UsageError);
}

TEST(Collections, ThatCannotBeAreRefused) {
  EXPECT_THROW(Collection::from_texts({}), InputError);
  const std::vector<TextDocument> bad = {{.text = "fine"}, {.text = "caf\xE9"}};
  try {
    Collection::from_texts(bad);
    FAIL() << "a text that is no UTF-8 was accepted";
  } catch (const InputError& error) {
    EXPECT_EQ(error.line(), 2U);
    EXPECT_NE(error.problem().find("is not UTF-8"), std::string::npos);
  }
  const std::vector<TokenDocument> broken = {{.words = {"a\nb"}}};
  EXPECT_THROW(Collection::from_tokens(broken), InputError);
  EXPECT_THROW(Collection::from_texts(few_texts, {.stem = "klingon"}), UsageError);
  EXPECT_THROW(Collection::from_texts(few_texts, {.prune = {.max_document_share = 2}}), UsageError);
  EXPECT_THROW(Collection::open("/nowhere"), InputError);
}

}  // namespace
}  // namespace themata
