// How dates are written, and what tells it.

#include "themata/corpus/dates.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <vector>

#include "support.hpp"
#include "themata/corpus/import_dates.hpp"
#include "themata/io/error.hpp"

namespace themata {
namespace {

/// The day as YYYY-MM-DD; "" for none.
std::string day(std::string_view text, DateForm form) {
  const auto years = years_of_date(text, form);
  return years ? date_of_years(*years) : "";
}

struct Case {
  const char* text;
  DateForm form;
  const char* day;
};

TEST(Dates, AreReadInTheFormsThatPeopleHave) {
  using enum DateForm;
  for (const Case& one : std::vector<Case>{
           {"2018-01-31", year_first, "2018-01-31"},
           {" 2018-01-31 ", year_first, "2018-01-31"},
           {"2018-2-1", year_first, "2018-02-01"},
           {"2018/02/01", year_first, "2018-02-01"},
           {"2018.02.01", year_first, "2018-02-01"},
           {"2018-02", year_first, "2018-02-01"},
           {"2018", year_first, "2018-01-01"},
           {"2018.02", year_first, ""},  // a number
           {"2018-02-01T23:59:59+14:00", year_first, "2018-02-01"},
           {"2018-02-01 10:30", year_first, "2018-02-01"},
           {"2018-02-01x", year_first, ""},
           {"2018-02-00", year_first, "2018-02-01"},
           {"2018-00-00", year_first, "2018-01-01"},
           {"2018-00-03", year_first, ""},
           {"2018-13-01", year_first, ""},
           {"2018-02-29", year_first, ""},
           {"2020-02-29", year_first, "2020-02-29"},
           {"1900-02-29", year_first, ""},
           {"18-02-01", year_first, ""},
           {"2018-02/01", year_first, ""},
           {"2018年2月1日", year_first, "2018-02-01"},
           {"2018年12月", year_first, "2018-12-01"},
           {"2018년 2월 1일", year_first, "2018-02-01"},
           {"2018-Q1", quarter, "2018-01-01"},
           {"2018Q4", quarter, "2018-10-01"},
           {"Q2 2018", quarter, "2018-04-01"},
           {"2018-Q5", quarter, ""},
           {"31/01/2018", day_first, "2018-01-31"},
           {"31/01/2018", month_first, ""},
           {"1/31/2018", month_first, "2018-01-31"},
           {"1/31/2018", day_first, ""},
           {"01/02/2018", day_first, "2018-02-01"},
           {"01/02/2018", month_first, "2018-01-02"},
           {"31-1-2018", day_first, "2018-01-31"},
           {"31.01.2018", day_first, "2018-01-31"},
           {"31. 1. 2018", day_first, "2018-01-31"},
           {"01.02.2018", month_first, ""},
           {"31/1/18", day_first, "2018-01-31"},
           {"31/1/69", day_first, "1969-01-31"},
           {"31/1/68", day_first, "2068-01-31"},
           {"31/01-2018", day_first, ""},
           {"31/01/201", day_first, ""},
           {"31/01/2018 10:30 PM", day_first, "2018-01-31"},
           {"31/01/2018, 22:30", day_first, "2018-01-31"},
           {"20180131", compact, "2018-01-31"},
           {"20180131T103000Z", compact, "2018-01-31"},
           {"20180100", compact, "2018-01-01"},
           {"20181301", compact, ""},
           {"00010101", compact, ""},
           {"201801", compact, ""},
           {"201801", compact_month, "2018-01-01"},
           {"201813", compact_month, ""},
           {"31 January 2018", names, "2018-01-31"},
           {"January 31, 2018", names, "2018-01-31"},
           {"Jan. 31st, 2018", names, "2018-01-31"},
           {"31-Jan-2018", names, "2018-01-31"},
           {"31-JAN-18", names, "2018-01-31"},
           {"Jan 2018", names, "2018-01-01"},
           {"2018 Sept 3", names, "2018-09-03"},
           {"the 3rd of May 2018", names, "2018-05-03"},
           {"Wednesday, January 31, 2018 10:30:00 PM", names, "2018-01-31"},
           {"Wed, 31 Jan 2018 10:30:00 +0100", names, "2018-01-31"},
           {"Wed Oct 10 20:19:24 +0000 2018", names, "2018-10-10"},
           {"Wed Oct 10 20:19:24 CEST 2018", names, "2018-10-10"},
           {"31 janvier 2018", names, "2018-01-31"},
           {"1er août 2018", names, "2018-08-01"},
           {"mar. 30 janv. 2018", names, "2018-01-30"},
           {"3. März 2018", names, "2018-03-03"},
           {"3 de enero de 2018", names, "2018-01-03"},
           {"3 января 2018", names, "2018-01-03"},
           {"3 listopad 2018", names, ""},  // October in Croatian, November in Polish
           {"Friday", names, ""},
           {"May", names, ""},
           {"31 2018", names, ""},
           {"30 February 2018", names, ""},
           {"Episode 31 May", names, ""},
           {"section 3, May 2018", names, ""},
           {"0", epoch, "1970-01-01"},
           {"1517356800", epoch, "2018-01-31"},
           {"-1", epoch, "1969-12-31"},
           {"1517356800000", epoch_ms, "2018-01-31"},
           {"1.5173568e9", epoch, "2018-01-31"},
           {"951782400", epoch, "2000-02-29"},
           {"1e300", epoch, ""},
           {"today", epoch, ""},
           {"", names, ""},
           {"", year_first, ""},
           {"-", day_first, ""},
           {"//", month_first, ""},
       })
    EXPECT_EQ(day(one.text, one.form), one.day) << one.text << " as " << name_of(one.form);
}

TEST(Dates, ComeBack) {
  for (const std::string year : {"1900", "1999", "2000", "2024"})
    for (const std::string of_year : {"01-01", "02-28", "03-01", "06-30", "12-31"})
      EXPECT_EQ(day(year + "-" + of_year, DateForm::year_first), year + "-" + of_year);
}

/// "yyyy-mm-dd", or what keeps the texts from being dates, with the texts that show it; "" where none are
/// meant.
std::string scanned(const std::vector<const char*>& texts) {
  DateScan scan;
  for (std::size_t d = 0; d < texts.size(); ++d) scan.add(texts[d], d);
  if (const auto form = scan.form()) return std::string(name_of(*form));
  const auto fault = scan.fault();
  if (!fault) return "";
  EXPECT_EQ(fault->text, texts[fault->document]);
  if (fault->kind == DateScan::Fault::Kind::ambiguous) return "ambiguous " + fault->text;
  if (fault->kind == DateScan::Fault::Kind::unreadable) return "unreadable " + fault->text;
  EXPECT_EQ(fault->other, texts[fault->other_document]);
  return "mixed " + fault->other + " " + fault->text;
}

TEST(Dates, TellTheirFormTogether) {
  EXPECT_EQ(scanned({"2018-01-31", "2018-02", "2018", "2018-2-1"}), "yyyy-mm-dd");
  EXPECT_EQ(scanned({"01/02/2018", "13/02/2018"}), "dd/mm/yyyy");
  EXPECT_EQ(scanned({"01/02/2018", "02/13/2018"}), "mm/dd/yyyy");
  EXPECT_EQ(scanned({"01/01/2018", "02/02/2018"}), "dd/mm/yyyy");  // the same days in both
  EXPECT_EQ(scanned({"01.02.2018", "02.03.2018"}), "dd/mm/yyyy");
  EXPECT_EQ(scanned({"01/01/2018", "01/02/2018", "03/04/2018"}), "ambiguous 01/02/2018");
  EXPECT_EQ(scanned({"01/02/2018", "13/02/2018", "02/13/2018"}), "mixed 13/02/2018 02/13/2018");
  EXPECT_EQ(scanned({"2018-01-31", "31/01/2018"}), "mixed 2018-01-31 31/01/2018");
  EXPECT_EQ(scanned({"20180131", "20180201"}), "yyyymmdd");
  EXPECT_EQ(scanned({"20180131", "20181301"}), "");  // numbers
  EXPECT_EQ(scanned({"20180131", "2018-02-01", "2018-02-02"}), "mixed 20180131 2018-02-01");
  EXPECT_EQ(scanned({"3 May 2018", "June 2018"}), "names");
  EXPECT_EQ(scanned({"2018-01-31", "2018-02-30", "2018-03-01"}), "unreadable 2018-02-30");
  EXPECT_EQ(scanned({"2018-01-31", "unknown", "2018-03-01"}), "unreadable unknown");
  EXPECT_EQ(scanned({"2018-01-31", "unknown", "none"}), "");
  EXPECT_EQ(scanned({"2001", "2002", "unknown"}), "");  // numbers with a text
  EXPECT_EQ(scanned({"2018-Q1", "2018-Q2"}), "quarter");
  EXPECT_EQ(scanned({"D", "R", "D"}), "");
  EXPECT_EQ(scanned({}), "");
}

TEST(Dates, AreNamedByFormats) {
  using enum DateForm;
  const std::vector<std::pair<const char*, DateForm>> forms{
      {"dd/mm/yyyy", day_first}, {"d.m.yy", day_first},
      {"%d-%m-%Y", day_first},   {"MM/DD/YYYY", month_first},
      {"%m/%d/%y", month_first}, {"yyyy-mm-dd", year_first},
      {"yyyy/mm", year_first},   {"yyyymmdd", compact},
      {"%Y%m%d", compact},       {"yyyymm", compact_month},
      {"names", names},          {"quarter", quarter},
      {"epoch", epoch},          {"epoch-ms", epoch_ms}};
  for (const auto& [text, form] : forms) EXPECT_EQ(date_form_of(text), form) << text;
  for (const char* text : {"", "ddmmyyyy", "dd/mm", "iso", "%H:%M", "dd/yyyy/mm", "epoch ms", "yyyy"})
    EXPECT_FALSE(date_form_of(text)) << text;
  for (int i = 0; i <= static_cast<int>(epoch_ms); ++i)
    EXPECT_EQ(date_form_of(name_of(static_cast<DateForm>(i))), static_cast<DateForm>(i));
}

TEST(Dates, OfAnImportAreWrittenAnew) {
  std::vector<std::string> rows{R"({"id":"a","row":1,"metadata":{"x=y":"01/02/2018","at":1517392205,"n":1}})",
                                R"({"id":"b","row":2,"metadata":{"x=y":"","at":null,"n":2}})",
                                R"({"id":"c","row":3})"};
  rewrite_dates(rows, {field_dates_of("x=y=dd/mm/yyyy"), field_dates_of("at=epoch")}, "rows.csv");
  EXPECT_EQ(rows[0],
            R"({"id":"a","row":1,"metadata":{"x=y":"2018-02-01","at":"2018-01-31T09:50:05Z","n":1}})");
  EXPECT_EQ(rows[1], R"({"id":"b","row":2,"metadata":{"x=y":"","at":null,"n":2}})");
  EXPECT_EQ(rows[2], R"({"id":"c","row":3})");
  EXPECT_NE(test::message_of<InputError>([&] {
              rewrite_dates(rows, {{"n", DateForm::month_first}}, "rows.csv");
            }).find("rows.csv:1: '1' of n is no date in the form mm/dd/yyyy"),
            std::string::npos);
  EXPECT_NE(test::message_of<UsageError>([&] {
              rewrite_dates(rows, {{"z", DateForm::epoch}}, "rows.csv");
            }).find("z"),
            std::string::npos);
  for (const char* text : {"created", "=epoch", "created=", "created=soon"})
    EXPECT_NE(test::message_of<UsageError>([&] { field_dates_of(text); }).find("FIELD=FORMAT"),
              std::string::npos);
}

}  // namespace
}  // namespace themata
