#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace themata {

/// A dense matrix of costs or distances, row-major.
class CostMatrix {
 public:
  CostMatrix(std::size_t rows, std::size_t columns) : columns_(columns), cells_(rows * columns) {}

  std::size_t rows() const { return columns_ == 0 ? 0 : cells_.size() / columns_; }
  std::size_t columns() const { return columns_; }
  std::span<double> row(std::size_t i) { return std::span(cells_).subspan(i * columns_, columns_); }
  std::span<const double> row(std::size_t i) const {
    return std::span(cells_).subspan(i * columns_, columns_);
  }
  CostMatrix transposed() const;

 private:
  std::size_t columns_;
  std::vector<double> cells_;
};

/// A row and its assigned column.
struct Assigned {
  std::size_t row = 0, column = 0;
};

/// min(rows, columns) pairs with minimal total cost; no row or column appears twice; ascending by row. Found
/// by shortest augmenting paths (Jonker & Volgenant 1987; for rectangles Crouse 2016), in time min(rows,
/// columns)^2 max(rows, columns). Of several solutions it is always the same one.
/// @param costs  must be finite
std::vector<Assigned> least_assignment(const CostMatrix& costs);

/// A cell of a sparse matrix, in its row.
struct WeighedColumn {
  std::size_t column = 0;
  std::int64_t weight = 0;  ///< above 0
};

/// The column of each row of a square sparse matrix, a permutation with the largest total weight, and no
/// other cycle than the identity where it has as much. By the same paths along the cells that are there: rows
/// whose largest cell is on the diagonal begin with it, so that a matrix of which little is to be exchanged
/// takes hardly more than its reading.
std::vector<std::size_t> heaviest_permutation(const std::vector<std::vector<WeighedColumn>>& rows);

}  // namespace themata
