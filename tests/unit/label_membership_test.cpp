#include "themata/evaluate/label_membership.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace themata {
namespace {

// A tree of three levels: 0 with 1 and 2 below it, 1 with 3 and 4 below it, and 5 with 6 below it.
const LabelTree& tree() {
  static const LabelTree found({7, 0, 0, 1, 1, 7, 5});
  return found;
}

struct Labeled {
  std::vector<std::uint16_t> labels;
  std::vector<double> theta;
};

TopicRates draw_of(const std::vector<Labeled>& documents) {
  TopicRates rates;
  rates.eta.resize(tree().n_topics());
  rates.label_begin = {0};
  for (const Labeled& document : documents) {
    rates.labels.insert(rates.labels.end(), document.labels.begin(), document.labels.end());
    for (const double share : document.theta) rates.affinities.push_back(3 + std::log(share));
    rates.label_begin.push_back(rates.labels.size());
  }
  return rates;
}

std::vector<Labeled> documents() {
  return {
      {{1}, {1}}, {{3, 4}, {.25, .75}}, {{2, 3}, {.5, .5}}, {{2, 4, 5}, {.2, .3, .5}}, {{0, 2}, {.1, .9}}};
}

Memberships memberships_of(const std::vector<TopicRates>& draws) {
  return memberships(
      [&draws](const std::function<void(const TopicRates&)>& visit) {
        for (const TopicRates& draw : draws) visit(draw);
      },
      tree());
}

using Counts = std::vector<std::size_t>;

TEST(LevelOfSplit, IsWhereTheBranchThatHasBothLabelsEnds) {
  EXPECT_EQ(level_of_split(tree(), 3, 6), 0U);
  EXPECT_EQ(level_of_split(tree(), 0, 5), 0U);
  EXPECT_EQ(level_of_split(tree(), 3, 2), 1U);
  EXPECT_EQ(level_of_split(tree(), 2, 1), 1U);
  EXPECT_EQ(level_of_split(tree(), 4, 3), 2U);
  for (const std::uint32_t above : {0U, 1U, 4U}) EXPECT_FALSE(level_of_split(tree(), above, 4)) << above;
  EXPECT_FALSE(level_of_split(tree(), 6, 5));
}

TEST(Memberships, CountDocumentsByWhereTheirLabelsSplit) {
  const Memberships found = memberships_of({draw_of(documents())});
  EXPECT_EQ(found.by_count, (Counts{1, 3, 1}));
  EXPECT_EQ(found.all.documents, 5U);
  EXPECT_EQ(found.all.mixed, 4U);
  EXPECT_EQ(found.all.across, (Counts{1, 2, 1}));
  const Membership& second = found.labels[2];
  EXPECT_EQ(second.documents, 3U);
  EXPECT_EQ(second.mixed, 3U) << "a label above it counts as another one";
  EXPECT_EQ(second.across, (Counts{1, 2, 0})) << "but does not split from it";
  EXPECT_EQ(found.labels[1].mixed, 0U);
  EXPECT_EQ(found.labels[5].across, (Counts{1, 1, 0})) << "where two other labels of its documents split";
}

TEST(Memberships, RankTheLabelsThatDocumentsShare) {
  std::vector<Labeled> more = documents();
  more.push_back({{2, 5}, {.5, .5}});
  const Memberships found = memberships_of({draw_of(more)});
  std::vector<std::pair<std::uint32_t, std::size_t>> shared;
  for (const SharedLabel& other : found.labels[2].shared) shared.emplace_back(other.topic, other.documents);
  EXPECT_EQ(shared, (std::vector<std::pair<std::uint32_t, std::size_t>>{{5, 2}, {0, 1}, {3, 1}, {4, 1}}));
  EXPECT_TRUE(found.labels[1].shared.empty());
}

void expect_words(const Membership& found, double own, const std::vector<double>& across) {
  EXPECT_NEAR(found.own.mean, own, 1e-12);
  ASSERT_EQ(found.words_across.size(), across.size());
  for (std::size_t level = 0; level < across.size(); ++level)
    EXPECT_NEAR(found.words_across[level].mean, across[level], 1e-12) << level;
}

TEST(Memberships, AverageTheWordsOfLabelsOverDocuments) {
  const Memberships found = memberships_of({draw_of(documents())});
  expect_words(found.labels[2], (.5 + .2 + .9) / 3, {.5 / 3, (.5 + .3) / 3, 0});
  expect_words(found.labels[4], (.75 + .3) / 2, {.5 / 2, .2 / 2, .25 / 2});
  expect_words(found.labels[1], 1, {0, 0, 0});
  const double same = 1 + (.0625 + .5625) + .5 + (.04 + .09 + .25) + (.01 + .81);
  expect_words(found.all, same / 5,
               {2 * (.2 * .5 + .3 * .5) / 5, 2 * (.25 + .2 * .3) / 5, 2 * .25 * .75 / 5});
  EXPECT_EQ(found.labels[4].own.sd, 0) << "of one draw";
}

TEST(Memberships, SpreadOverDraws) {
  std::vector<Labeled> other = documents();
  other[1].theta = {.75, .25};
  const Memberships found = memberships_of({draw_of(documents()), draw_of(other)});
  EXPECT_EQ(found.all.documents, 5U) << "once, not once in each draw";
  EXPECT_NEAR(found.labels[4].own.mean, (.525 + .275) / 2, 1e-12);
  EXPECT_NEAR(found.labels[4].own.sd, .25 / std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(found.labels[4].words_across[2].mean, .25, 1e-12);
  EXPECT_NEAR(found.labels[4].words_across[2].sd, .25 / std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(found.labels[2].own.sd, 0, 1e-7);
}

TEST(Memberships, OfALabelWithoutDocumentsAreZeros) {
  const Membership none = memberships_of({draw_of(documents())}).labels[6];
  EXPECT_EQ(none.documents, 0U);
  expect_words(none, 0, {0, 0, 0});
}

}  // namespace
}  // namespace themata
