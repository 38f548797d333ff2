#include "themata/align/align.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <set>

#include "support/alignment.hpp"

namespace themata {
namespace {

using testing::PlainTopics;
using testing::random_costs;

void expect_an_assignment(const CostMatrix& costs, const std::vector<Assigned>& pairs) {
  EXPECT_EQ(pairs.size(), std::min(costs.rows(), costs.columns()));
  std::set<std::size_t> rows, columns;
  for (const Assigned& pair : pairs) {
    EXPECT_TRUE(rows.insert(pair.row).second);
    EXPECT_TRUE(columns.insert(pair.column).second);
  }
  EXPECT_TRUE(std::ranges::is_sorted(pairs, {}, &Assigned::row));
}

TEST(Assignment, HasTheLeastTotalOfAll) {
  for (std::uint64_t trial = 0; trial < 200; ++trial) {
    const std::size_t rows = 1 + trial % 6, columns = rows + trial / 6 % 3;
    const CostMatrix costs = random_costs(rows, columns, trial, trial % 2 == 0 ? 0 : 4);
    const auto pairs = least_assignment(costs);
    expect_an_assignment(costs, pairs);
    EXPECT_NEAR(testing::total_of(costs, pairs), testing::least_total(costs), 1e-12) << trial;
    const CostMatrix tall = costs.transposed();
    const auto turned = least_assignment(tall);
    expect_an_assignment(tall, turned);
    EXPECT_NEAR(testing::total_of(tall, turned), testing::least_total(costs), 1e-12) << trial;
  }
}

std::int64_t total_of(const std::vector<std::vector<WeighedColumn>>& rows,
                      const std::vector<std::size_t>& columns) {
  std::int64_t total = 0;
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (const WeighedColumn& cell : rows[k])
      if (cell.column == columns[k]) total += cell.weight;
  return total;
}

TEST(HeaviestPermutation, HasTheLargestTotalOfAll) {
  for (std::uint64_t trial = 0; trial < 600; ++trial) {
    Stream stream({53}, Purpose::data, 0, trial);
    const std::size_t n = trial < 500 ? 1 + trial % 7 : 60;
    const double filled = .1 + .2 * static_cast<double>(trial % 5), diagonal = static_cast<double>(trial % 3);
    std::vector<std::vector<WeighedColumn>> rows(n);
    CostMatrix costs(n, n);
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t j = 0; j < n; ++j) {
        const double most = k == j ? 4 + 4 * diagonal : 5;
        const auto weight = static_cast<std::int64_t>(most * stream.uniform());
        if (weight == 0 || stream.uniform() > filled) continue;
        rows[k].push_back({j, weight});
        costs.row(k)[j] = -static_cast<double>(weight);
      }
    const std::vector<std::size_t> columns = heaviest_permutation(rows);
    std::vector<std::size_t> sorted = columns, identity(n);
    std::ranges::sort(sorted);
    std::iota(identity.begin(), identity.end(), std::size_t{0});
    ASSERT_EQ(sorted, identity) << "no permutation";
    const double best = -testing::total_of(costs, least_assignment(costs));
    EXPECT_EQ(static_cast<double>(total_of(rows, columns)), best) << trial;
    if (static_cast<double>(total_of(rows, identity)) == best) {
      EXPECT_EQ(columns, identity);
    }
  }
  EXPECT_TRUE(heaviest_permutation({}).empty());
}

TEST(Assignment, OfNothingIsNothing) {
  EXPECT_TRUE(least_assignment(CostMatrix(0, 3)).empty());
  EXPECT_TRUE(least_assignment(CostMatrix(3, 0)).empty());
}

TEST(Assignment, OfAThousandTakesSeconds) {
  const CostMatrix costs = random_costs(1000, 1000, 0);
  const auto start = std::chrono::steady_clock::now();
  const auto pairs = least_assignment(costs);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  expect_an_assignment(costs, pairs);
  // The expected least total of n uniform costs tends to pi^2 / 6 with n (Aldous 2001); its deviation is
  // about .03.
  EXPECT_NEAR(testing::total_of(costs, pairs), 1.6449, 0.15);
  RecordProperty("seconds", std::to_string(seconds.count()));
  EXPECT_LT(seconds.count(), 30);
}

class Distances : public ::testing::TestWithParam<TopicDistance> {
 protected:
  Pool pool_{2};
  CostMatrix between(const PlainTopics& a, const PlainTopics& b) {
    return topic_distances(a.set(), b.set(), GetParam(), pool_);
  }
};

TEST_P(Distances, AreThoseOfDenseRows) {
  PlainTopics a = testing::random_topics(5, 40, 1), b = testing::random_topics(7, 40, 2);
  EXPECT_LT(testing::off_by(between(a, b), a, b, GetParam()), 1e-9);
  b.beta = 2;
  EXPECT_LT(testing::off_by(between(a, b), a, b, GetParam()), 1e-9);
  a.weights = b.weights = std::vector<double>(40, 0.5);
  for (std::size_t v = 0; v < 40; v += 3) a.weights[v] = b.weights[v] = 2.5;
  a.seeds = {{3, 1, 4.5}, {7, 0, 2}, {39, 1, 1}};
  EXPECT_LT(testing::off_by(between(a, b), a, b, GetParam()), 1e-9) << "weights and seeds";
  b.weights.clear();
  EXPECT_LT(testing::off_by(between(a, b), a, b, GetParam()), 1e-9) << "different weights";
}

TEST_P(Distances, OfATopicWithoutTokensAreDefined) {
  PlainTopics a = testing::random_topics(3, 12, 3);
  a.counts[1].assign(12, 0);
  EXPECT_LT(testing::off_by(between(a, a), a, a, GetParam()), 1e-7);
}

TEST_P(Distances, DoNotDependOnThreads) {
  const PlainTopics a = testing::random_topics(9, 60, 4), b = testing::random_topics(8, 60, 5);
  Pool one(1), three(3);
  const CostMatrix x = topic_distances(a.set(), b.set(), GetParam(), one),
                   y = topic_distances(a.set(), b.set(), GetParam(), three);
  for (std::size_t i = 0; i < x.rows(); ++i) EXPECT_TRUE(std::ranges::equal(x.row(i), y.row(i)));
}

TEST_P(Distances, FindAPermutationAtDistanceNought) {
  const PlainTopics a = testing::random_topics(20, 200, 6);
  const std::vector<std::size_t> order{7, 3, 0, 12, 19, 1, 5, 4, 18, 2, 6, 17, 8, 9, 16, 10, 11, 15, 13, 14};
  PlainTopics b = a;
  for (std::size_t k = 0; k < order.size(); ++k) b.counts[order[k]] = a.counts[k];
  const auto partners = align(a.set(), b.set(), GetParam(), pool_);
  for (std::size_t k = 0; k < order.size(); ++k) {
    ASSERT_TRUE(partners[k]);
    EXPECT_EQ(partners[k]->topic, order[k]);
    EXPECT_EQ(partners[k]->distance, 0);
  }
}

TEST_P(Distances, LeaveTopicsOverWhereThereAreMore) {
  const PlainTopics a = testing::random_topics(6, 50, 7);
  PlainTopics b = a;
  b.counts.resize(4);
  const auto partners = align(a.set(), b.set(), GetParam(), pool_);
  for (std::size_t k = 0; k < 6; ++k) EXPECT_EQ(partners[k].has_value(), k < 4);
}

TEST_P(Distances, TheLimitIsHowFarTopicsOfOneRunAreApartButNoMoreThanHalf) {
  PlainTopics close, apart, single;
  close.counts = {{30, 20, 9, 1}, {20, 30, 0, 1}};
  apart.counts = {{30, 0, 0, 0}, {0, 10, 0, 0}};
  single.counts = {{5, 4, 3, 2}};
  const double half = std::sqrt(0.5), nearest = between(close, close).row(0)[1];
  ASSERT_LT(nearest, half);
  ASSERT_GT(between(apart, apart).row(0)[1], half);
  EXPECT_EQ(match_limit({close.set()}, GetParam(), pool_), nearest);
  EXPECT_EQ(match_limit({single.set(), close.set()}, GetParam(), pool_), nearest);
  EXPECT_EQ(match_limit({apart.set()}, GetParam(), pool_), half);
  EXPECT_EQ(match_limit({single.set(), single.set()}, GetParam(), pool_), half);
}

INSTANTIATE_TEST_SUITE_P(Both, Distances,
                         ::testing::Values(TopicDistance::hellinger, TopicDistance::jensen_shannon),
                         [](const auto& given) {
                           return given.param == TopicDistance::hellinger ? "Hellinger" : "JensenShannon";
                         });

}  // namespace
}  // namespace themata
