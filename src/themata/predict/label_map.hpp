#pragma once

#include <span>
#include <vector>

#include "themata/predict/labels.hpp"

namespace themata {

/// A rising map from the probabilities that a model gives to labels to the shares in which such labels are
/// right, by isotonic regression (Zadrozny and Elkan 2002; docs/theory/hpc.md): the rising step function that
/// is nearest by squared error, its steps joined by straight lines.
class LabelMap {
 public:
  /// The identity.
  LabelMap() = default;
  /// By all labels of all documents that have any; the identity if there are none.
  explicit LabelMap(std::span<const LabeledRows> rows);
  /// @param at, worth  of equal length, both rising
  LabelMap(std::vector<double> at, std::vector<double> worth);

  float operator()(float probability) const;
  void apply(std::vector<float>& probabilities) const;

  const std::vector<double>& at() const { return at_; }
  const std::vector<double>& worth() const { return worth_; }

 private:
  std::vector<double> at_, worth_;
};

}  // namespace themata
