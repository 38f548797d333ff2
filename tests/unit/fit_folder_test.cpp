#include "themata/store/fit_folder.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support.hpp"
#include "themata/io/error.hpp"
#include "themata/io/output_file.hpp"
#include "themata/io/plain_text.hpp"
#include "themata/models/franchise/plugin.hpp"
#include "themata/models/hdp/draw.hpp"
#include "themata/models/hdp/plugin.hpp"
#include "themata/models/hpc/plugin.hpp"
#include "themata/models/icdp/plugin.hpp"
#include "themata/models/lda/draw.hpp"
#include "themata/report/report.hpp"
#include "themata/store/draw_file.hpp"
#include "themata/store/trace_file.hpp"

namespace themata {
namespace {

using test::message_of;
using test::read_bytes;
using test::TemporaryFolder;
using test::write_bytes;

Draw hdp_draw() {
  Draw draw(std::make_unique<hdp::Draw>(hdp::Draw::Parameters{2, 0.5, 1.5, {0.1, 0.2, 0.3, 0.25}}),
            {1, 1, 3, 3, 3, 0});
  draw.chain = 2;
  draw.sweep = 30;
  draw.seconds = 4.5;
  return draw;
}

const hdp::Draw::Parameters& parameters_of(const Draw& draw) {
  return dynamic_cast<const hdp::Draw&>(*draw.model).parameters();
}

TEST(DrawFile, ComesBackAsItWasWritten) {
  const TemporaryFolder folder;
  const Draw draw = hdp_draw();
  write_draw(folder / "draw.npz", draw);
  const Draw back = read_draw(folder / "draw.npz", hdp::plugin());
  EXPECT_EQ(back.chain, draw.chain);
  EXPECT_EQ(back.sweep, draw.sweep);
  EXPECT_EQ(back.z, draw.z);
  EXPECT_EQ(parameters_of(back).alpha, 2);
  EXPECT_EQ(parameters_of(back).beta, 0.5);
  EXPECT_EQ(parameters_of(back).gamma, 1.5);
  EXPECT_EQ(parameters_of(back).psi, parameters_of(draw).psi);
  EXPECT_EQ(state_hash(back), state_hash(draw));
  EXPECT_EQ(back.seconds, draw.seconds);
}

TEST(DrawFile, OneCutShortIsRefused) {
  const TemporaryFolder folder;
  write_draw(folder / "draw.npz", hdp_draw());
  write_bytes(folder / "cut.npz", read_bytes(folder / "draw.npz").substr(0, 300));
  EXPECT_NE(message_of<InputError>([&] { read_draw(folder / "cut.npz", hdp::plugin()); }).find("cut.npz"),
            std::string::npos);
}

TEST(DrawFile, OneOfAnotherModelIsRefused) {
  const TemporaryFolder folder;
  write_draw(folder / "draw.npz", hdp_draw());
  for (const ModelPlugin* model : {&franchise::plugin(), &icdp::lida_plugin(), &hpc::plugin()})
    EXPECT_NE(message_of<InputError>([&] {
                read_draw(folder / "draw.npz", *model);
              }).find(fmt::format("is not a state of model {}", model->info().name)),
              std::string::npos);
}

TEST(BySize, NumbersAnHdpAndLeavesOutWhatIsUnused) {
  const Draw draw = by_size(hdp_draw());
  EXPECT_EQ(draw.z, (LargeVector<std::uint16_t>{1, 1, 0, 0, 0, 2}));
  EXPECT_EQ(parameters_of(draw).psi, (std::vector<double>{0.25, 0.2, 0.1}));
  EXPECT_EQ(draw.prior_weights(), (std::vector<double>{0.5, 0.4, 0.2}));
}

TEST(BySize, KeepsTheEmptyTopicsOfLda) {
  const Draw draw(std::make_unique<lda::Draw>(std::vector<double>{0.1, 0.2, 0.3, 0.4}, 0.5),
                  {1, 1, 3, 3, 3, 0});
  const Draw sorted = by_size(draw);
  EXPECT_EQ(sorted.z, (LargeVector<std::uint16_t>{1, 1, 0, 0, 0, 2}));
  EXPECT_EQ(sorted.prior_weights(), (std::vector<double>{0.4, 0.2, 0.1, 0.3}));
}

TEST(TraceFile, ReadsCmdStansLayout) {
  const TemporaryFolder folder;
  write_bytes(folder / "t.csv",
              "# engine = themata\nlp__,sweep\n-1.5e3,10\n# in between\nnan,20\r\n-inf,30\n-12");
  const Trace trace = read_trace(folder / "t.csv");
  ASSERT_EQ(trace.n_rows(), 3U) << "a last line without its end is still being written";
  EXPECT_EQ(trace.column("sweep"), (std::vector<double>{10, 20, 30}));
  EXPECT_EQ(trace.column("lp__")[0], -1500);
  EXPECT_TRUE(std::isnan(trace.column("lp__")[1]));
  EXPECT_TRUE(trace.column("none").empty());
}

TEST(TraceFile, NamesTheLineThatIsWrong) {
  const TemporaryFolder folder;
  const auto message = [&](std::string_view text) {
    write_bytes(folder / "t.csv", text);
    return message_of<InputError>([&] { read_trace(folder / "t.csv"); });
  };
  EXPECT_NE(message("#\na,b\n1,2,3\n").find("t.csv:3: has 3 fields"), std::string::npos);
  EXPECT_NE(message("a,b\n1,x\n").find("t.csv:2: 'x' is not a number"), std::string::npos);
  EXPECT_NE(message("# only\n").find("no header"), std::string::npos);
}

TEST(PlainText, TakesControlCharactersOut) {
  EXPECT_EQ(one_line("a\tb\n\x1b[31mc\xc2\x9b"
                     "d \xc3\xa9"),
            "a b  [31mc d \xc3\xa9");
  EXPECT_EQ(one_word("new york\r"), "new_york_");
  EXPECT_EQ(one_word(""), "_");
  EXPECT_EQ(one_line("\xc2"), "\xc2");
  EXPECT_EQ(message_text("a\nb\x1b[1m \xa0\xc3\xa9"), "a\nb [1m \xef\xbf\xbd\xc3\xa9")
      << "of any bytes, text";
  EXPECT_EQ(message_text(""), "");
  EXPECT_EQ(message_text("a\n"), "a\n");
}

TEST(OutputFile, LeavesNothingWithoutCommit) {
  const TemporaryFolder folder;
  {
    OutputFile file(folder / "out");
    file.write("half");
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  OutputFile file(folder / "out");
  file.print("{} {}", 1, "whole");
  file.commit();
  EXPECT_EQ(read_bytes(folder / "out"), "1 whole");
}

TEST(ReportPage, TextOfTheCorpusStaysData) {
  const std::string hostile = "</script><!--<script>";
  const std::string harmless = report_page({{"vocabulary", {"/*SCRIPT*/"}}});
  const std::string page = report_page({{"vocabulary", {hostile}}});
  EXPECT_EQ(page.find(hostile), std::string::npos);
  EXPECT_NE(page.find(R"(["\u003c/script>\u003c!--\u003cscript>"])"), std::string::npos);
  EXPECT_NE(harmless.find(R"(["/*SCRIPT*/"])"), std::string::npos) << "a mark within the data is no mark";
}

/// A manifest's members that are of another kind are refused where the fit is opened, not met later.
TEST(OpenFit, RefusesMembersOfAnotherKind) {
  const nlohmann::json good = {
      {"format", "themata-fit"},
      {"version", 1},
      {"status", "complete"},
      {"options", {{"model", "lda"}}},
      {"corpus", {{"path", "c"}, {"hash", "0"}, {"documents", 1}, {"types", 1}, {"tokens", 1}}},
      {"chains", {{{"chain", 1}, {"sweep", 9}}}}};
  const auto refusal = [&](const std::string& member, const nlohmann::json& value) {
    const Place folder(std::make_shared<MemoryFiles>());
    nlohmann::json manifest = good;
    manifest[nlohmann::json::json_pointer(member)] = value;
    folder.memory().put("manifest.json", manifest.dump());
    return message_of<InputError>([&] { open_fit(folder); });
  };
  EXPECT_EQ(refusal("/ended_by", 5), "(in memory)/manifest.json: has a wrong ended_by; expected text");
  EXPECT_EQ(refusal("/verdict", "yes"), "(in memory)/manifest.json: has a wrong verdict; expected an object");
  EXPECT_EQ(refusal("/verdict/settled", 1),
            "(in memory)/manifest.json: has a wrong verdict/settled; expected text");
  EXPECT_EQ(refusal("/exact", 1), "(in memory)/manifest.json: has a wrong exact; expected true or false");
  const char* const chains =
      "(in memory)/manifest.json: lacks chains; expected a list of chains with their numbers and sweeps";
  EXPECT_EQ(refusal("/chains/0/sweep", "x"), chains);
  EXPECT_EQ(refusal("/chains/0/chain", 0), chains);
  EXPECT_EQ(refusal("/chains/0/chain", std::uint64_t{1} << 32), chains);
}

TEST(FindFault, KnowsHowManyTopicsThereMayBe) {
  const auto draw_of = [](std::size_t topics) {
    return Draw(std::make_unique<lda::Draw>(std::vector<double>(topics, 0.1), 0.5), {0});
  };
  EXPECT_FALSE(find_fault(draw_of(65535)).has_value());
  EXPECT_EQ(find_fault(draw_of(65536)), "it has 65536 topics; there may be 65535");
}

}  // namespace
}  // namespace themata
