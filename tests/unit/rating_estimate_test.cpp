#include <gtest/gtest.h>

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <cstdio>

#include "themata/random/distributions.hpp"
#include "themata/random/stream.hpp"
#include "themata/rating/estimate.hpp"

namespace themata {
namespace {

double quantile_of_t(double degrees) {
  return boost::math::quantile(boost::math::students_t(degrees), 0.975);
}

/// Every rater answers every topic; y[rater][topic].
std::vector<Reply> table_of(const std::vector<std::vector<double>>& y, std::size_t first_item = 0) {
  std::vector<Reply> replies;
  for (std::size_t r = 0; r < y.size(); ++r)
    for (std::size_t b = 0; b < y[r].size(); ++b) replies.push_back({r, b, first_item + b, y[r][b]});
  return replies;
}

/// Clark's min F' from the sums of squares of a table: 1 / F' = 1 / F1 + 1 / F2, where F1 tests the mean by
/// the raters' means and F2 by the topics'.
struct MinF {
  double value, degrees;
};

MinF min_f(const std::vector<std::vector<double>>& y) {
  const double n_raters = static_cast<double>(y.size()), n_topics = static_cast<double>(y[0].size());
  double mean = 0, of_raters = 0, of_topics = 0;
  for (const auto& row : y)
    for (const double x : row) mean += x / (n_raters * n_topics);
  for (const auto& row : y) {
    double own = 0;
    for (const double x : row) own += x / n_topics;
    of_raters += (own - mean) * (own - mean) / (n_raters - 1);
  }
  for (std::size_t b = 0; b < y[0].size(); ++b) {
    double own = 0;
    for (const auto& row : y) own += row[b] / n_raters;
    of_topics += (own - mean) * (own - mean) / (n_topics - 1);
  }
  const double f1 = mean * mean / (of_raters / n_raters), f2 = mean * mean / (of_topics / n_topics);
  return {f1 * f2 / (f1 + f2), (f1 + f2) * (f1 + f2) / (f1 * f1 / (n_topics - 1) + f2 * f2 / (n_raters - 1))};
}

TEST(RatingEstimate, IntervalOfACompleteTableInvertsMinF) {
  const std::vector<std::vector<double>> y{{1, 0, 2, 1, 1}, {2, 1, 2, 0, 1}, {1, 1, 3, 1, 2}};
  const auto estimate = estimate_mean(table_of(y), {-10, 10});
  const MinF expected = min_f(y);
  const double half = quantile_of_t(expected.degrees) * estimate->value / std::sqrt(expected.value);
  EXPECT_NEAR(estimate->value, 19.0 / 15, 1e-12);
  EXPECT_NEAR(estimate->interval->high - estimate->value, half, 1e-9);
  EXPECT_NEAR(estimate->value - estimate->interval->low, half, 1e-9);
  EXPECT_EQ(estimate->blocks, 5U);
  EXPECT_EQ(estimate->answers, 15U);
}

TEST(RatingEstimate, DifferenceOfPairedAnswersIsTheMeanOfTheirDifferences) {
  const std::vector<std::vector<double>> a{{1, 3, 2, 1}, {2, 3, 3, 1}}, b{{1, 2, 2, 2}, {1, 3, 1, 1}};
  std::vector<std::vector<double>> difference = a;
  for (std::size_t r = 0; r < a.size(); ++r)
    for (std::size_t t = 0; t < a[r].size(); ++t) difference[r][t] -= b[r][t];
  const auto paired = estimate_difference(table_of(a), table_of(b, 4), {-2, 2});
  const auto direct = estimate_mean(table_of(difference), {-2, 2});
  EXPECT_NEAR(paired->value, direct->value, 1e-12);
  EXPECT_NEAR(paired->interval->low, direct->interval->low, 1e-9);
  EXPECT_NEAR(paired->interval->high, direct->interval->high, 1e-9);
}

TEST(RatingEstimate, ItemsCountEqually) {
  const std::vector<Reply> replies{{0, 0, 0, 1}, {1, 0, 0, 1}, {2, 0, 0, 1}, {0, 1, 1, 0}};
  EXPECT_DOUBLE_EQ(estimate_proportion(replies)->value, 0.5);
}

TEST(RatingEstimate, SameAnswersEverywhereAreAsGoodAsOnePerTopic) {
  std::vector<std::vector<double>> found(4, std::vector<double>(12, 1));
  const auto all = estimate_proportion(table_of(found));
  EXPECT_EQ(all->interval->high, 1);
  EXPECT_NEAR(all->interval->low, exact_interval(12, 12).low, 1e-12);
  EXPECT_FALSE(estimate_difference(table_of(found), table_of(found, 12), {-1, 1})->interval);
  for (std::size_t topics = 2; topics < 50; ++topics)  // whatever is rounded
    EXPECT_FALSE(estimate_mean(table_of({std::vector<double>(topics, 1)}), {-1, 1})->interval) << topics;
}

TEST(RatingEstimate, OneRaterOrOneTopic) {
  const auto one_rater = estimate_mean(table_of({{1, 2, 3, 2}}), {1, 3});
  const double half = quantile_of_t(3) * std::sqrt(2.0 / 3 / 4);
  EXPECT_NEAR(one_rater->interval->high, std::min(3.0, 2 + half), 1e-9);
  EXPECT_FALSE(estimate_mean(table_of({{1}, {3}}), {1, 3})->interval);
  EXPECT_FALSE(estimate_mean({}, {1, 3}).has_value());
  EXPECT_FALSE(estimate_proportion({}).has_value());
}

TEST(RatingEstimate, ExactIntervalOfWholeNumbers) {
  const RatingInterval interval = exact_interval(2, 10);  // Clopper & Pearson's table
  EXPECT_NEAR(interval.low, 0.0252, 1e-4);
  EXPECT_NEAR(interval.high, 0.5561, 1e-4);
}

// ---------------------------------------------------------------- coverage

/// Raters judge the topics of two strategies. Topics, raters and pairs of both differ in how much better the
/// first strategy is.
struct Experiment {
  std::size_t raters = 0, topics = 0;
  double topic_effect = 0, rater_effect = 0;  ///< standard deviations of the difference
  double truth = 0.4;
};

enum class Clusters { both, topics_only, answers };

bool covers(const Experiment& of, std::uint64_t seed, Clusters clusters) {
  Stream stream({seed}, Purpose::data, 0, 0);
  std::vector<double> by_topic(of.topics), common(of.topics);
  for (double& x : by_topic) x = of.topic_effect * draw_normal(stream);
  for (double& x : common) x = draw_normal(stream);
  std::vector<Reply> first, second;
  for (std::size_t r = 0; r < of.raters; ++r) {
    const double by_rater = of.rater_effect * draw_normal(stream), strict = draw_normal(stream);
    for (std::size_t b = 0; b < of.topics; ++b) {
      const double level = common[b] + strict;
      const std::size_t rater = clusters == Clusters::both      ? r
                                : clusters == Clusters::answers ? r * of.topics + b
                                                                : 0;
      const std::size_t block = clusters == Clusters::answers ? r * of.topics + b : b;
      first.push_back({rater, block, b, level + of.truth + by_topic[b] + by_rater + draw_normal(stream) / 2});
      second.push_back({rater, block, of.topics + b, level + draw_normal(stream) / 2});
    }
  }
  const auto estimate = estimate_difference(first, second, {-100, 100});
  return estimate->interval->low <= of.truth && of.truth <= estimate->interval->high;
}

double coverage(const Experiment& of, Clusters clusters = Clusters::both) {
  constexpr int n = 1000;
  int covered = 0;
  for (int i = 0; i < n; ++i) covered += covers(of, static_cast<std::uint64_t>(i), clusters) ? 1 : 0;
  return static_cast<double>(covered) / n;
}

// 1000 experiments: the standard error of a coverage of .95 is .007; below .93 is three of them.
TEST(RatingEstimate, IntervalsCoverTheTruth) {
  for (const std::size_t raters : {2, 3, 6, 12})
    for (const double topic_effect : {0.0, 0.5})
      for (const double rater_effect : {0.0, 0.3}) {
        const double covered = coverage({raters, 15, topic_effect, rater_effect});
        std::printf("raters %2zu, topics 15, sd of topics %.1f, of raters %.1f: coverage %.3f\n", raters,
                    topic_effect, rater_effect, covered);
        EXPECT_GE(covered, 0.93) << raters << ' ' << topic_effect << ' ' << rater_effect;
      }
}

TEST(RatingEstimate, IntervalsThatIgnoreRatersOrTopicsDoNot) {
  EXPECT_LT(coverage({6, 15, 0.0, 0.3}, Clusters::topics_only), 0.85);
  EXPECT_LT(coverage({6, 15, 1.0, 0.0}, Clusters::answers), 0.85);
}

}  // namespace
}  // namespace themata
