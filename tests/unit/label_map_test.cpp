#include "themata/predict/label_map.hpp"

#include <gtest/gtest.h>

#include "themata/predict/label_calibration.hpp"

namespace themata {
namespace {

/// Documents with one label and the given probability of it, of which so many have it.
struct Group {
  float probability;
  int documents, right;
};

/// A second label, of which nothing is known, gives every document a label.
LabeledRows rows_of_groups(const std::vector<Group>& groups) {
  LabeledRows rows{{}, {}, {"asked"}};
  for (const Group& group : groups)
    for (int d = 0; d < group.documents; ++d) {
      rows.probabilities.push_back(group.probability);
      TrueLabels truth{{}, {"unknown"}};
      if (d < group.right) truth.labels.push_back(0);
      rows.truth.push_back(truth);
    }
  return rows;
}

LabelMap map_of(const std::vector<Group>& groups) {
  const LabeledRows rows = rows_of_groups(groups);
  return LabelMap({&rows, 1});
}

TEST(LabelMap, GivesTheSharesOfEachProbabilityWhereTheyRise) {
  const LabelMap map = map_of({{0.0F, 1000, 10}, {0.5F, 100, 20}, {1.0F, 200, 140}});
  EXPECT_NEAR(map(0.0F), 0.01, 1e-3);
  EXPECT_NEAR(map(0.5F), 0.2, 1e-3);
  EXPECT_NEAR(map(1.0F), 0.7, 1e-3);
  EXPECT_NEAR(map(0.75F), 0.45, 1e-3) << "a straight line between them";
}

TEST(LabelMap, PoolsNeighboursWhoseSharesFall) {
  const LabelMap map = map_of({{0.1F, 100, 30}, {0.2F, 300, 30}, {0.9F, 100, 80}});
  EXPECT_NEAR(map(0.175F), 60.0 / 400, 1e-3) << "at their mean probability";
  EXPECT_NEAR(map(0.05F), 60.0 / 400, 1e-3);
  EXPECT_NEAR(map(0.9F), 0.8, 1e-3);
}

TEST(LabelMap, JoinsWhatIsTooLittleToTell) {
  const LabelMap map = map_of({{0.2F, 100, 10}, {0.8F, 3, 3}});
  EXPECT_NEAR(map(0.8F), 13.0 / 103, 1e-3) << "three of three are no certainty";
}

TEST(LabelMap, KeepsTheOrderOfLabels) {
  const LabelMap map = map_of({{0.1F, 100, 50}, {0.9F, 100, 50}});
  float before = -1;
  for (int i = 0; i <= 100; ++i) {
    const float now = map(static_cast<float>(i) / 100);
    EXPECT_GT(now, before);
    before = now;
  }
}

TEST(LabelMap, IsTheIdentityWithoutDocuments) {
  const LabeledRows nothing;
  EXPECT_EQ(LabelMap({&nothing, 1})(0.3F), 0.3F);
  EXPECT_EQ(LabelMap()(0.3F), 0.3F);
}

TEST(Reliability, CountsByTenthsAndLeavesOutDocumentsWithoutLabels) {
  LabeledRows rows = rows_of_groups({{0.05F, 10, 1}, {0.95F, 4, 3}, {1.0F, 4, 1}});
  rows.probabilities.push_back(0.5F);
  rows.truth.emplace_back();
  const std::vector<ReliabilityRow> found = reliability({&rows, 1});
  ASSERT_EQ(found.size(), 10U);
  EXPECT_EQ(found[0].pairs, 10U);
  EXPECT_NEAR(found[0].right, 0.1, 1e-12);
  EXPECT_EQ(found[9].pairs, 8U) << "1 belongs to the last tenth";
  EXPECT_NEAR(found[9].probability, 0.975, 1e-6);
  EXPECT_NEAR(found[9].right, 0.5, 1e-12);
  EXPECT_EQ(found[5].pairs, 0U);
}

TEST(LabelCalibration, MakesProbabilitiesTrueOnItsOwnDocuments) {
  const LabelCalibration made = calibration_by({rows_of_groups({{0.0F, 900, 9}, {1.0F, 100, 70}})}, 4, 0);
  ASSERT_TRUE(made.found.has_value());
  EXPECT_EQ(made.found->folds, 4U);
  EXPECT_NEAR(made.found->before[9].right, 0.7, 1e-12);
  EXPECT_NEAR(made.found->before[9].probability, 1, 1e-12);
  EXPECT_NEAR(made.found->after[6].probability + made.found->after[7].probability, 0.7, 2e-3);
  EXPECT_GT(made.threshold, 0.01);
  EXPECT_LT(made.threshold, 0.7) << "labels of .7 are worth predicting";
}

TEST(LabelCalibration, LeavesProbabilitiesWhereThereIsTooLittleToTell) {
  for (const std::vector<Group>& few : {std::vector<Group>{{0.1F, 300, 30}, {0.9F, 100, 70}},
                                        std::vector<Group>{{0.1F, 2000, 10}, {0.9F, 50, 30}}}) {
    const LabelCalibration made = calibration_by({rows_of_groups(few)}, 0, 0);
    EXPECT_FALSE(made.found->mapped);
    EXPECT_EQ(made.map(0.9F), 0.9F);
    EXPECT_GT(made.threshold, 0.1) << "the threshold is chosen all the same";
    EXPECT_LT(made.threshold, 0.9);
  }
}

TEST(LabelScores, AreThoseOfEachLabelWhateverItsNumber) {
  LabeledRows one{{0.9F, 0.1F}, {{{0}, {}}}, {"a", "b"}}, other{{0.1F, 0.9F}, {{{1}, {}}}, {"b", "a"}};
  const LabelScore score = score_labels(std::vector{one, other}, {0.5, 1});
  ASSERT_EQ(score.of_labels.size(), 1U);
  EXPECT_EQ(score.of_labels[0].name, "a");
  EXPECT_EQ(score.of_labels[0].documents, 2U);
  EXPECT_EQ(score.of_labels[0].hits, 2U);
  EXPECT_EQ(score.macro.recall, 1);
}

}  // namespace
}  // namespace themata
