#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "support/alignment.hpp"
#include "themata/align/linkage.hpp"
#include "themata/align/scaling.hpp"
#include "themata/random/stream.hpp"

namespace themata {
namespace {

/// Distances of points in space, `dimensions` uniform coordinates each.
CostMatrix distances_of_points(std::size_t n, std::size_t dimensions) {
  Stream stream(chain_key(1, 1), Purpose::data, 0, n);
  std::vector<std::vector<double>> points(n, std::vector<double>(dimensions));
  for (auto& point : points)
    for (double& x : point) x = stream.uniform();
  CostMatrix result(n, n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      double sum = 0;
      for (std::size_t c = 0; c < dimensions; ++c)
        sum += (points[i][c] - points[j][c]) * (points[i][c] - points[j][c]);
      result.row(i)[j] = std::sqrt(sum);
    }
  return result;
}

void expect_same_distances(const PlaneMap& map, const CostMatrix& distances) {
  for (std::size_t i = 0; i < distances.rows(); ++i)
    for (std::size_t j = 0; j < distances.rows(); ++j)
      EXPECT_NEAR(std::hypot(map.x[i] - map.x[j], map.y[i] - map.y[j]), distances.row(i)[j], 1e-6);
}

TEST(PlaneMap, GivesPointsOfThePlaneTheirDistances) {
  const CostMatrix distances = distances_of_points(30, 2);
  const PlaneMap map = scale_to_plane(distances);
  expect_same_distances(map, distances);
  EXPECT_NEAR(map.explained, 1, 1e-9);
}

TEST(PlaneMap, PlacesPointsBesideLandmarksByTheirDistances) {
  const CostMatrix distances = distances_of_points(40, 2);
  expect_same_distances(scale_to_plane(distances, 10), distances);
}

TEST(PlaneMap, ExplainsPartOfMoreDimensions) {
  const PlaneMap map = scale_to_plane(distances_of_points(60, 6));
  EXPECT_GT(map.explained, 2.0 / 6 - 0.05);
  EXPECT_LT(map.explained, 0.7);
}

TEST(PlaneMap, TakesFewAndEqualPoints) {
  EXPECT_TRUE(scale_to_plane(CostMatrix(0, 0)).x.empty());
  const PlaneMap one = scale_to_plane(CostMatrix(1, 1));
  EXPECT_EQ(one.x, std::vector<double>{0});
  EXPECT_EQ(one.y, std::vector<double>{0});
  CostMatrix pair(2, 2);
  pair.row(0)[1] = pair.row(1)[0] = 0.5;
  const PlaneMap two = scale_to_plane(pair);
  EXPECT_NEAR(std::abs(two.x[0] - two.x[1]), 0.5, 1e-12);
  EXPECT_NEAR(two.y[0], two.y[1], 1e-12);
  const PlaneMap same = scale_to_plane(CostMatrix(5, 5));
  EXPECT_EQ(same.x, std::vector<double>(5, 0));
  EXPECT_EQ(same.explained, 0);
}

/// The same by its definition, in time n^3: again and again the two nearest clusters.
std::vector<Merge> plain_linkage(const CostMatrix& distances) {
  struct Cluster {
    std::size_t number;
    std::vector<std::size_t> leaves;
  };
  std::vector<Cluster> clusters;
  for (std::size_t i = 0; i < distances.rows(); ++i) clusters.push_back({i, {i}});
  const auto mean = [&](const Cluster& a, const Cluster& b) {
    double sum = 0;
    for (const std::size_t i : a.leaves)
      for (const std::size_t j : b.leaves) sum += distances.row(i)[j];
    return sum / static_cast<double>(a.leaves.size() * b.leaves.size());
  };
  std::vector<Merge> merges;
  while (clusters.size() > 1) {
    std::size_t first = 0, second = 1;
    for (std::size_t i = 0; i < clusters.size(); ++i)
      for (std::size_t j = i + 1; j < clusters.size(); ++j)
        if (mean(clusters[i], clusters[j]) < mean(clusters[first], clusters[second])) {
          first = i;
          second = j;
        }
    Cluster &a = clusters[first], &b = clusters[second];
    const double height = mean(a, b);
    a.leaves.insert(a.leaves.end(), b.leaves.begin(), b.leaves.end());
    merges.push_back({std::min(a.number, b.number), std::max(a.number, b.number), height, a.leaves.size()});
    a.number = distances.rows() + merges.size() - 1;
    clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(second));
  }
  return merges;
}

TEST(AverageLinkage, MergesWhatItsDefinitionDoes) {
  for (const std::size_t n : {1, 2, 3, 7, 25}) {
    const CostMatrix distances = distances_of_points(n, 3);
    const std::vector<Merge> merges = average_linkage(distances), expected = plain_linkage(distances);
    ASSERT_EQ(merges.size(), n - 1);
    for (std::size_t i = 0; i < merges.size(); ++i) {
      EXPECT_EQ(merges[i].a, expected[i].a) << n << " " << i;
      EXPECT_EQ(merges[i].b, expected[i].b) << n << " " << i;
      EXPECT_EQ(merges[i].size, expected[i].size);
      EXPECT_NEAR(merges[i].height, expected[i].height, 1e-12);
    }
  }
}

TEST(AverageLinkage, OfEqualDistancesIsATree) {
  const std::vector<Merge> merges = average_linkage(CostMatrix(6, 6));
  std::set<std::size_t> merged;
  for (const Merge& merge : merges) {
    EXPECT_LT(merge.a, merge.b);
    EXPECT_TRUE(merged.insert(merge.a).second && merged.insert(merge.b).second);
    EXPECT_EQ(merge.height, 0);
  }
  ASSERT_EQ(merges.size(), 5U);
  EXPECT_EQ(merges.back().size, 6U);
}

TEST(TopicMap, OfThreeThousandTopicsIsQuick) {
  const CostMatrix distances = distances_of_points(3000, 2);
  EXPECT_EQ(average_linkage(distances).size(), 2999U);
  const PlaneMap map = scale_to_plane(distances);
  for (std::size_t i = 0; i < 3000; i += 100)
    EXPECT_NEAR(std::hypot(map.x[i] - map.x[0], map.y[i] - map.y[0]), distances.row(i)[0], 1e-6);
}

}  // namespace
}  // namespace themata
