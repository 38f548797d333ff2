#include "themata/store/metadata_value.hpp"

#include <gtest/gtest.h>

#include <string>

namespace themata {
namespace {

using nlohmann::ordered_json;

TEST(MetadataValues, AreTextsOrMissing) {
  EXPECT_EQ(text_of_value("R"), "R");
  EXPECT_EQ(text_of_value(" R "), "R");
  EXPECT_EQ(text_of_value("\tin two words \n"), "in two words");
  EXPECT_EQ(text_of_value("Mu\u0308ller"), "Müller");
  EXPECT_EQ(text_of_value("none"), "none");
  EXPECT_EQ(text_of_value(true), "true");
  EXPECT_EQ(text_of_value(1990), "1990");
  for (const ordered_json& value :
       {ordered_json(), ordered_json(""), ordered_json("  "), ordered_json("NA"), ordered_json("NaN"),
        ordered_json("nan"), ordered_json("None"), ordered_json("null"), ordered_json("NULL"),
        ordered_json("N/A"), ordered_json(" NA "), ordered_json("\\N")})
    EXPECT_FALSE(text_of_value(value)) << value;
  EXPECT_EQ(text_of_value("NAN"), "NAN");
  const ordered_json metadata{{"party", "R"}};
  EXPECT_EQ(text_of_field(metadata, "party"), "R");
  EXPECT_FALSE(text_of_field(metadata, "year"));
  EXPECT_FALSE(text_of_field(ordered_json(), "party"));
}

TEST(MetadataValues, AreNumbersWhereWrittenSo) {
  EXPECT_EQ(number_of("-1.5e2"), -150);
  EXPECT_EQ(number_of(" +7 "), 7);
  for (const char* text : {"", "7 8", "seven", "true", "inf", "1e999", "0x10"})
    EXPECT_FALSE(number_of(text)) << text;
}

}  // namespace
}  // namespace themata
