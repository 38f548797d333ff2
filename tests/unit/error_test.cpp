// Errors say what is wrong as text and as data.

#include "themata/io/error.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "themata/io/lines.hpp"
#include "themata/store/manifest.hpp"

namespace themata {
namespace {

TEST(InputErrors, HaveFileLineProblemAndExpectation) {
  const InputError error("in.txt", 7, InputFault{"has no label", "'label TAB parent'"});
  EXPECT_STREQ(error.what(), "in.txt:7: has no label; expected 'label TAB parent'");
  EXPECT_EQ(error.file(), "in.txt");
  EXPECT_EQ(error.line(), 7U);
  EXPECT_EQ(error.problem(), "has no label");
  EXPECT_EQ(error.expected(), "'label TAB parent'");
}

TEST(InputErrors, MayHaveOneOfBoth) {
  EXPECT_STREQ(InputError("in.txt", 0, "is gone").what(), "in.txt: is gone");
  EXPECT_EQ(InputError("in.txt", 0, "is gone").expected(), "");
  EXPECT_STREQ(InputError("in.txt", 2, InputFault{"", "a number"}).what(), "in.txt:2: expected a number");
}

TEST(InputErrors, OfTextSeparateWhatWasExpected) {
  const auto defect = text_defect("caf\xe9", 0, Encodings::utf8_alone);
  ASSERT_TRUE(defect);
  EXPECT_EQ(defect->problem, "byte 3 of the text, 0xE9, is not UTF-8");
  EXPECT_EQ(defect->expected, "UTF-8");
  EXPECT_FALSE(text_defect("cafe", 0, Encodings::utf8_alone));
}

TEST(Errors, SuggestWithoutNamingACommand) {
  const auto folder = std::filesystem::path(::testing::TempDir()) / "no-folder-of-ours";
  std::filesystem::create_directories(folder);
  try {
    read_manifest(folder);
    FAIL() << "a folder without a manifest was read";
  } catch (const Error& error) {
    ASSERT_TRUE(error.suggestion());
    EXPECT_EQ(error.suggestion()->remedy, Remedy::make_corpus_or_fit);
    EXPECT_EQ(std::string(error.what()).find("themata import"), std::string::npos);
  }
}

TEST(UsageErrors, KeepTheirTextBesideTheFault) {
  const UsageError error("one: is a fit of lda", {"method", "sets", "shares"});
  EXPECT_STREQ(error.what(), "one: is a fit of lda");
  ASSERT_TRUE(error.fault());
  EXPECT_EQ(error.fault()->expected, "shares");
  EXPECT_FALSE(UsageError("two options").fault());
}

}  // namespace
}  // namespace themata
