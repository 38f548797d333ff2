#include "themata/align/linkage.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace themata {

namespace {

/// Clusters while they are merged; a cluster is called by one of its leaves.
class Clusters {
 public:
  explicit Clusters(CostMatrix& distances)
      : distances_(distances), sizes_(distances.rows(), 1), alive_(distances.rows()) {
    std::iota(alive_.begin(), alive_.end(), std::size_t{0});
  }

  std::size_t first() const { return alive_.front(); }
  std::size_t n() const { return alive_.size(); }
  double distance(std::size_t a, std::size_t b) const { return distances_.row(a)[b]; }

  /// The nearest other cluster; `favorite` if none is nearer, which ends a chain of equal distances.
  std::size_t nearest(std::size_t a, std::size_t favorite) const {
    const std::span<const double> row = std::as_const(distances_).row(a);
    std::size_t best = favorite;
    for (const std::size_t b : alive_)
      if (b != a && (best == a || row[b] < row[best])) best = b;
    return best;
  }

  /// b becomes part of a. @returns the number of leaves of both
  std::size_t merge(std::size_t a, std::size_t b) {
    std::erase(alive_, b);
    const auto n_a = static_cast<double>(sizes_[a]), n_b = static_cast<double>(sizes_[b]);
    for (const std::size_t c : alive_) {
      if (c == a) continue;
      const double mean = (n_a * distances_.row(a)[c] + n_b * distances_.row(b)[c]) / (n_a + n_b);
      distances_.row(a)[c] = distances_.row(c)[a] = mean;
    }
    return sizes_[a] += sizes_[b];
  }

 private:
  CostMatrix& distances_;
  std::vector<std::size_t> sizes_;
  std::vector<std::size_t> alive_;  ///< ascending
};

/// Replaces the leaves by which clusters were called by the clusters' numbers.
void number_clusters(std::vector<Merge>& merges) {
  const std::size_t n = merges.size() + 1;
  std::vector<std::size_t> parent(2 * n - 1);
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto top = [&](std::size_t node) {
    while (parent[node] != node) node = parent[node] = parent[parent[node]];
    return node;
  };
  for (std::size_t i = 0; i < merges.size(); ++i) {
    const std::size_t a = top(merges[i].a), b = top(merges[i].b);
    parent[a] = parent[b] = n + i;
    merges[i].a = std::min(a, b);
    merges[i].b = std::max(a, b);
  }
}

}  // namespace

std::vector<Merge> average_linkage(CostMatrix distances) {
  std::vector<Merge> merges;
  if (distances.rows() < 2) return merges;
  Clusters clusters(distances);
  std::vector<std::size_t> chain;
  while (clusters.n() > 1) {
    if (chain.empty()) chain.push_back(clusters.first());
    const std::size_t last = chain.back(), before = chain.size() > 1 ? chain[chain.size() - 2] : last;
    const std::size_t next = clusters.nearest(last, before);
    if (next != before || chain.size() < 2) {
      chain.push_back(next);
      continue;
    }
    chain.resize(chain.size() - 2);  // each is the other's nearest
    const auto [a, b] = std::minmax(last, before);
    const double height = clusters.distance(a, b);
    merges.push_back({a, b, height, clusters.merge(a, b)});
  }
  std::ranges::stable_sort(merges, {}, &Merge::height);
  number_clusters(merges);
  return merges;
}

}  // namespace themata
