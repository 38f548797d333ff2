#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/models/covariates.hpp"

namespace themata::dmr {

/// A design matrix by its distinct rows: documents with the same covariates have the same prior weights of
/// topics, and factors give few such kinds of documents, however many documents there are.
struct Design {
  std::size_t n_columns = 1;          ///< J
  std::vector<double> rows;           ///< R x J; the first column is all ones
  std::vector<std::uint32_t> row_of;  ///< D: the row of each document
  std::vector<double> documents;      ///< R: documents with the row

  std::size_t n_rows() const { return documents.size(); }
  std::span<const double> row(std::size_t r) const {
    return std::span(rows).subspan(r * n_columns, n_columns);
  }
};

/// The rows in the order of their first documents. @param covariates  of at least one document
Design distinct_rows(const Covariates& covariates);

/// Linear predictors beyond it are impossible under the prior (model.hpp): e^-30 is still a float that a
/// token can be drawn by, and e^30 dwarfs any document.
inline constexpr double largest_predictor = 30;

/// x' lambda_k of covariates x, J of each.
double predictor_of(std::span<const double> x, std::span<const double> lambda);

/// alpha_k = exp(x' lambda_k), K of them. @param lambda  K x J
std::vector<double> weights_of(std::span<const double> x, std::span<const double> lambda);

/// Whether x_d' lambda_k is in range for all documents. @param lambda  some topics' rows of J
bool in_range(const Design& design, std::span<const double> lambda);

}  // namespace themata::dmr
