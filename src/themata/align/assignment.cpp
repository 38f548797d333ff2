#include "themata/align/assignment.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

namespace themata {

namespace {

constexpr std::size_t nobody = std::numeric_limits<std::size_t>::max();
constexpr double no_limit = std::numeric_limits<double>::infinity();

/// Assigns a column to each row of a matrix with at most as many rows as columns, one row after the other.
/// With the potentials u and v, cost(i, j) - u_i - v_j is never negative, and 0 if row i has column j.
/// Therefore no other assignment costs less.
class AugmentingPaths {
 public:
  explicit AugmentingPaths(const CostMatrix& costs)
      : costs_(costs),
        u_(costs.rows(), 0),
        v_(costs.columns(), 0),
        row_of_(costs.columns(), nobody),
        column_of_(costs.rows(), nobody) {
    for (std::size_t i = 0; i < costs.rows(); ++i) add_row(i);
  }

  const std::vector<std::size_t>& row_of_columns() const { return row_of_; }

 private:
  /// The tree of shortest paths, by reduced costs, from a row without a column.
  struct Tree {
    explicit Tree(std::size_t n) : distance(n, no_limit), parent(n, nobody), reached(n, false) {}
    std::vector<double> distance;      ///< to each column
    std::vector<std::size_t> parent;   ///< the row before it
    std::vector<bool> reached;         ///< whether its distance is final
    std::vector<std::size_t> columns;  ///< the reached columns, in order
  };

  void add_row(std::size_t row) {
    Tree tree(costs_.columns());
    const std::size_t end = grow(tree, row);
    const double length = tree.distance[end];
    u_[row] += length;
    for (const std::size_t j : tree.columns) {
      if (j == end) continue;
      u_[row_of_[j]] += length - tree.distance[j];
      v_[j] -= length - tree.distance[j];
    }
    take_over(tree, row, end);
  }

  /// Reaches columns in order of their distance up to the first one without a row. @returns that column
  std::size_t grow(Tree& tree, std::size_t row) const {
    double length = 0;
    while (true) {
      relax(tree, row, length);
      const std::size_t next = nearest(tree);
      tree.reached[next] = true;
      tree.columns.push_back(next);
      if (row_of_[next] == nobody) return next;
      length = tree.distance[next];
      row = row_of_[next];
    }
  }

  void relax(Tree& tree, std::size_t row, double length) const {
    const std::span<const double> costs = costs_.row(row);
    for (std::size_t j = 0; j < costs.size(); ++j) {
      const double through = length + costs[j] - u_[row] - v_[j];
      if (tree.reached[j] || through >= tree.distance[j]) continue;
      tree.distance[j] = through;
      tree.parent[j] = row;
    }
  }

  static std::size_t nearest(const Tree& tree) {
    std::size_t best = nobody;
    for (std::size_t j = 0; j < tree.distance.size(); ++j)
      if (!tree.reached[j] && (best == nobody || tree.distance[j] < tree.distance[best])) best = j;
    return best;
  }

  /// Each row on the path to `end` takes the next column and leaves its own to the previous row.
  void take_over(const Tree& tree, [[maybe_unused]] std::size_t row, std::size_t end) {
    for (std::size_t column = end; column != nobody;) {
      const std::size_t taker = tree.parent[column];
      row_of_[column] = taker;
      std::swap(column, column_of_[taker]);
      assert((column == nobody) == (taker == row));
    }
  }

  const CostMatrix& costs_;
  std::vector<double> u_, v_;                    ///< potentials of rows and columns
  std::vector<std::size_t> row_of_, column_of_;  ///< by column and by row; or nobody
};

}  // namespace

CostMatrix CostMatrix::transposed() const {
  CostMatrix result(columns(), rows());
  for (std::size_t i = 0; i < rows(); ++i)
    for (std::size_t j = 0; j < columns(); ++j) result.row(j)[i] = row(i)[j];
  return result;
}

std::vector<Assigned> least_assignment(const CostMatrix& costs) {
  const bool tall = costs.rows() > costs.columns();
  const CostMatrix wide = tall ? costs.transposed() : costs;
  const AugmentingPaths paths(wide);
  std::vector<Assigned> pairs;
  for (std::size_t j = 0; j < wide.columns(); ++j) {
    const std::size_t i = paths.row_of_columns()[j];
    if (i == nobody) continue;
    pairs.push_back(tall ? Assigned{j, i} : Assigned{i, j});
  }
  std::ranges::sort(pairs, {}, &Assigned::row);
  return pairs;
}

}  // namespace themata
