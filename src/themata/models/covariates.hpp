#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "themata/corpus/dates.hpp"

namespace themata {

/// How a metadata field of documents becomes columns of a design matrix.
struct CovariateField {
  std::string name;
  /// Of a number x, whose one column is (x - center) / scale: mean and standard deviation (divisor D) over
  /// the documents of the fit.
  double center = 0, scale = 1;
  /// Of a factor: its levels in byte order, numbers in theirs. The first is the reference, which has no
  /// column; every other level has a column that is 1 in its documents and 0 elsewhere. None for a number.
  std::vector<std::string> levels = {};
  /// Of dates, which count as years: how the documents of the fit write them, since a few others need not
  /// tell. Nothing for a number, and in fits of version 0.1, for both.
  std::optional<DateForm> dates = {};

  bool is_factor() const { return !levels.empty(); }
  std::size_t n_columns() const { return is_factor() ? levels.size() - 1 : 1; }
};

/// The covariates of documents, for models with such: an intercept and the columns of their fields.
struct Covariates {
  std::vector<CovariateField> fields;
  std::vector<double> values;  ///< D x J, row by row; the first of the J columns is the intercept's, all ones

  bool empty() const { return values.empty(); }
  /// J
  std::size_t n_columns() const {
    std::size_t columns = 1;
    for (const CovariateField& field : fields) columns += field.n_columns();
    return columns;
  }
  std::size_t n_documents() const { return values.size() / n_columns(); }
  std::span<const double> of(std::size_t d) const {
    return std::span(values).subspan(d * n_columns(), n_columns());
  }
  /// "intercept", a number's name, and of a factor "name=level": J of them.
  std::vector<std::string> column_names() const {
    std::vector<std::string> names{"intercept"};
    for (const CovariateField& field : fields) {
      if (!field.is_factor()) names.push_back(field.name);
      for (std::size_t i = 1; i < field.levels.size(); ++i)
        names.push_back(field.name + "=" + field.levels[i]);
    }
    return names;
  }
};

}  // namespace themata
