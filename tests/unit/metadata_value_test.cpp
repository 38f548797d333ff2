#include "themata/store/metadata_value.hpp"

#include <gtest/gtest.h>

#include <string>

namespace themata {
namespace {

using nlohmann::ordered_json;

TEST(MetadataValues, AreTextsOrMissing) {
  EXPECT_EQ(text_of_value("R"), "R");
  EXPECT_EQ(text_of_value(" R "), " R ");
  EXPECT_EQ(text_of_value(true), "true");
  EXPECT_EQ(text_of_value(1990), "1990");
  for (const ordered_json& value :
       {ordered_json(), ordered_json(""), ordered_json("  "), ordered_json("NA"), ordered_json("NaN")})
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

TEST(MetadataValues, AreDatesThatComeBack) {
  for (const std::string year : {"1900", "1999", "2000", "2024"})
    for (const std::string day : {"01-01", "02-28", "03-01", "06-30", "12-31"}) {
      const std::string date = year + "-" + day;
      EXPECT_EQ(date_of_years(*years_of_date(date)), date);
    }
  EXPECT_EQ(date_of_years(*years_of_date("2024-02-29")), "2024-02-29");
  for (const char* text :
       {"1999", "1999-13-01", "1999-02-29", "19990101", "1999-1-1", "abcd-01-01", "1999-01-01x"})
    EXPECT_FALSE(years_of_date(text)) << text;
}

}  // namespace
}  // namespace themata
