#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "themata/sampling/state/state.hpp"

namespace themata::sampling {

/// beta_kv of a state at its present beta, stored for samplers. Recreated when beta or the slots have
/// changed.
class WordBeta {
 public:
  explicit WordBeta(const State& state);

  /// Whether beta_kv is the same everywhere.
  bool is_plain() const { return betas_.empty() && rows_.empty(); }
  bool has_seeds() const { return !rows_.empty(); }
  /// beta weight_v: beta_kv in the topics where a word type has no seed.
  double of(std::size_t type) const { return betas_.empty() ? beta_ : betas_[type]; }
  /// beta_kv of every slot for a word type with seeds; null for the others.
  const float* seeded(std::size_t type) const {
    return rows_.empty() || row_of_[type] == none ? nullptr : rows_.row(row_of_[type]);
  }
  double at(std::size_t slot, std::size_t type) const {
    const float* row = seeded(type);
    return row == nullptr ? of(type) : static_cast<double>(row[slot]);
  }
  /// sum over the word types of a block of beta_kv, for every slot.
  const double* in_block(std::size_t block) const { return in_block_.row(block); }
  /// sum_v beta_kv
  double total(std::size_t slot) const;

 private:
  static constexpr std::uint32_t none = UINT32_MAX;
  void lay_out_seeds(const State& state);

  double beta_;
  std::vector<double> betas_;          ///< V, if the word types have weights
  std::vector<std::uint32_t> row_of_;  ///< V, if there are seeds
  Matrix<float> rows_;                 ///< seeded types x slots
  Matrix<double> in_block_;            ///< P x slots
};

/// log of f(left) f(right) / f(left + right): a topic's words split into two parts, where f is their
/// Dirichlet-multinomial. For topics without seeds. @param left, right  V counts each
double log_split(const WordBeta& betas, std::span<const std::int32_t> left,
                 std::span<const std::int32_t> right);

}  // namespace themata::sampling
