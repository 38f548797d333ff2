#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "themata/align/distance.hpp"
#include "themata/random/stream.hpp"

// Assignments and distances the slow, obvious way.
namespace themata::testing {

inline CostMatrix random_costs(std::size_t rows, std::size_t columns, std::uint64_t entity,
                               unsigned values = 0) {
  Stream stream({31}, Purpose::data, 0, entity);
  CostMatrix costs(rows, columns);
  for (std::size_t i = 0; i < rows; ++i)
    for (double& cost : costs.row(i)) {
      cost = stream.uniform();
      if (values > 0) cost = std::floor(cost * values);  // ties
    }
  return costs;
}

inline double total_of(const CostMatrix& costs, const std::vector<Assigned>& pairs) {
  double sum = 0;
  for (const Assigned& pair : pairs) sum += costs.row(pair.row)[pair.column];
  return sum;
}

/// The least sum over all assignments, by trying them.
/// @param costs  with no more rows than columns, few of both
inline double least_total(const CostMatrix& costs) {
  std::vector<std::size_t> columns(costs.columns());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  double least = std::numeric_limits<double>::infinity();
  do {
    double sum = 0;
    for (std::size_t i = 0; i < costs.rows(); ++i) sum += costs.row(i)[columns[i]];
    least = std::min(least, sum);
  } while (std::ranges::next_permutation(columns).found);
  return least;
}

/// Dense counts of K topics over V word types with what a prior adds: enough to make a TopicSet, and to do
/// without one.
struct PlainTopics {
  std::vector<std::vector<std::int32_t>> counts;
  double beta = 0.1;
  std::vector<double> weights;  ///< V, or none
  std::vector<Seed> seeds;

  std::size_t n_types() const { return counts.front().size(); }

  std::vector<std::vector<double>> phi() const {
    std::vector<std::vector<double>> result;
    for (std::size_t k = 0; k < counts.size(); ++k) {
      std::vector<double> p(counts[k].begin(), counts[k].end());
      for (std::size_t v = 0; v < p.size(); ++v) p[v] += beta * (weights.empty() ? 1 : weights[v]);
      for (const Seed& seed : seeds)
        if (seed.topic == k) p[seed.type] += seed.count;
      const double sum = std::accumulate(p.begin(), p.end(), 0.0);
      for (double& x : p) x /= sum;
      result.push_back(std::move(p));
    }
    return result;
  }

  TopicSet set() const {
    SparseCounts sparse;
    sparse.n_columns = n_types();
    sparse.indptr = {0};
    for (const auto& row : counts) {
      for (std::size_t v = 0; v < row.size(); ++v)
        if (row[v] > 0) {
          sparse.indices.push_back(static_cast<std::int32_t>(v));
          sparse.values.push_back(row[v]);
        }
      sparse.indptr.push_back(static_cast<std::int64_t>(sparse.values.size()));
    }
    return topic_set(sparse, WordScores(sparse, DirichletWords{beta}, WordPrior(weights, seeds)));
  }
};

/// Most counts are 0.
inline PlainTopics random_topics(std::size_t topics, std::size_t types, std::uint64_t entity) {
  Stream stream({37}, Purpose::data, 0, entity);
  PlainTopics result;
  result.counts.assign(topics, std::vector<std::int32_t>(types));
  for (auto& row : result.counts)
    for (std::int32_t& count : row)
      if (stream.uniform() < 0.3) count = 1 + static_cast<std::int32_t>(20 * stream.uniform());
  return result;
}

inline double plain_distance(const std::vector<double>& p, const std::vector<double>& q,
                             TopicDistance distance) {
  double affinity = 0, divergence = 0;
  for (std::size_t v = 0; v < p.size(); ++v) {
    const double m = (p[v] + q[v]) / 2;
    affinity += std::sqrt(p[v] * q[v]);
    divergence += (p[v] * std::log(p[v] / m) + q[v] * std::log(q[v] / m)) / 2;
  }
  const double square = distance == TopicDistance::hellinger ? 1 - affinity : divergence / std::log(2.0);
  return std::sqrt(std::max(0.0, square));
}

/// The largest difference between our distances and the plain ones.
inline double off_by(const CostMatrix& distances, const PlainTopics& a, const PlainTopics& b,
                     TopicDistance distance) {
  const auto p = a.phi(), q = b.phi();
  double largest = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = 0; j < q.size(); ++j)
      largest = std::max(largest, std::abs(distances.row(i)[j] - plain_distance(p[i], q[j], distance)));
  return largest;
}

}  // namespace themata::testing
