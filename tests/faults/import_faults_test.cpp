#include <algorithm>

#include "import_support.hpp"
#include "themata/io/lines.hpp"

namespace themata {
namespace {

using namespace test;

/// Bad input and the whole message that it must give.
struct Fault {
  const char* name;
  Format format;
  std::string_view content;
  const char* message;
};

std::string_view operator""_bytes(const char* text, std::size_t size) { return {text, size}; }

const Fault faults[] = {
    {"Empty", Format::lines, "", "input: has no documents"},
    {"NulByte", Format::lines, "ab\nc\0d\n"_bytes,
     "input:2: byte 4 of the text is a NUL byte; expected text (for UTF-16 give `encoding` utf-16)"},
    {"Latin1", Format::lines, "ab\ncaf\xE9\n",
     "input:2: byte 6 of the text, 0xE9, is not UTF-8; give the encoding of the file, as in `encoding` "
     "windows-1252"},
    {"MixedEncodings", Format::jsonl, "{\"text\":\"\xC3\xA9\"}\n{\"text\":\"\xE9\"}\n",
     "input:2: byte 23 of the text, 0xE9, is not UTF-8; give the encoding of the file, as in `encoding` "
     "windows-1252"},
    {"Utf16", Format::csv, "\xFF\xFEt\0"_bytes, "input:1: begins like UTF-16 text; give `encoding` utf-16"},

    {"JsonCut", Format::jsonl, "{\"text\":\"a\"}\n{\"text\":\"a\n",
     "input:2: is not one JSON object: A string is opened, but never closed."},
    {"JsonArray", Format::jsonl, "[1]\n", "input:1: is a JSON array; expected one object per line"},
    {"JsonFieldMissing", Format::jsonl, "{\"id\":1,\"body\":\"a\"}\n",
     "input:1: the object has no field 'text'; it has 'id', 'body'"},
    {"JsonNoFields", Format::jsonl, "{}\n", "input:1: the object has no field 'text'; it has no fields"},
    {"JsonTextIsNumber", Format::jsonl, "\n{\"text\":5}\n",
     "input:2: the field 'text' is not a text; expected a text, an array of texts, or null"},
    {"JsonIdIsArray", Format::jsonl, "{\"id\":[],\"text\":\"a\"}\n",
     "input:1: the field 'id' is an array; expected a text or a number"},

    {"CsvEmpty", Format::csv, "", "input: is empty; expected a header line with the names of the columns"},
    {"CsvColumnMissing", Format::csv, "id,body\n1,a\n",
     "input:1: the header has no column 'text'; it has 'id', 'body'"},
    {"CsvColumnTwice", Format::csv, "text,text\n1,a\n", "input:1: the header has two columns 'text'"},
    {"CsvTooFewFields", Format::csv, "id,text\n1,a\n2\n", "input:3: has 1 fields; the header has 2"},
    {"CsvOpenQuote", Format::csv, "text\na\n\"b\nc\n",
     "input:3: a quote that opens in this record is never closed (`quoting` none reads quotes as text, "
     "`quoting` backslash also quotes after a backslash)"},
    {"CsvTextBehindQuote", Format::csv, "text\n\"a\" b\n",
     "input:2: text follows a closing quote; expected the delimiter (`quoting` none reads quotes as text, "
     "`quoting` backslash also quotes after a backslash)"},

    {"MalletOneWord", Format::mallet, "a b c\nd\n", "input:2: has only one word; expected 'id label text'"},

    {"LdacBlank", Format::ldac, "0\n\n",
     "input:2: is empty; expected 'n word:count ...' (a document without words is the line 0)"},
    {"LdacNoNumber", Format::ldac, "x 1:1\n",
     "input:1: 'x' is not a whole number; expected the number of pairs that follow"},
    {"LdacTooFew", Format::ldac, "2 1:1\n", "input:1: the line says 2 pairs word:count; 1 follow"},
    {"LdacTooMany", Format::ldac, "18446744073709551615 1:1\n",
     "input:1: the line says 18446744073709551615 pairs word:count; 1 follow"},
    {"LdacNoColon", Format::ldac, "1 5\n", "input:1: '5' has no colon; expected word:count"},
    {"LdacZeroCount", Format::ldac, "1 5:0\n", "input:1: a count is 0; expected counts of at least 1"},
    {"LdacNegativeCount", Format::ldac, "1 5:-3\n",
     "input:1: '-3' is not a whole number; expected a count of words"},
    {"LdacHugeCount", Format::ldac, "1 5:99999999999999999999\n",
     "input:1: 99999999999999999999 is too large; expected a count of words, at most 16777215"},
    {"LdacHugeWord", Format::ldac, "1 4294967296:1\n",
     "input:1: 4294967296 is too large; expected the number of a word, at most 67108863"},

    {"UciCutHeader", Format::uci, "5\n3\n",
     "input:2: ends too early; expected the number of entries, alone on its line"},
    {"UciBadHeader", Format::uci, "5 3\n",
     "input:1: has more than one number; expected the number of documents, alone on its line"},
    {"UciTooFew", Format::uci, "2\n2\n2\n1 1 1\n", "input:4: the header says 2 entries; 1 follow"},
    {"UciHugeAnnounced", Format::uci, "4000000000\n2\n1\n1 1 1\n",
     "input: the header says 4000000000 documents, but 1 entries follow; expected one per hundred documents"},
    {"UciTooManyDocuments", Format::uci, "5000000000\n2\n0\n",
     "input:2: the header says 5000000000 documents; at most 4294967295 can be read"},
    {"UciDocumentTooHigh", Format::uci, "2\n2\n1\n3 1 1\n",
     "input:4: 3 is too large; expected the number of the document, at most 2"},
    {"UciWordTooHigh", Format::uci, "2\n2\n1\n1 3 1\n",
     "input:4: 3 is too large; expected the number of the word, at most 2"},
    {"UciWordZero", Format::uci, "2\n2\n1\n1 0 1\n",
     "input:4: the number of the word is 0; rows and columns are counted from 1"},
    {"UciNoCount", Format::uci, "2\n2\n1\n1 1\n",
     "input:4: '' is not a whole number; expected a count of words"},
    {"UciFourNumbers", Format::uci, "2\n2\n1\n1 1 1 1\n",
     "input:4: has more than one entry; expected 'document word count'"},

    {"SvmlightFraction", Format::svmlight, "1 2:0.5\n",
     "input:1: the value 0.5 is not a count; expected a whole number from 0 to 16777215"},
    {"SvmlightNegative", Format::svmlight, "1 2:-1\n",
     "input:1: the value -1 is not a count; expected a whole number from 0 to 16777215"},
    {"SvmlightNan", Format::svmlight, "1 2:nan\n",
     "input:1: the value nan is not a count; expected a whole number from 0 to 16777215"},
    {"SvmlightNoNumber", Format::svmlight, "1 2:x\n",
     "input:1: 'x' is not a number; expected a count of words"},
    {"SvmlightNoColon", Format::svmlight, "1 2\n", "input:1: '2' has no colon; expected word:count"},

    {"MatrixNoBanner", Format::matrix_market, "1 1 1\n1 1 1\n",
     "input:1: is not a Matrix Market file; expected '%%MatrixMarket matrix ...'"},
    {"MatrixDense", Format::matrix_market, "%%MatrixMarket matrix array real general\n",
     "input:1: has a 'matrix array real general'; expected 'matrix coordinate integer|real|pattern "
     "general'"},
    {"MatrixNoSizes", Format::matrix_market, "%%MatrixMarket matrix coordinate real general\n% x\n",
     "input:2: ends too early; expected a line 'rows columns entries'"},
    {"MatrixTooMany", Format::matrix_market,
     "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\n1 1 1\n",
     "input:4: the header says 1 entries; 2 follow"},
    {"MatrixColumnTooHigh", Format::matrix_market,
     "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 2 1\n",
     "input:3: 2 is too large; expected the number of the column, at most 1"},
    {"MatrixNegative", Format::matrix_market,
     "%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 -2\n",
     "input:3: the value -2 is not a count; expected a whole number from 0 to 16777215"},

    {"TableFraction", Format::document_term, "doc_id,ship\na,0.5\n",
     "input:2: the column 'ship' has '0.5'; expected a whole number from 0 to 16777215"},
    {"TableRagged", Format::document_term, "doc_id,ship\na,1\nb\n",
     "input:3: has 1 fields; the header has 2"},
    {"TableNoWord", Format::document_term, "doc_id\na\n",
     "input:1: the header names no word; expected a column for each word, and `separator` if it is none of "
     ",;"},
    {"TidyNegative", Format::tidy, "document,term,n\na,ship,-1\n",
     "input:2: the count of 'ship' is '-1'; expected a whole number from 0 to 16777215"},
    {"TidyNoDocument", Format::tidy, "document,term,n\n ,ship,1\n",
     "input:2: names no document; expected its name in each row"},
};

class ImportFault : public testing::TestWithParam<Fault> {};

TEST_P(ImportFault, SaysWhereAndWhatWasExpected) {
  EXPECT_EQ(refusal(plain_options(GetParam().format), GetParam().content), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(, ImportFault, testing::ValuesIn(faults),
                         [](const testing::TestParamInfo<Fault>& fault) {
                           return std::string(fault.param.name);
                         });

TEST(ImportFaults, AVocabularyAtOddsWithItsCounts) {
  const auto refuse = [](Format format, std::string_view content) {
    return message_of<InputError>([&] { import_bytes(plain_options(format), content, "a\nb\n"); });
  };
  EXPECT_NE(refuse(Format::ldac, "1 2:1\n").find("2 is too large; expected the number of a word, at most 1"),
            std::string::npos);
  EXPECT_NE(refuse(Format::uci, "1\n3\n0\n").find(":2: the header says 3 words; the vocabulary has 2"),
            std::string::npos);
  EXPECT_NE(refuse(Format::svmlight, "1 0:1 2:1\n").find("features 0 to 2 occur; the vocabulary"),
            std::string::npos);
}

TEST(ImportFaults, ABlankLineInAVocabulary) {
  EXPECT_NE(message_of<InputError>([] {
              import_bytes(plain_options(Format::ldac), "0\n", "a\n\nb\n");
            }).find("vocabulary:2: is empty; expected one word per line"),
            std::string::npos);
}

TEST(ImportFaults, MissingFilesAndFolders) {
  ImportOptions options = plain_options(Format::lines);
  options.files = {"/nowhere/at/all"};
  EXPECT_EQ(message_of<InputError>([&] { import_corpus(options); }),
            "/nowhere/at/all: cannot be read: No such file or directory");
  const TemporaryFolder folder;
  options.files = {folder.path().string()};
  EXPECT_NE(message_of<InputError>([&] { import_corpus(options); }).find("is a folder; expected a file"),
            std::string::npos);
  options.format = Format::folder;
  EXPECT_NE(message_of<InputError>([&] { import_corpus(options); }).find("has no .txt file"),
            std::string::npos);
}

TEST(ImportFaults, UnknownEncodingsAreTheUsersMistake) {
  ImportOptions options = plain_options(Format::lines);
  options.encoding = "klingon";
  EXPECT_NE(message_of<UsageError>([&] {
              import_bytes(options, "a");
            }).find("`encoding` klingon: unknown encoding"),
            std::string::npos);
}

TEST(ImportFaults, BytesThatAreNotOfTheEncoding) {
  ImportOptions options = plain_options(Format::lines);
  options.encoding = "shift_jis";
  EXPECT_NE(refusal(options, "abc\x81\xFFzzz").find("are not"), std::string::npos);
}

TEST(ImportFaults, AHundredMegabytesOnOneLineAreRead) {
  std::string text(std::size_t{100} << 20, 'a');
  for (std::size_t i = 999; i < text.size(); i += 1000) text[i] = ' ';
  const ImportedCorpus corpus = import_bytes(plain_options(Format::lines), text);
  EXPECT_EQ(corpus.tokens.size(), (text.size() + 999) / 1000);
}

TEST(ImportFaults, LongerLinesAreRefused) {
  const std::string text(longest_record + (std::size_t{2} << 20), 'a');
  EXPECT_EQ(refusal(plain_options(Format::lines), text),
            "input:1: the line is longer than 134217728 bytes, the maximum; split the document");
}

TEST(ImportFaults, AQuoteThatSwallowsTheFileIsRefused) {
  std::string text = "text\n\"open\n";
  while (text.size() <= longest_record + 100) text.append(std::size_t{1} << 16, 'b').append("\n");
  EXPECT_EQ(
      refusal(plain_options(Format::csv), text),
      "input:2: a quote that opens in this record is not closed within 134217728 bytes (`quoting` none reads "
      "quotes as text, `quoting` backslash also quotes after a backslash)");
}

TEST(ImportFaults, ATreeWithACircle) {
  const TemporaryFolder folder;
  const auto refuse = [&folder](std::string_view tree) {
    write_bytes(folder / "tree", tree);
    ImportOptions options = plain_options(Format::lines);
    options.tree = (folder / "tree").string();
    return message_of<InputError>([&] { import_bytes(options, "a"); });
  };
  EXPECT_NE(refuse("a\tb\nb\tc\nc\ta\n").find("the label 'a' is above itself; expected a tree"),
            std::string::npos);
  EXPECT_NE(refuse("a\tb\na\tc\n").find("tree:2: the label 'a' occurs on an earlier line"),
            std::string::npos);
  EXPECT_NE(refuse("a\tb\tc\n").find("tree:1: has more than two columns"), std::string::npos);
  EXPECT_NE(refuse("").find("tree: is empty"), std::string::npos);
}

}  // namespace
}  // namespace themata
