#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include "import_support.hpp"
#include "support.hpp"
#include "themata/io/compression.hpp"
#include "themata/io/input.hpp"

namespace themata {
namespace {

using namespace test;

nlohmann::json row(const ImportedCorpus& corpus, std::size_t d) {
  return nlohmann::json::parse(corpus.rows.at(d));
}

TEST(ImportLines, EveryLineIsADocument) {
  const ImportedCorpus corpus = import_bytes(plain_options(Format::lines), "one two\r\n\nthree");
  EXPECT_EQ(documents_of(corpus), (Words{"one two", "", "three"}));
  EXPECT_EQ(corpus.rows[1], R"({"id":"2","row":2,"empty":"no text"})");
}

TEST(ImportLines, AByteOrderMarkIsNoText) {
  EXPECT_EQ(documents_of(import_bytes(plain_options(Format::lines), "\xEF\xBB\xBFone")), Words{"one"});
}

TEST(ImportLines, OtherEncodingsAreRead) {
  ImportOptions options = plain_options(Format::lines);
  options.encoding = "latin1";
  EXPECT_EQ(documents_of(import_bytes(options, "caf\xE9\n\xC5ngstr\xF6m")), (Words{"café", "ångström"}));
  options.encoding = "utf-16";
  EXPECT_EQ(documents_of(import_bytes(options, std::string_view("\xFF\xFE"
                                                                "a\0b\0\n\0c\0",
                                                                10))),
            (Words{"ab", "c"}));
}

TEST(ImportLines, LongTextsInOtherEncodingsComeThroughWhole) {
  ImportOptions options = plain_options(Format::lines);
  options.encoding = "latin1";
  std::string text;
  for (int i = 0; i < 50000; ++i) text += "\xE9\xE8\xE7 ";
  const ImportedCorpus corpus = import_bytes(options, text);
  EXPECT_EQ(corpus.tokens.size(), 50000U);
  EXPECT_EQ(corpus.vocabulary, Words{"éèç"});
}

TEST(ImportMallet, HasIdLabelAndText) {
  const ImportedCorpus corpus =
      import_bytes(plain_options(Format::mallet), "d1 news  Some text\nd2\tx\ty z\n");
  EXPECT_EQ(documents_of(corpus), (Words{"some text", "y z"}));
  EXPECT_EQ(row(corpus, 0), nlohmann::json::parse(R"({"id":"d1","row":1,"labels":["news"]})"));
  EXPECT_EQ(corpus.labels, (Words{"news", "x"}));
}

TEST(ImportJsonl, ReadsFieldsByName) {
  ImportOptions options = plain_options(Format::jsonl);
  options.fields = {.id = "key",
                    .text = {"title", "body"},
                    .labels = "tags",
                    .label_separator = "",
                    .metadata = {"year", "who"}};
  const ImportedCorpus corpus = import_bytes(options,
                                             "{\"key\": 7, \"title\": \"A b\", \"body\": \"c\", \"tags\": "
                                             "[\"x/y\", \"x/y\", 3], \"year\": 1999, \"who\": \"M\\u00fc\"}\n"
                                             "\n{\"key\": \"k\", \"title\": null, \"body\": [\"d\", \"e\"], "
                                             "\"tags\": null, \"year\": null, \"who\": {}}");
  EXPECT_EQ(documents_of(corpus), (Words{"a b c", "d e"}));
  EXPECT_EQ(corpus.rows[0], R"({"id":"7","row":1,"labels":["3","x/y"],"metadata":{"year":1999,"who":"Mü"}})");
  EXPECT_EQ(row(corpus, 1)["metadata"], nlohmann::json::parse(R"({"year":null,"who":{}})"));
}

TEST(ImportJsonl, TakesTheUsualFieldsUnasked) {
  const ImportedCorpus corpus = import_bytes(plain_options(Format::jsonl), R"({"text":"a","id":"x"})");
  EXPECT_EQ(corpus.rows[0], R"({"id":"x","row":1})");
}

TEST(ImportCsv, ReadsQuotesLineEndsAndColumns) {
  ImportOptions options = plain_options(Format::csv);
  options.fields.labels = "l";
  options.fields.label_separator = ";";
  options.fields.metadata = {"m"};
  const ImportedCorpus corpus = import_bytes(
      options, "\xEF\xBB\xBFid,text,l,m\r\n1,\"say \"\"so\"\", twice\r\nmore\",p; q,\r\n\r\n2,it\"s,,5\r\n");
  EXPECT_EQ(documents_of(corpus), (Words{"say so twice more", "it s"}));
  EXPECT_EQ(corpus.rows[0], R"({"id":"1","row":1,"labels":["p","q"],"metadata":{"m":""}})");
  EXPECT_EQ(corpus.rows[1], R"({"id":"2","row":2,"metadata":{"m":"5"}})");
}

TEST(ImportCsv, EachFileHasItsOwnHeader) {
  const TemporaryFolder folder;
  write_bytes(folder / "a.csv", "text,n\none,1\n");
  write_bytes(folder / "b.csv", "n,text\n2,two\n");
  ImportOptions options = plain_options(Format::csv);
  options.files = {(folder / "a.csv").string(), (folder / "b.csv").string()};
  EXPECT_EQ(documents_of(import_corpus(options)), (Words{"one", "two"}));
}

TEST(ImportTsv, QuotesCanBeText) {
  ImportOptions options = plain_options(Format::tsv);
  options.quoting = Quoting::none;
  EXPECT_EQ(documents_of(import_bytes(options, "text\tn\n\"open, a\t1\n")), Words{"open a"});
}

TEST(ImportFolder, ReadsTextFilesInTheOrderOfTheirPaths) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "in/b");
  write_bytes(folder / "in/z.txt", "last");
  write_bytes(folder / "in/b/a.txt",
              "\xEF\xBB\xBF"
              "first");
  write_bytes(folder / "in/note.md", "unread");
  write_bytes(folder / "in/c.txt", "");
  ImportOptions options = plain_options(Format::folder);
  options.files = {(folder / "in").string()};
  const ImportedCorpus corpus = import_corpus(options);
  EXPECT_EQ(documents_of(corpus), (Words{"first", "", "last"}));
  EXPECT_EQ(corpus.rows[0], R"({"id":"b/a.txt","row":1})");
  EXPECT_EQ(corpus.rows[1], R"({"id":"c.txt","row":2,"empty":"no text"})");
}

TEST(ImportLdac, WordsKeepTheVocabularysOrderAndRepeatByCount) {
  const ImportedCorpus corpus =
      import_bytes(plain_options(Format::ldac), "2 2:1 0:2\n0\n1 1:1\n", "zoo\nant\nbee\nnever\n");
  EXPECT_EQ(documents_of(corpus), (Words{"bee zoo zoo", "", "ant"}));
  EXPECT_EQ(corpus.vocabulary, (Words{"zoo", "ant", "bee", "never"}));
  EXPECT_EQ(corpus.rows[1], R"({"id":"2","row":2,"empty":"no words"})");
}

TEST(ImportLdac, WithoutVocabularyTheNumbersAreWords) {
  const ImportedCorpus corpus = import_bytes(plain_options(Format::ldac), "2 70:1 9:2\n");
  EXPECT_EQ(corpus.vocabulary, (Words{"9", "70"}));
  EXPECT_EQ(documents_of(corpus), Words{"70 9 9"});
}

TEST(ImportUci, DocumentsWithoutEntriesStay) {
  const ImportedCorpus corpus =
      import_bytes(plain_options(Format::uci), "4\n2\n3\n1 1 2\n3 2 1\n3 1 1\n", "a\nb\n");
  EXPECT_EQ(documents_of(corpus), (Words{"a a", "", "b a", ""}));
}

TEST(ImportUci, EntriesMayComeInAnyOrder) {
  const ImportedCorpus corpus =
      import_bytes(plain_options(Format::uci), "3\n2\n4\n3 1 1\n1 1 2\n3 2 1\n1 2 1\n", "a\nb\n");
  EXPECT_EQ(documents_of(corpus), (Words{"a a b", "", "a b"}));
}

TEST(ImportUci, SeveralFilesFollowEachOther) {
  const TemporaryFolder folder;
  write_bytes(folder / "1", "1\n2\n1\n1 2 1\n");
  write_bytes(folder / "2", "2\n2\n2\n2 2 1\n1 1 1\n");
  ImportOptions options = plain_options(Format::uci);
  options.files = {(folder / "1").string(), (folder / "2").string()};
  EXPECT_EQ(documents_of(import_corpus(options)), (Words{"2", "1", "2"}));
}

TEST(ImportDocumentTerm, HasAColumnForEachWord) {
  const ImportedCorpus corpus = import_bytes(plain_options(Format::document_term),
                                             "doc_id;ship;\"a;\"\"b\"\"\"\r\nx;\"2\";1\r\ny;;3.0\r\n");
  EXPECT_EQ(documents_of(corpus), (Words{R"(ship ship a;"b")", R"(a;"b" a;"b" a;"b")"}));
  EXPECT_EQ(corpus.vocabulary, (Words{R"(a;"b")", "ship"}));
  EXPECT_EQ(row(corpus, 1)["id"], "y");
}

TEST(ImportTidy, RowsOfADocumentMayBeApart) {
  ImportOptions options = plain_options(Format::tidy);
  options.fields.metadata = {"year"};
  const ImportedCorpus corpus = import_bytes(
      options, "term,document,n,year\nship,b,1,1900\nrose,a,2,1901\nreef,b,1,1900\nship,b,1,1900\n");
  EXPECT_EQ(documents_of(corpus), (Words{"ship reef ship", "rose rose"}));
  EXPECT_EQ(row(corpus, 0), nlohmann::json::parse(R"({"id":"b","row":1,"metadata":{"year":"1900"}})"));
}

TEST(ImportCounts, RulesForWordsJoinThoseThatBecomeEqual) {
  ImportOptions options = plain_options(Format::ldac);
  const std::string counts = "4 0:1 1:2 2:3 3:1\n1 3:2\n", words = "The\nShip\nship\nthe\n";
  const ImportedCorpus plain = import_bytes(options, counts, words);
  EXPECT_EQ(plain.vocabulary, (Words{"The", "Ship", "ship", "the"}));
  options.words.stop_words = "english";
  set_words_of_counts(options, {"stop-words", "fold-case"});
  const ImportedCorpus corpus = import_bytes(options, counts, words);
  EXPECT_EQ(documents_of(corpus), (Words{"ship ship ship ship ship", ""}));
  EXPECT_EQ(corpus.report.dropped[static_cast<std::size_t>(Rule::stop_word)].tokens, 4U);
  EXPECT_EQ(row(corpus, 1)["empty"], "only stop words");
}

TEST(ImportSvmlight, HasLabelsWholeValuesAndComments) {
  const ImportedCorpus corpus = import_bytes(
      plain_options(Format::svmlight), "# made by hand\n1,3 1:2 2:1.0 # x:y\n 2:1\n+1 qid:4 1:0\n", "a\nb\n");
  EXPECT_EQ(documents_of(corpus), (Words{"a a b", "b", ""}));
  EXPECT_EQ(corpus.rows[0], R"({"id":"1","row":1,"labels":["1","3"]})");
  EXPECT_EQ(corpus.rows[1], R"({"id":"2","row":2})");
  EXPECT_NE(corpus.report.notes.at(0).find("features are counted from 1"), std::string::npos);
}

TEST(ImportSvmlight, FeaturesCountFromZeroWhereThereIsAZero) {
  const ImportedCorpus corpus = import_bytes(plain_options(Format::svmlight), "x 0:1 1:1\n", "a\nb\n");
  EXPECT_EQ(documents_of(corpus), Words{"a b"});
  EXPECT_NE(corpus.report.notes.at(0).find("features are counted from 0"), std::string::npos);
}

TEST(ImportSvmlight, TheFirstFeaturesNumberCanBeSaid) {
  ImportOptions options = plain_options(Format::svmlight);
  options.index_base = 0;
  EXPECT_EQ(documents_of(import_bytes(options, "x 1:1\n", "a\nb\n")), Words{"b"});
}

TEST(ImportMatrixMarket, ReadsRealIntegerAndPattern) {
  const ImportOptions options = plain_options(Format::matrix_market);
  const char* vocabulary = "a\nb\n";
  EXPECT_EQ(
      documents_of(import_bytes(options,
                                "%%MatrixMarket matrix coordinate real general\n%x\n\n3 2 3\n1 1 2.0\n1 2 "
                                "1e0\n3 2 0\n",
                                vocabulary)),
      (Words{"a a b", "", ""}));
  EXPECT_EQ(documents_of(import_bytes(
                options, "%%MatrixMarket matrix coordinate pattern general\n1 2 1\n1 2\n", vocabulary)),
            Words{"b"});
}

TEST(ImportMatrixMarket, RowsCanBeWords) {
  ImportOptions options = plain_options(Format::matrix_market);
  options.rows = Rows::types;
  EXPECT_EQ(documents_of(import_bytes(
                options, "%%matrixmarket Matrix Coordinate Integer General\n2 3 3\n1 1 1\n1 3 1\n2 1 2\n",
                "a\nb\n")),
            (Words{"a b b", "", "a"}));
}

std::string gzip(std::string_view text) {
  std::string packed(compressBound(text.size()) + 64, '\0');
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string zstd(std::string_view text, int checksum = 0) {
  std::string packed(ZSTD_compressBound(text.size()) + 4, '\0');
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, checksum);
  packed.resize(ZSTD_compress2(context, packed.data(), packed.size(), text.data(), text.size()));
  ZSTD_freeCCtx(context);
  return packed;
}

std::string bzip2(std::string_view text) {
  std::string packed(text.size() + text.size() / 100 + 600, '\0');
  auto size = static_cast<unsigned>(packed.size());
  EXPECT_EQ(BZ2_bzBuffToBuffCompress(packed.data(), &size, const_cast<char*>(text.data()),
                                     static_cast<unsigned>(text.size()), 9, 0, 0),
            BZ_OK);
  packed.resize(size);
  return packed;
}

std::string xz(std::string_view text, lzma_check check = LZMA_CHECK_CRC64) {
  std::string packed(lzma_stream_buffer_bound(text.size()), '\0');
  std::size_t size = 0;
  EXPECT_EQ(lzma_easy_buffer_encode(6, check, nullptr, reinterpret_cast<const std::uint8_t*>(text.data()),
                                    text.size(), reinterpret_cast<std::uint8_t*>(packed.data()), &size,
                                    packed.size()),
            LZMA_OK);
  packed.resize(size);
  return packed;
}

TEST(ImportPacked, WithoutAChecksumIsWarnedOf) {
  const ImportOptions options = plain_options(Format::lines);
  const auto warnings = [&](const std::string& content) {
    return import_bytes(options, content).report.warnings;
  };
  const std::vector<std::string> found = warnings(zstd("a b\nc"));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found.front().starts_with("1 file is compressed without a checksum (the first: '"));
  EXPECT_TRUE(found.front().ends_with("/input'): nobody would notice damage"));
  EXPECT_TRUE(warnings(zstd("a b\nc", 1)).empty());
  EXPECT_TRUE(warnings(gzip("a b\nc")).empty());
  EXPECT_EQ(warnings(xz("a b\nc", LZMA_CHECK_NONE)).size(), 1U);
  EXPECT_TRUE(warnings(xz("a b\nc")).empty());
  EXPECT_TRUE(warnings(bzip2("a b\nc")).empty());
  EXPECT_TRUE(warnings("a b\nc").empty());
}

TEST(ImportPacked, IsKnownByItsFirstBytes) {
  const ImportOptions options = plain_options(Format::lines);
  for (const std::string& packed :
       {gzip("a b\nc"), zstd("a b\nc"), bzip2("a b\nc"), xz("a b\nc"), gzip("a b\n") + gzip("c"),
        zstd("a b\n") + zstd("c"), bzip2("a b\n") + bzip2("c"), xz("a b\n") + xz("c")})
    EXPECT_EQ(documents_of(import_bytes(options, packed)), (Words{"a b", "c"}));
}

TEST(ImportPacked, CutOrDamagedIsRefused) {
  const ImportOptions options = plain_options(Format::lines);
  std::string text;
  for (int i = 0; i < 5000; ++i) text += std::to_string(i * 7919) + "\n";
  for (const std::string& packed : {gzip(text), zstd(text), bzip2(text), xz(text)}) {
    for (const std::size_t kept : {packed.size() - 1, packed.size() / 2, std::size_t{6}})
      EXPECT_NE(refusal(options, packed.substr(0, kept)).find("data is truncated; expected more bytes"),
                std::string::npos)
          << kept;
  }
  std::string damaged = gzip(text);
  damaged[damaged.size() / 2] ^= 0x55;
  EXPECT_NE(refusal(options, damaged).find("the gzip data is damaged"), std::string::npos);
  EXPECT_EQ(refusal(options, gzip(text) + "rest"),
            "input: the gzip data is followed by bytes that are not gzip data");
}

/// Many times the same.
std::string repeated(const std::string& part, std::uint64_t times) {
  std::string all;
  for (std::uint64_t i = 0; i < times; ++i) all += part;
  return all;
}

TEST(ImportPacked, ThatFillsMemoryIsRefused) {
  constexpr std::size_t part = std::size_t{1} << 24;
  const ImportOptions options = plain_options(Format::lines);
  const std::string zeros(part, '0');
  const test::TemporaryFolder folder;
  for (const std::string& packed : {gzip(zeros), zstd(zeros), bzip2(zeros), xz(zeros)}) {
    const std::filesystem::path path = folder / "bomb";
    test::write_bytes(path, repeated(packed, MostExpansion::always / part + 2));
    std::vector<char> buffer(part);
    const auto read_all = [&] {
      Input input(path.string());
      std::uint64_t all = 0;
      while (const std::size_t n = input.read(buffer)) all += n;
      return all;
    };
    EXPECT_EQ(test::message_of<InputError>(read_all),
              path.string() +
                  ": the compressed data becomes more than 100 times as long; expected text (if this "
                  "is one, decompress it first, or lift `max-expansion`)");
    const MostExpansion lifted(0);
    EXPECT_EQ(read_all(), MostExpansion::always + 2 * part);
  }
  EXPECT_EQ(documents_of(import_bytes(options, gzip(repeated("a\n", 100'000)))).size(), 100'000U);
}

TEST(ImportFormats, AreGuessedFromNames) {
  EXPECT_EQ(guess_format("a/docword.kos.txt.gz"), Format::uci);
  EXPECT_EQ(guess_format("b.jsonl.zst"), Format::jsonl);
  EXPECT_EQ(guess_format("b.jsonl.BZ2"), Format::jsonl);
  EXPECT_EQ(guess_format("b.csv.xz"), Format::csv);
  EXPECT_EQ(guess_format("b.csv.zip"), Format::csv);  // which is not there
  EXPECT_EQ(guess_format("b.zip"), std::nullopt);
  EXPECT_EQ(guess_format("b.txt"), Format::lines);
  EXPECT_EQ(guess_format("b.mtx.gz"), Format::matrix_market);
  EXPECT_EQ(guess_format("b"), std::nullopt);
  EXPECT_EQ(guess_format(std::filesystem::temp_directory_path().string()), Format::folder);
}

}  // namespace
}  // namespace themata
