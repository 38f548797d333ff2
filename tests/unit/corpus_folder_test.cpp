#include "themata/store/corpus_folder.hpp"

#include "import_support.hpp"
#include "themata/io/checksum.hpp"
#include "themata/io/npy.hpp"
#include "themata/store/corpus_writer.hpp"
#include "themata/store/manifest.hpp"

namespace themata {
namespace {

using namespace test;

/// A small corpus on disk.
class CorpusFolderTest : public ::testing::Test {
 protected:
  CorpusFolderTest() {
    ImportOptions options = plain_options(Format::mallet);
    write_corpus(path(), import_bytes(options, "x news a b a\ny sport\nz news c\n"));
  }
  std::filesystem::path path() const { return folder_ / "corpus"; }

  std::string refusal() const {
    const std::string message = message_of<InputError>([this] { read_documents(open_corpus(path())); });
    return message.substr(std::min(message.size(), path().string().size() + 1));
  }
  nlohmann::json manifest() const { return nlohmann::json::parse(read_bytes(path() / "manifest.json")); }
  void write_manifest(const nlohmann::json& json) const {
    write_bytes(path() / "manifest.json", with_own_checksum(json));
  }
  /// Changes a file and makes its checksum right again: what is then refused is refused for what it holds.
  void replace(const std::string& name, const std::string& bytes) const {
    write_bytes(path() / name, bytes);
    nlohmann::json json = manifest();
    json["checksums"][name] = checksum_of_file(path() / name);
    write_manifest(json);
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(CorpusFolderTest, ComesBackAsItWasWritten) {
  const CorpusFolder folder = open_corpus(path());
  EXPECT_EQ(folder.vocabulary, (Words{"a", "b", "c"}));
  EXPECT_EQ(folder.corpus.n_documents(), 3U);
  EXPECT_EQ(folder.corpus.n_types(), 3U);
  const auto first = folder.corpus.document(0);
  EXPECT_EQ(std::vector<std::uint32_t>(first.begin(), first.end()), (std::vector<std::uint32_t>{0, 1, 0}));
  EXPECT_EQ(folder.corpus.length(1), 0U);
  const std::vector<DocumentRow> rows = read_documents(folder);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[1].id, "y");
  EXPECT_EQ(rows[1].row, 2U);
  EXPECT_EQ(rows[1].labels, Words{"sport"});
  EXPECT_EQ(rows[1].empty, "no text");
  EXPECT_TRUE(rows[2].metadata.is_null());
  EXPECT_EQ(read_bytes(path() / "labels.txt"), "news\nsport\n");
}

TEST_F(CorpusFolderTest, IsWrittenWithTheSameBytesAgain) {
  write_corpus(path().string() + "2",
               import_bytes(plain_options(Format::mallet), "x news a b a\ny sport\nz news c\n"));
  EXPECT_EQ(open_corpus(path().string() + "2").hash(), open_corpus(path()).hash());
}

TEST_F(CorpusFolderTest, IsNeverOverwritten) {
  EXPECT_NE(message_of<UsageError>([this] { check_output_is_free(path()); }).find("exists already"),
            std::string::npos);
}

TEST_F(CorpusFolderTest, HasAManifestThatSaysWhatItSaidWhenItWasWritten) {
  const nlohmann::json written = manifest();
  nlohmann::json json = written;
  json["note"] = "of a person";
  write_bytes(path() / "manifest.json", json.dump());
  EXPECT_TRUE(refusal().starts_with("manifest.json: is damaged, or was edited: its checksum is "))
      << refusal();
  json.erase("checksum");
  write_bytes(path() / "manifest.json", json.dump());
  EXPECT_NO_THROW(open_corpus(path()));
  write_bytes(path() / "manifest.json", written.dump(7));
  EXPECT_NO_THROW(open_corpus(path())) << "the layout is not part of it";
}

TEST_F(CorpusFolderTest, LacksNoFile) {
  for (const char* name : {"documents.jsonl", "offsets.npy", "tokens.npy", "vocabulary.txt"}) {
    std::filesystem::remove(path() / name);
    EXPECT_EQ(refusal().find(std::string(name) + ": cannot be read"), 0U) << name;
  }
  std::filesystem::remove(path() / "manifest.json");
  EXPECT_NE(refusal().find("has no manifest.json"), std::string::npos);
}

TEST_F(CorpusFolderTest, AFlippedBitIsFound) {
  for (const char* name : {"documents.jsonl", "offsets.npy", "tokens.npy", "vocabulary.txt"}) {
    const std::string whole = read_bytes(path() / name);
    std::string damaged = whole;
    damaged.back() ^= 1;
    write_bytes(path() / name, damaged);
    EXPECT_EQ(refusal().find(std::string(name) + ": is damaged: its checksum is"), 0U) << name;
    write_bytes(path() / name, whole);
  }
}

std::string npy(const std::vector<std::uint64_t>& values) {
  return npy_header("<u8", {values.size()}) +
         std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(std::uint64_t));
}

TEST_F(CorpusFolderTest, OffsetsAscendFromZeroToTheEnd) {
  replace("offsets.npy", npy({0, 4, 3, 4}));
  EXPECT_EQ(refusal(), "offsets.npy: descends after document 1; expected ascending offsets");
  replace("offsets.npy", npy({0, 3, 3, 5}));
  EXPECT_EQ(refusal(), "offsets.npy: runs from 0 to 5; expected 0 to 4");
  replace("offsets.npy", npy({0, 4}));
  EXPECT_EQ(refusal(), "offsets.npy: has 2 elements; the manifest says 4");
}

TEST_F(CorpusFolderTest, TypesAreBelowTheVocabularysSize) {
  const std::vector<std::uint32_t> tokens{0, 1, 3, 2};
  replace("tokens.npy",
          npy_header("<u4", {4}) + std::string(reinterpret_cast<const char*>(tokens.data()), 16));
  EXPECT_EQ(refusal(), "tokens.npy: has word type 3; the vocabulary has 3 types");
  replace("vocabulary.txt", "a\nb\n");
  EXPECT_EQ(refusal(), "vocabulary.txt: has 2 words; the manifest says 3");
}

TEST_F(CorpusFolderTest, RowsAreWhole) {
  replace("documents.jsonl", "{\"id\":\"x\",\"row\":1}\n{\"row\":2}\n");
  EXPECT_EQ(refusal(), "documents.jsonl:2: lacks a text 'id'; expected a row of a corpus folder");
  replace("documents.jsonl", "{\"id\":\"x\",\"row\":1}\n");
  EXPECT_EQ(refusal(), "documents.jsonl: has 1 rows; the corpus has 3 documents");
  replace("documents.jsonl", "nothing\n");
  EXPECT_EQ(refusal(), "documents.jsonl:1: lacks an object; expected a row of a corpus folder");
}

TEST_F(CorpusFolderTest, TheManifestIsOfAKnownKind) {
  nlohmann::json json = manifest();
  json["version"] = 2;
  write_manifest(json);
  EXPECT_EQ(refusal(), "manifest.json: has version 2; this program reads versions up to 1");
  json["version"] = 1;
  json["documents"] = -1;
  write_manifest(json);
  EXPECT_EQ(refusal(), "manifest.json: lacks the number 'documents'");
  json["documents"] = ~std::uint64_t{0};
  write_manifest(json);
  EXPECT_EQ(refusal(), "manifest.json: has more documents or types than this program can number");
  json["format"] = "themata-fit";
  write_manifest(json);
  EXPECT_EQ(refusal(), " is a fit folder; expected a corpus folder");
  write_bytes(path() / "manifest.json", R"({"format":)" + std::string(1'000'000, '['));
  EXPECT_EQ(refusal(), "manifest.json: has more lists within lists than a manifest has");
  write_bytes(path() / "manifest.json", "{}");
  EXPECT_EQ(refusal(), "manifest.json: has \"format\": null; expected \"themata-corpus\" or \"themata-fit\"");
}

/// Metadata may have lists within lists, as many as an import takes, but not so many that a copy runs out of
/// stack.
TEST_F(CorpusFolderTest, RowsMayNotBeTooDeep) {
  const auto row = [](std::size_t depth) {
    return R"({"id":"x","row":1,"metadata":{"m":)" + std::string(depth, '[') + std::string(depth, ']') +
           "}}\n";
  };
  const std::string others = "{\"id\":\"y\",\"row\":2}\n{\"id\":\"z\",\"row\":3}\n";
  replace("documents.jsonl", row(1000) + others);
  EXPECT_EQ(read_documents(open_corpus(path())).size(), 3U);
  replace("documents.jsonl", row(1'000'000) + others);
  EXPECT_EQ(refusal(), "documents.jsonl:1: lacks an object; expected a row of a corpus folder");
}

}  // namespace
}  // namespace themata
