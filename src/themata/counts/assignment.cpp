#include "themata/counts/assignment.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <queue>
#include <tuple>
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

namespace {

/// A matching of rows and columns with the largest total weight, in which rows may stay without a column. To
/// row k, a column j costs (the largest weight of row k) - weight_kj, and none costs that largest weight.
class SparseMatching {
 public:
  using Rows = std::vector<std::vector<WeighedColumn>>;

  explicit SparseMatching(const Rows& rows)
      : rows_(rows),
        largest_(rows.size(), 0),
        u_(rows.size(), 0),
        v_(rows.size(), 0),
        column_of_(rows.size(), nobody),
        row_of_(rows.size(), nobody),
        distance_(rows.size(), 0),
        parent_(rows.size(), nobody),
        seen_(rows.size(), 0),
        reached_(rows.size(), 0) {
    std::vector<std::size_t> others;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      std::int64_t own = 0;
      for (const WeighedColumn& cell : rows[k]) {
        largest_[k] = std::max(largest_[k], cell.weight);
        if (cell.column == k) own = cell.weight;
      }
      if (own == largest_[k])
        match(k, k);  // also of an empty row, to which nothing is lost
      else
        others.push_back(k);
    }
    for (const std::size_t k : others) add_row(k);
  }

  /// Of each row, or nobody.
  const std::vector<std::size_t>& column_of_rows() const { return column_of_; }

 private:
  struct Step {
    std::int64_t distance;
    std::size_t column;  ///< or nobody: the row that ends without one is `row`
    std::size_t row;
    bool operator>(const Step& other) const {
      return std::tie(distance, column, row) > std::tie(other.distance, other.column, other.row);
    }
  };

  void match(std::size_t row, std::size_t column) {
    column_of_[row] = column;
    row_of_[column] = row;
  }

  /// Shortest path, by reduced costs, from a row to a column that is free, or to a row that does without.
  void add_row(std::size_t first) {
    ++round_;
    columns_.clear();
    queue_ = {};
    grow(first, 0);
    while (true) {
      const Step step = queue_.top();
      queue_.pop();
      if (step.column != nobody && reached_[step.column] == round_) continue;
      const bool ends = step.column == nobody || row_of_[step.column] == nobody;
      if (!ends) {
        reached_[step.column] = round_;
        columns_.push_back(step.column);
        grow(row_of_[step.column], step.distance);
        continue;
      }
      raise_potentials(first, step.distance);
      if (step.column == nobody)
        leave(first, step.row);
      else
        take_over(first, step.column);
      return;
    }
  }

  void grow(std::size_t row, std::int64_t length) {
    for (const WeighedColumn& cell : rows_[row]) {
      const std::size_t j = cell.column;
      const std::int64_t through = length + largest_[row] - cell.weight - u_[row] - v_[j];
      if (reached_[j] == round_ || (seen_[j] == round_ && through >= distance_[j])) continue;
      seen_[j] = round_;
      distance_[j] = through;
      parent_[j] = row;
      queue_.push({through, j, row});
    }
    queue_.push({length + largest_[row] - u_[row], nobody, row});
  }

  void raise_potentials(std::size_t first, std::int64_t length) {
    u_[first] += length;
    for (const std::size_t j : columns_) {
      u_[row_of_[j]] += length - distance_[j];
      v_[j] -= length - distance_[j];
    }
  }

  /// Each row on the path takes the next column.
  void take_over(std::size_t first, std::size_t column) {
    for (std::size_t row = nobody; row != first;) {
      row = parent_[column];
      const std::size_t before = column_of_[row];
      match(row, column);
      column = before;
    }
  }

  /// The last row of the path gives its column to the row before it.
  void leave(std::size_t first, std::size_t last) {
    const std::size_t column = column_of_[last];
    column_of_[last] = nobody;
    if (last != first) take_over(first, column);
  }

  const Rows& rows_;
  std::vector<std::int64_t> largest_, u_, v_;
  std::vector<std::size_t> column_of_, row_of_;
  std::vector<std::int64_t> distance_;
  std::vector<std::size_t> parent_;
  std::vector<std::uint64_t> seen_, reached_;  ///< the round in which a column was
  std::uint64_t round_ = 0;
  std::vector<std::size_t> columns_;
  std::priority_queue<Step, std::vector<Step>, std::greater<>> queue_;
};

std::int64_t weight_of(const std::vector<WeighedColumn>& row, std::size_t column) {
  const auto cell = std::ranges::find(row, column, &WeighedColumn::column);
  return cell == row.end() ? 0 : cell->weight;
}

}  // namespace

std::vector<std::size_t> heaviest_permutation(const std::vector<std::vector<WeighedColumn>>& rows) {
  std::vector<std::size_t> columns = SparseMatching(rows).column_of_rows();
  std::vector<bool> taken(rows.size(), false);
  for (const std::size_t j : columns)
    if (j != nobody) taken[j] = true;
  for (std::size_t k = 0; k < rows.size(); ++k)
    if (columns[k] == nobody && !taken[k]) {
      columns[k] = k;
      taken[k] = true;
    }
  std::size_t free = 0;
  for (std::size_t& column : columns) {
    if (column != nobody) continue;
    while (taken[free]) ++free;
    column = free;
    taken[free] = true;
  }
  std::vector<bool> seen(rows.size(), false);
  for (std::size_t first = 0; first < rows.size(); ++first) {
    std::int64_t gain = 0;
    std::vector<std::size_t> cycle;
    for (std::size_t k = first; !seen[k]; k = columns[k]) {
      seen[k] = true;
      cycle.push_back(k);
      gain += weight_of(rows[k], columns[k]) - weight_of(rows[k], k);
    }
    if (gain > 0) continue;
    for (const std::size_t k : cycle) columns[k] = k;
  }
  return columns;
}

}  // namespace themata
