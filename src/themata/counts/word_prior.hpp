#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace themata {

/// Extra pseudo-counts of a seeded word type in its topic, added to the prior that it has in every topic.
struct Seed {
  std::uint32_t type = 0;
  std::uint32_t topic = 0;
  double count = 0;  ///< above 0
};

/// The shape of the prior of the topics' word probabilities, phi_k ~ Dir(beta_k1, ..., beta_kV) with
///   beta_kv = beta weight_v + seed_kv.
/// beta is one number, fixed or learned, and stored elsewhere. Without weights, each weight is 1; without
/// seeds too, the prior is symmetric.
class WordPrior {
 public:
  WordPrior() = default;
  /// @param weights  V of them, above 0; or none
  /// @param seeds    in any order; seeds of the same word type and topic are added up
  WordPrior(std::vector<double> weights, std::vector<Seed> seeds);

  bool is_symmetric() const { return weights_.empty() && seeds_.empty(); }
  bool has_seeds() const { return !seeds_.empty(); }
  double weight(std::size_t type) const { return weights_.empty() ? 1.0 : weights_[type]; }
  /// sum_v weight_v of `n_types` word types
  double total_weight(std::size_t n_types) const;

  const std::vector<double>& weights() const { return weights_; }
  /// Ordered by word type, then topic.
  std::span<const Seed> seeds() const { return seeds_; }
  /// The seeds of one word type, ordered by topic.
  std::span<const Seed> seeds_of(std::size_t type) const;
  /// seed_kv
  double seed(std::size_t topic, std::size_t type) const;
  /// sum_v seed_kv of each topic
  std::vector<double> seed_totals(std::size_t n_topics) const;

 private:
  std::vector<double> weights_;
  std::vector<Seed> seeds_;
};

}  // namespace themata
