#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "themata/effects/covariate.hpp"
#include "themata/effects/formula.hpp"
#include "themata/effects/spline.hpp"
#include "themata/random/eigen.hpp"

namespace themata {

/// The level that the others of a factor are compared with, by the name of the variable.
using ReferenceLevels = std::map<std::string, std::string>;

/// The columns of a regression, from a formula and the documents' metadata. The first is the constant. A
/// factor has a column for each level but its reference, which is the first unless another is asked for.
class Design {
 public:
  /// @param rows  metadata of all documents
  /// @param wanted  which documents count
  /// @throws UsageError if a field is missing, has one value only, or has too few for its spline
  Design(const Formula& formula, std::span<const DocumentRow> rows, std::vector<bool> wanted,
         const ReferenceLevels& references);

  const std::vector<Covariate>& variables() const { return variables_; }
  const std::vector<std::string>& names() const { return names_; }  ///< of the columns
  std::size_t n_columns() const { return names_.size(); }
  const std::vector<bool>& used() const { return used_; }  ///< documents that are wanted and miss nothing
  std::size_t n_used() const;
  /// The variable of a column whose term has that one alone; nothing for the constant and for interactions.
  std::optional<std::size_t> only_variable(std::size_t column) const { return only_variables_[column]; }

  /// The place of the reference level among the distinct values.
  std::size_t reference(std::size_t variable) const { return references_[variable]; }
  bool has_levels(std::size_t variable) const;               ///< whether it stands as a factor somewhere
  std::vector<double> distinct(std::size_t variable) const;  ///< its values in documents that are used
  std::vector<double> values(std::size_t d) const;           ///< of all variables, of a document that is used
  Eigen::VectorXd row(std::span<const double> values) const;
  Eigen::MatrixXd matrix() const;  ///< documents that are used x columns
  /// The mean row of the documents that are used, if all had this value of a variable.
  Eigen::VectorXd mean_row(std::size_t variable, double value) const;

 private:
  struct Part {
    std::size_t variable;
    std::vector<std::string> names;   ///< of its columns
    std::vector<double> levels = {};  ///< of a factor: the value of each column
    std::optional<NaturalSpline> spline = {};

    void fill(double value, std::span<double> columns) const;
  };
  using Term = std::vector<Part>;

  Part make_part(const FormulaPart& part) const;
  Part make_factor(std::size_t variable) const;
  Part make_spline(std::size_t variable, std::size_t columns) const;
  void set_reference(std::size_t variable, const ReferenceLevels& references);
  void add_names(const Term& term);

  std::vector<Covariate> variables_;
  std::vector<std::size_t> references_;  ///< by variable: the place among its distinct values
  std::vector<bool> used_;
  std::vector<Term> terms_;
  std::vector<std::string> names_;
  std::vector<std::optional<std::size_t>> only_variables_;  ///< by column
};

}  // namespace themata
