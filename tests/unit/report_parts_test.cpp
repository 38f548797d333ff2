// Parts of a report by themselves; tests/cli/test_report_data.py checks the whole against NumPy.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support.hpp"
#include "support/api.hpp"
#include "themata/report/document_text.hpp"
#include "themata/report/documents.hpp"
#include "themata/report/fields.hpp"
#include "themata/report/kept_draws.hpp"
#include "themata/report/relations.hpp"
#include "themata/store/topic_names.hpp"

namespace themata::report_parts {
namespace {

using nlohmann::json;

TEST(DrawSeries, HasTheIntervalOfItsDraws) {
  DrawSeries series(2, 21);
  for (std::size_t s = 0; s < 21; ++s) series.set(1, s, static_cast<double>((s * 8) % 21));
  const auto interval = series.interval(1);
  ASSERT_TRUE(interval);
  EXPECT_DOUBLE_EQ(interval->mean, 10);
  EXPECT_DOUBLE_EQ(interval->low, 1);
  EXPECT_DOUBLE_EQ(interval->high, 19);
  EXPECT_EQ(series.found(1), 1);
}

TEST(DrawSeries, HasNoneOfTooFewDraws) {
  DrawSeries series(1, 10);
  for (std::size_t s = 0; s < 4; ++s) series.set(0, s, 1);
  EXPECT_FALSE(series.interval(0)) << "known in fewer than half of the draws";
  series.set(0, 4, 1);
  EXPECT_TRUE(series.interval(0));
  EXPECT_EQ(series.found(0), 0.5);
  DrawSeries three(1, 3);
  for (std::size_t s = 0; s < 3; ++s) three.set(0, s, 1);
  EXPECT_FALSE(three.interval(0));
  EXPECT_FALSE(DrawSeries(1, 0).interval(0));
}

/// The groups of one field of documents with two tokens each.
FieldGroups grouped(const std::vector<json>& values) {
  FieldScan scan(values.size());
  for (std::size_t d = 0; d < values.size(); ++d)
    scan.add(d, values[d].is_null() ? json() : json{{"field", values[d]}});
  std::vector<std::uint64_t> offsets;
  for (std::size_t d = 0; d <= values.size(); ++d) offsets.push_back(2 * d);
  const Corpus corpus = make_corpus(std::vector<std::uint32_t>(2 * values.size(), 0), offsets, 1);
  const std::vector<FieldGroups> groups = scan.groups(corpus);
  return groups.empty() ? FieldGroups{} : groups.front();
}

TEST(FieldGroups, OfWholeNumbersAreTheNumbers) {
  const FieldGroups groups = grouped({2003, "2001", json(), 2001, "", 2003});
  EXPECT_EQ(groups.kind, "number");
  EXPECT_EQ(groups.labels, (std::vector<std::string>{"2001", "2003"}));
  EXPECT_EQ(groups.group, (std::vector<std::uint8_t>{1, 0, 255, 0, 255, 1}));
  EXPECT_EQ(groups.documents, (std::vector<std::uint64_t>{2, 2}));
  EXPECT_EQ(groups.tokens, (std::vector<std::uint64_t>{4, 4}));
}

TEST(FieldGroups, OfManyNumbersAreOfEqualSize) {
  std::vector<json> values;
  for (int d = 0; d < 1000; ++d) values.emplace_back((d * 7 % 1000) + 0.5);
  const FieldGroups groups = grouped(values);
  ASSERT_EQ(groups.n_groups(), 10U);
  EXPECT_EQ(groups.labels.front(), "0.5 to 99.5");
  EXPECT_EQ(groups.labels.back(), "900.5 to 999.5");
  EXPECT_EQ(groups.documents, std::vector<std::uint64_t>(10, 100));
}

TEST(FieldGroups, OfDatesAreYears) {
  const FieldGroups groups = grouped({"1999-12-31", "2001-02", "1999-01-01T00:00:00Z", "2001-02-03 10:00"});
  EXPECT_EQ(groups.kind, "year");
  EXPECT_EQ(groups.labels, (std::vector<std::string>{"1999", "2001"}));
  EXPECT_EQ(grouped({"1999-12-31", "12.5"}).kind, "category") << "dates among numbers are texts";
  EXPECT_EQ(grouped({"1999-12-3x", "2001-01-01"}).kind, "category");
}

TEST(FieldGroups, OfTextsAreTheLargestAndTheRest) {
  std::vector<json> values;
  for (int group = 0; group < 25; ++group)
    for (int d = 0; d < 30 - group; ++d) values.emplace_back("value " + std::to_string(group));
  values.emplace_back(true);
  const FieldGroups groups = grouped(values);
  EXPECT_EQ(groups.kind, "category");
  ASSERT_EQ(groups.n_groups(), 21U);
  EXPECT_EQ(groups.labels.front(), "value 0");
  EXPECT_EQ(groups.labels.back(), "other");
  EXPECT_EQ(groups.documents.front(), 30U);
  EXPECT_EQ(groups.documents.back(), 10U + 9 + 8 + 7 + 6 + 1);
}

TEST(FieldGroups, AreNotMadeOfTitlesOrOfOneValue) {
  std::vector<json> titles, one, long_texts;
  for (int d = 0; d < 500; ++d) {
    titles.emplace_back("title " + std::to_string(d));
    one.emplace_back("same");
    long_texts.emplace_back(std::string(300, 'x') + std::to_string(d % 2));
  }
  EXPECT_EQ(grouped(titles).n_groups(), 0U);
  EXPECT_EQ(grouped(one).n_groups(), 0U);
  EXPECT_EQ(grouped(long_texts).n_groups(), 0U);
  EXPECT_EQ(grouped({json::array({1}), json::object()}).n_groups(), 0U);
}

TEST(FieldShares, AreOfTheTokensOfAGroup) {
  FieldGroups field{"f", "category", {"a", "b", "c"}, {0, 0, 1, FieldGroups::no_group}, {2, 1, 0}, {6, 2, 0}};
  const SparseCounts counts{{0, 2, 3, 4, 5}, {0, 1, 1, 2, 0}, {1, 2, 3, 2, 9}, 3};
  const std::vector<std::size_t> numbers{1, 0, 99};
  const std::vector<double> shares = field_shares(field, counts, numbers, 2);
  EXPECT_EQ(std::vector<double>(shares.begin(), shares.begin() + 4),
            (std::vector<double>{5.0 / 6, 1.0 / 6, 0, 0}));
  EXPECT_TRUE(std::isnan(shares[4]) && std::isnan(shares[5])) << "a group without tokens";
}

TEST(ShownText, CountsInUtf16AndCutsWholeCharacters) {
  const DocumentText document{"a\xf0\x9f\x8c\xb9\xc3\xa9 bc", {{0, 1}, {1, 7}, {8, 10}}};
  const ShownText whole = shown_text(document, 100);
  EXPECT_EQ(whole.text, document.text);
  EXPECT_FALSE(whole.is_cut);
  ASSERT_EQ(whole.spans.size(), 3U);
  EXPECT_EQ(whole.spans[1].begin, 1U);
  EXPECT_EQ(whole.spans[1].end, 4U);
  EXPECT_EQ(whole.spans[2].begin, 5U);
  EXPECT_EQ(whole.spans[2].end, 7U);
  struct Case {
    std::size_t most;
    std::string text;
    std::size_t tokens;
  };
  for (const auto& [most, text, tokens] : std::vector<Case>{{0, "", 0},
                                                            {1, "a", 1},
                                                            {2, "a", 1},
                                                            {3, "a\xf0\x9f\x8c\xb9", 1},
                                                            {4, "a\xf0\x9f\x8c\xb9\xc3\xa9", 2},
                                                            {6, "a\xf0\x9f\x8c\xb9\xc3\xa9 b", 2}}) {
    const ShownText cut = shown_text(document, most);
    EXPECT_EQ(cut.text, text) << most;
    EXPECT_EQ(cut.spans.size(), tokens) << most;
    EXPECT_TRUE(cut.is_cut);
  }
}

TEST(CorrelatedTopics, AreNoneOfSharesThatStandStill) {
  const SparseCounts even{{0, 2, 4, 6}, {0, 1, 0, 1, 0, 1}, {1, 2, 2, 4, 3, 6}, 2};
  for (const auto& related : correlated_topics(even, 2, 5)) EXPECT_TRUE(related.empty());
  const SparseCounts opposed{{0, 2, 4, 5}, {0, 1, 0, 1, 0}, {1, 2, 2, 1, 3}, 2};
  const auto related = correlated_topics(opposed, 2, 5);
  ASSERT_EQ(related[0].size(), 1U);
  EXPECT_EQ(related[0][0].topic, 1U);
  EXPECT_NEAR(related[0][0].value, -1, 1e-9);
  EXPECT_EQ(correlated_topics(opposed, 1, 5).size(), 1U);
}

TEST(Comparison, KnowsTheNearestTopicsOfBothRuns) {
  const Collection collection = Collection::from_texts(test::many_texts());
  const std::vector<Fit> fits{fit(collection, test::small_options("lda").set("topics", 2)),
                              fit(collection, test::small_options("lda").set("topics", 3))};
  const Comparison comparison = compare(fits);
  ASSERT_EQ(comparison.nearest.size(), 1U);
  ASSERT_EQ(comparison.nearest[0].size(), 2U);
  ASSERT_EQ(comparison.nearest_in_first[0].size(), 3U);
  for (std::size_t k = 0; k < 2; ++k) {
    const auto& pair = comparison.pairs[0][k];
    const NearestTopic nearest = comparison.nearest[0][k];
    ASSERT_TRUE(pair);
    EXPECT_LE(nearest.distance, pair->distance);
    if (nearest.topic == pair->topic) {
      EXPECT_EQ(nearest.distance, pair->distance);
    }
    EXPECT_LE(comparison.nearest_in_first[0][nearest.topic].distance, nearest.distance);
  }
}

TEST(Report, TakesNamesAndASecondFitFromItsCaller) {
  const Collection collection = Collection::from_texts(test::many_texts());
  const Fit made = fit(collection, test::small_options("lda"));
  const std::string page =
      report(made, {}, {.names = {"gardens </script>", "", "ships"}, .documents = 2, .other = made});
  EXPECT_NE(page.find(R"("name":"gardens \u003c/script>")"), std::string::npos);
  EXPECT_NE(page.find(R"("sampled_documents":2)"), std::string::npos);
  EXPECT_NE(page.find(R"("only_a":[])"), std::string::npos);
  EXPECT_NE(test::message_of<UsageError>([&] {
              report(made, {}, {.names = {"one"}, .documents = {}, .other = {}});
            }).find("has 1 names; expected one for each of 3 topics"),
            std::string::npos);
}

TEST(TopicNames, KeepTheNamesThatAFileDoesNotReplace) {
  const test::TemporaryFolder folder;
  test::write_bytes(folder / "names.tsv", "\xef\xbb\xbftopic\tname\r\n\r\n2\ttwo words\r\n");
  EXPECT_EQ(read_topic_names((folder / "names.tsv").string(), 3, {"a", "b", "c"}),
            (std::vector<std::string>{"a", "b", "two words"}));
  EXPECT_EQ(read_topic_names((folder / "names.tsv").string(), 3),
            (std::vector<std::string>{"", "", "two words"}));
}

}  // namespace
}  // namespace themata::report_parts
