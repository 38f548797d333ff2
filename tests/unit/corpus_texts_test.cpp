#include "themata/store/corpus_texts.hpp"

#include "import_support.hpp"
#include "support.hpp"
#include "themata/io/checksum.hpp"
#include "themata/io/npy.hpp"
#include "themata/store/corpus_subset.hpp"
#include "themata/store/corpus_writer.hpp"
#include "themata/store/manifest.hpp"

namespace themata {
namespace {

using namespace test;

/// Three documents whose texts are kept; the second has no word.
class CorpusTextsTest : public ::testing::Test {
 protected:
  CorpusTextsTest() { import("Die „Straße“ ½\n\n_Die_ ﬁnale \"Die\"\n", {}); }

  void import(std::string_view lines, const PruneOptions& prune,
              std::optional<std::uint32_t> split_words = std::nullopt) {
    std::filesystem::remove_all(path());
    ImportOptions options = plain_options(Format::lines);
    options.keep_text = KeepText::yes;
    options.prune = prune;
    options.split_words = split_words;
    write_corpus(path(), import_bytes(options, lines));
  }
  std::filesystem::path path() const { return folder_ / "corpus"; }
  CorpusTexts texts() const { return CorpusTexts::open(open_corpus(path())).value(); }
  /// The passages of a document's tokens.
  Words passages(std::size_t d) const {
    const DocumentText document = texts().document(d);
    Words found;
    for (const TextSpan& span : document.spans)
      found.push_back(document.text.substr(span.begin, span.end - span.begin));
    return found;
  }
  /// The message that refuses the first document; "" if none does.
  std::string refusal() const {
    try {
      texts().document(0);
    } catch (const InputError& error) {
      return std::string(error.what()).substr(path().string().size() + 1);
    }
    return "";
  }
  void replace(const std::string& name, const std::string& bytes) const {
    write_bytes(path() / name, bytes);
    nlohmann::json json = nlohmann::json::parse(read_bytes(path() / "manifest.json"));
    json["checksums"][name] = checksum_of_file(path() / name);
    write_bytes(path() / "manifest.json", with_own_checksum(json));
  }
  template <class T>
  void replace(const std::string& name, const std::vector<T>& values, const Shape& shape) const {
    replace(name, npy_header(npy_type<T>(), shape) +
                      std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)));
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(CorpusTextsTest, EveryTokenHasThePassageThatItIsFrom) {
  EXPECT_EQ(passages(0), (Words{"Die", "Straße"}));  // words without a letter have no token
  EXPECT_EQ(passages(1), Words{});
  EXPECT_EQ(passages(2), (Words{"Die", "ﬁnale", "Die"}));
  EXPECT_EQ(texts().text(0), "Die „Straße“ ½");
  EXPECT_EQ(texts().text(1), "");
  EXPECT_EQ(texts().line(2), R"({"text":"_Die_ ﬁnale \"Die\""})");
}

TEST_F(CorpusTextsTest, AWordThatIsDroppedTakesItsPassageAlong) {
  import("b a c a\nc a\n", {.min_documents = 2});
  EXPECT_EQ(passages(0), (Words{"a", "c", "a"}));
  EXPECT_EQ(texts().document(0).spans.front(), (TextSpan{2, 3}));
  import("b a c a\nc a a c\n", {.repeats = Repeats::once});
  EXPECT_EQ(passages(0), (Words{"b", "a", "c"}));
  EXPECT_EQ(texts().document(1).spans, (std::vector<TextSpan>{{0, 1}, {2, 3}}));
}

TEST_F(CorpusTextsTest, PartsOfADocumentHaveTheirPartOfTheText) {
  import(" one 2 „drei“, vier five  six.\nseven\n", {}, 2);
  EXPECT_EQ(texts().text(0), " one 2 „");
  EXPECT_EQ(texts().text(1), "drei“, vier ");
  EXPECT_EQ(texts().text(2), "five  six.");
  EXPECT_EQ(texts().text(3), "seven");
  EXPECT_EQ(passages(0), Words{"one"});  // numbers are words of a part, and then dropped
  EXPECT_EQ(passages(1), (Words{"drei", "vier"}));
  EXPECT_EQ(passages(2), (Words{"five", "six"}));
  import("a \uFDFA b\n", {}, 2);  // one character stands for four words
  EXPECT_EQ(texts().text(0), "a \uFDFA");
  EXPECT_EQ(texts().text(1), "\uFDFA");
  EXPECT_EQ(passages(1), (Words{"\uFDFA", "\uFDFA"}));
  EXPECT_EQ(passages(2), (Words{"\uFDFA", "b"}));
}

TEST_F(CorpusTextsTest, ASubsetTakesItsTextsAlong) {
  const std::vector<std::size_t> documents{2, 0};
  write_subset(open_corpus(path()), documents, path().string() + "2");
  std::filesystem::remove_all(path());
  std::filesystem::rename(path().string() + "2", path());
  EXPECT_EQ(passages(0), (Words{"Die", "ﬁnale", "Die"}));
  EXPECT_EQ(passages(1), (Words{"Die", "Straße"}));
}

TEST_F(CorpusTextsTest, ACorpusWithoutTextsHasNone) {
  const std::string other = path().string() + "2";
  write_corpus(other, import_bytes(plain_options(Format::lines), "a b\n"));
  EXPECT_FALSE(CorpusTexts::open(open_corpus(other)).has_value());
  EXPECT_FALSE(std::filesystem::exists(other + "/texts.jsonl"));
}

/// A folder that the program wrote before there were texts and parts.
TEST(CorpusFolders, OfTheFirstVersionOpenAndCanBeDivided) {
  const std::filesystem::path path = test::folder_of_tests() / "unit/corpus-folder/first-version";
  const CorpusFolder folder = open_corpus(path);
  EXPECT_FALSE(CorpusTexts::open(folder).has_value());
  EXPECT_EQ(folder.vocabulary, (Words{"a", "b", "c"}));
  EXPECT_EQ(read_documents(folder).at(2).part, 0U);
  const TemporaryFolder other;
  const std::vector<std::size_t> documents{2};
  write_subset(folder, documents, other / "subset");
  EXPECT_EQ(open_corpus(other / "subset").corpus.n_tokens(), 1U);
}

TEST_F(CorpusTextsTest, AFlippedBitAndAMissingFileAreFound) {
  for (const char* name : {"texts.jsonl", "text-offsets.npy", "token-spans.npy"}) {
    const std::string whole = read_bytes(path() / name);
    std::string damaged = whole;
    damaged.back() ^= 1;
    write_bytes(path() / name, damaged);
    EXPECT_EQ(refusal().find(std::string(name) + ": is damaged: its checksum is"), 0U) << refusal();
    std::filesystem::remove(path() / name);
    EXPECT_EQ(refusal().find(std::string(name) + ": cannot be read"), 0U) << refusal();
    write_bytes(path() / name, whole);
  }
}

TEST_F(CorpusTextsTest, OffsetsAreThoseOfTheLines) {
  const std::uint64_t end = read_bytes(path() / "texts.jsonl").size();
  using Offsets = std::vector<std::uint64_t>;
  replace("text-offsets.npy", Offsets{0, 5, 9, end}, {4});
  EXPECT_EQ(refusal().find("text-offsets.npy: no line of texts.jsonl runs from 0 to 5"), 0U) << refusal();
  replace("text-offsets.npy", Offsets{0, end, end, end}, {4});
  EXPECT_NE(refusal().find("no line of texts.jsonl runs from"), std::string::npos) << refusal();
  replace("text-offsets.npy", Offsets{0, ~std::uint64_t{0}, 9, end}, {4});
  EXPECT_NE(refusal().find("no line of texts.jsonl runs from"), std::string::npos) << refusal();
  replace("text-offsets.npy", Offsets{0, 5, 9, end + 1}, {4});
  EXPECT_NE(refusal().find("text-offsets.npy: runs from 0 to"), std::string::npos) << refusal();
  replace("text-offsets.npy", Offsets{0, end}, {2});
  EXPECT_EQ(refusal(), "text-offsets.npy: has 2 elements; the manifest says 4");
}

TEST_F(CorpusTextsTest, PassagesAreWholeCharactersOfTheText) {
  using Spans = std::vector<std::uint32_t>;
  const auto refused = [this](const Spans& spans) {
    replace("token-spans.npy", spans, {5, 2});
    return refusal().starts_with("token-spans.npy: token ");
  };
  EXPECT_FALSE(refused({0, 3, 7, 14, 1, 4, 6, 13, 15, 18}));
  EXPECT_TRUE(refused({0, 3, 7, 12, 1, 4, 6, 13, 15, 18}));   // ends within ß
  EXPECT_TRUE(refused({0, 3, 5, 14, 1, 4, 6, 13, 15, 18}));   // begins within „
  EXPECT_TRUE(refused({0, 3, 7, 140, 1, 4, 6, 13, 15, 18}));  // beyond the text
  EXPECT_TRUE(refused({0, 3, 3, 3, 1, 4, 6, 13, 15, 18}));    // empty
  EXPECT_TRUE(refused({7, 14, 0, 3, 1, 4, 6, 13, 15, 18}));   // descends
  replace("token-spans.npy", Spans{0, 3, 7, 14, 1, 4, 6, 13, 15, 18}, {10});
  EXPECT_EQ(refusal(), "token-spans.npy: has the shape 10; the manifest says 5 x 2");
}

TEST_F(CorpusTextsTest, LinesAreObjectsWithAText) {
  const std::vector<std::pair<std::string, bool>> cases{{R"({"text":"Die „Straße“ ½"})", true},
                                                        {R"({"text":1})", false},
                                                        {R"(["text"])", false},
                                                        {R"({"body":"x"})", false},
                                                        {"{\"text\":\"\xff\"}", false},
                                                        {"", false}};
  for (const auto& [line, sound] : cases) {
    replace("texts.jsonl", line + "\n{\"text\":\"\"}\n{\"text\":\"\"}\n");
    replace("text-offsets.npy",
            std::vector<std::uint64_t>{0, line.size() + 1, line.size() + 13, line.size() + 25}, {4});
    EXPECT_EQ(refusal().empty(), sound) << line;
    if (!sound) {
      EXPECT_EQ(refusal().find("texts.jsonl:1: has another form"), 0U) << refusal();
    }
  }
}

}  // namespace
}  // namespace themata
