#pragma once

#include <cstddef>
#include <vector>

#include "themata/counts/assignment.hpp"

namespace themata {

/// Two clusters that become one. Leaves are 0 to n - 1; the cluster of the i-th merge is n + i, as in
/// scipy.cluster.hierarchy.linkage.
struct Merge {
  std::size_t a = 0, b = 0;  ///< a < b
  double height = 0;         ///< mean distance of their leaves
  std::size_t size = 0;      ///< leaves of both
};

/// Agglomerative clustering by average linkage, by chains of nearest neighbors: time and memory n^2 (Muellner
/// 2011, figure 3). Ascending by height; of equal distances the one with the smaller number is taken.
/// @param distances  n x n, symmetric
std::vector<Merge> average_linkage(CostMatrix distances);

}  // namespace themata
