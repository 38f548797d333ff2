#include <nlohmann/json.hpp>

#include "import_support.hpp"
#include "themata/store/corpus_folder.hpp"
#include "themata/store/corpus_writer.hpp"

// Tables of metadata, joined to documents of any format of text.

namespace themata {
namespace {

using namespace test;

class MetadataTableTest : public ::testing::Test {
 protected:
  /// A file, and the folders above it.
  void write(const std::string& name, std::string_view bytes) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    write_bytes(folder_ / name, bytes);
  }
  std::string at(const std::string& name) const { return (folder_ / name).string(); }
  ImportOptions options(Format format, const std::string& input, const std::string& table,
                        const std::string& key) const {
    ImportOptions made = plain_options(format);
    made.files = {at(input)};
    made.metadata.path = at(table);
    made.metadata.key = key;
    return made;
  }
  /// The rows of documents.jsonl.
  static Words rows(const ImportOptions& options) { return import_corpus(options).rows; }
  /// The message that refuses an import, without the folder.
  std::string refusal(const ImportOptions& options) const {
    std::string message = message_of<Error>([&] { import_corpus(options); });
    const std::string folder = at("");
    for (std::size_t found = message.find(folder); found != std::string::npos; found = message.find(folder))
      message.erase(found, folder.size());
    return message;
  }

  TemporaryFolder folder_;
};

TEST_F(MetadataTableTest, JoinsFilesOfAFolderByPathWithOrWithoutFolderAndExtension) {
  write("texts/a.txt", "one");
  write("texts/sub/b.txt", "two");
  write("texts/c.v2.txt", "three");
  write("texts/d.txt.gz", "four");  // the first bytes decide, not the name
  write("meta.csv", "filename,year\na.txt,1900\nsub/b,1901\ntexts/c.v2.txt,1902\nd,1903\n");
  const Words found = rows(options(Format::folder, "texts", "meta.csv", "filename"));
  EXPECT_EQ(found[0], R"({"id":"a.txt","row":1,"metadata":{"filename":"a.txt","year":"1900"}})");
  EXPECT_EQ(found[1], R"({"id":"c.v2.txt","row":2,"metadata":{"filename":"texts/c.v2.txt","year":"1902"}})");
  EXPECT_EQ(found[2], R"({"id":"d.txt.gz","row":3,"metadata":{"filename":"d","year":"1903"}})");
  EXPECT_EQ(found[3], R"({"id":"sub/b.txt","row":4,"metadata":{"filename":"sub/b","year":"1901"}})");
  write("meta.csv", "filename,year\na,1\nb.txt,2\nc.v2,3\nd.txt,4\n");
  EXPECT_NE(rows(options(Format::folder, "texts", "meta.csv", "filename"))[3].find(R"("year":"2")"),
            std::string::npos);
}

TEST_F(MetadataTableTest, RefusesAmbiguousKeysOfFiles) {
  write("texts/x/a.txt", "one");
  write("texts/y/a.txt", "two");
  write("meta.csv", "f,year\na,1900\n");
  const ImportOptions asked = options(Format::folder, "texts", "meta.csv", "f");
  EXPECT_EQ(refusal(asked), "meta.csv:2: 'a' names x/a.txt and y/a.txt; expected more of the path");
  write("meta.csv", "f,year\nx/a,1900\n\"x/a.txt\",1901\ny/a,3\n");
  EXPECT_EQ(refusal(asked).substr(0, 60), "meta.csv:3: 'x/a.txt' and 'x/a' (line 2) both name texts/x/a");
}

TEST_F(MetadataTableTest, TheIdDecidesBeforeTheEndOfAPath) {
  write("texts/a.txt", "one");
  write("texts/y/a.txt", "two");
  write("meta.csv", "f,year\na.txt,1900\ny/a.txt,1901\n");
  const Words found = rows(options(Format::folder, "texts", "meta.csv", "f"));
  EXPECT_NE(found[0].find("1900"), std::string::npos);
  EXPECT_NE(found[1].find("1901"), std::string::npos);
}

TEST_F(MetadataTableTest, JoinsLinesByTheirNumberAndOtherRowsByTheirId) {
  write("lines", "one\ntwo\n");
  write("meta.tsv", "n\tlabel\tname\n2\tb\tsecond\n1\ta\t\n");
  ImportOptions asked = options(Format::lines, "lines", "meta.tsv", "n");
  asked.fields.labels = "label";
  asked.fields.id = "name";
  asked.fields.metadata = {"name"};
  EXPECT_EQ(rows(asked), (Words{R"({"id":"1","row":1,"labels":["a"],"metadata":{"name":""}})",
                                R"({"id":"second","row":2,"labels":["b"],"metadata":{"name":"second"}})"}));
  write("rows.jsonl", R"({"id":7,"text":"x","own":[1],"label":"mine"})");
  write("meta.jsonl", R"({"doc":7,"z":null,"a":{"b":1}})");
  asked = options(Format::jsonl, "rows.jsonl", "meta.jsonl", "doc");
  EXPECT_EQ(rows(asked), (Words{R"({"id":"7","row":1,"metadata":{"doc":7,"z":null,"a":{"b":1}}})"}));
  asked.fields.metadata = {"a", "own"};
  asked.fields.labels = "label";  // the table has no such column: the documents' own
  EXPECT_EQ(rows(asked),
            (Words{R"({"id":"7","row":1,"labels":["mine"],"metadata":{"own":[1],"a":{"b":1}}})"}));
}

TEST_F(MetadataTableTest, LabelsOfTheTableReplaceThoseOfTheLine) {
  write("m.mallet", "x own words here\n");
  write("meta.csv", "id,topics\nx,p;q\n");
  ImportOptions asked = options(Format::mallet, "m.mallet", "meta.csv", "");
  asked.fields.labels = "topics";
  asked.fields.label_separator = ";";
  EXPECT_NE(rows(asked)[0].find(R"("labels":["p","q"])"), std::string::npos);
}

TEST_F(MetadataTableTest, DocumentsWithoutARowAreNamedAndRowsWithoutADocumentCounted) {
  write("lines", "one\ntwo\nthree\nfour\nfive\n");
  write("meta.csv", "id,year\n2,1900\nx,1901\ny,1902\n,\n");  // a spreadsheet's empty last row
  ImportOptions asked = options(Format::lines, "lines", "meta.csv", "");
  EXPECT_EQ(refusal(asked),
            "meta.csv: has no row for 4 of 5 documents, which its column 'id' names: '1', '3', '4', ...; "
            "expected a "
            "row for each, or `metadata-missing` keep");
  asked.metadata.missing = MissingRows::kept;
  const ImportedCorpus corpus = import_corpus(asked);
  EXPECT_EQ(corpus.rows[0], R"({"id":"1","row":1})");
  ASSERT_EQ(corpus.report.notes.size(), 2U);
  EXPECT_NE(corpus.report.notes[0].find("4 of 5 documents have no row in"), std::string::npos);
  EXPECT_NE(corpus.report.notes[1].find("2 of 3 rows of"), std::string::npos);
  EXPECT_NE(corpus.report.notes[1].find("to no document (the first: 'x', line 3)"), std::string::npos);
}

TEST_F(MetadataTableTest, BadTablesAreRefused) {
  write("lines", "one\n");
  const auto refused = [&](const std::string& name, std::string_view bytes, const std::string& key) {
    write(name, bytes);
    return refusal(options(Format::lines, "lines", name, key));
  };
  EXPECT_EQ(refused("m.csv", "id,y\n1,2\n\"3\",4\n1,5\n", ""),
            "m.csv:4: '1' is in the column 'id' of line 2 too; expected one row per document");
  EXPECT_EQ(refused("m.csv", "a,b\n1,2\n", ""),
            "m.csv:1: the table has no column 'id' to find documents by; it has 'a', 'b'; `key` names it");
  EXPECT_EQ(refused("m.csv", "a,b\n,2\n", "a"),
            "m.csv:2: the column 'a' is empty; expected the name of a document");
  EXPECT_EQ(refused("m.csv", "id,y\n1\n", ""), "m.csv:2: has 1 fields; the header has 2");
  EXPECT_EQ(refused("m.csv", "id,y\n1,\xff\n", "").substr(0, 8), "m.csv:2:");
  EXPECT_EQ(refused("m.csv", "", ""),
            "m.csv: is empty; expected a header line with the names of the columns");
  EXPECT_EQ(refused("m.csv", "id,y,y\n1,2,3\n", ""), "m.csv:1: the header has two columns 'y'");
  EXPECT_EQ(refused("m.jsonl", "{\"id\":[1]}\n", ""),
            "m.jsonl:1: the field 'id' is an array; expected a text or a number");
  EXPECT_EQ(refused("m.jsonl", "[1]\n", "").substr(0, 10), "m.jsonl:1:");
  EXPECT_EQ(refused("m.jsonl", "{\"id\":1}\n{\"di\":2}\n", "").substr(0, 10), "m.jsonl:2:");
  EXPECT_NE(refused("m.txt", "id\n1\n", "").find("expected a table whose name ends in .csv"),
            std::string::npos);
  std::filesystem::remove(folder_ / "m.csv");
  EXPECT_NE(refusal(options(Format::lines, "lines", "m.csv", "")).find("m.csv: cannot be read"),
            std::string::npos);
  ImportOptions asked = options(Format::lines, "lines", "m.jsonl", "");
  write("m.jsonl", "{\"id\":1,\"y\":2}\n");
  asked.fields.labels = "topic";
  EXPECT_EQ(refusal(asked), "m.jsonl:1: the table has no column 'topic'; it has 'id', 'y'");
}

TEST_F(MetadataTableTest, AnyNumberOfThreadsGivesTheSameCorpus) {
  std::string lines, table = "id,label\n";
  for (int n = 1; n <= 30000; ++n) {
    lines += "word" + std::to_string(n % 50) + "\n";
    table += std::to_string(30001 - n) + ",l" + std::to_string(n % 9) + "\n";
  }
  write("lines", lines);
  write("m.csv", table);
  ImportOptions asked = options(Format::lines, "lines", "m.csv", "");
  asked.fields.labels = "label";
  asked.threads = 1;
  const ImportedCorpus one = import_corpus(asked);
  asked.threads = 4;
  const ImportedCorpus four = import_corpus(asked);
  EXPECT_EQ(one.rows, four.rows);
  EXPECT_EQ(one.labels, four.labels);
}

TEST_F(MetadataTableTest, MetadataKeepsTheOrderOfItsFields) {
  write("rows.jsonl", R"({"text":"x","zeta":1,"alpha":{"y":1,"b":2}})");
  ImportOptions asked = plain_options(Format::jsonl);
  asked.files = {at("rows.jsonl")};
  asked.fields.metadata = {"zeta", "alpha"};
  write_corpus(folder_ / "corpus", import_corpus(asked));
  const std::vector<DocumentRow> found = read_documents(open_corpus(folder_ / "corpus"));
  EXPECT_EQ(found.at(0).metadata.dump(), R"({"zeta":1,"alpha":{"y":1,"b":2}})");
}

}  // namespace
}  // namespace themata
