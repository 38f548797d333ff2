#pragma once

#include <vector>

#include "themata/effects/design.hpp"
#include "themata/effects/effect_result.hpp"
#include "themata/random/eigen.hpp"

namespace themata {

/// What is asked of the coefficients of a regression, as rows of a matrix: the coefficients themselves, then
/// contrasts, then the points of the curves. A row times the coefficients is the answer.
class Questions {
 public:
  /// @throws UsageError if a contrast is of another variable, or of values that no document has
  Questions(const Design& design, const EffectOptions& options);

  const Eigen::MatrixXd& rows() const { return rows_; }
  /// Puts the answers in their places. @param answers  topics x rows
  void put(const std::vector<std::vector<Estimate>>& answers, EffectResult& result) const;

 private:
  struct Values {
    std::size_t variable;
    double from, to;
  };
  Values parse(const std::string& contrast) const;
  double value_of(std::size_t variable, const std::string& text, const std::string& contrast) const;
  std::vector<Values> usual_contrasts() const;
  std::vector<double> curve_values(std::size_t variable) const;
  void add(const Eigen::VectorXd& row);

  const Design& design_;
  std::vector<Values> contrasts_;
  std::vector<std::vector<double>> curves_;  ///< by variable
  Eigen::MatrixXd rows_;
};

}  // namespace themata
