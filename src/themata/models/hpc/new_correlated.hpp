#pragma once

#include <cstdint>
#include <vector>

#include "themata/hmc/hmc.hpp"
#include "themata/models/hpc/known_rates.hpp"
#include "themata/random/stream.hpp"

namespace themata::hpc {

/// A set of present labels with their affinities.
struct PresentLabels {
  std::vector<std::uint32_t> labels;
  std::vector<double> xi;  ///< in the order of labels
};

/// Correlated affinities of a new document: xi ~ N(eta, Sigma), of all K labels. Those of absent labels are
/// kept, too: given those of present labels, the probability that the others are absent has no closed form.
class NewCorrelated {
 public:
  /// @param prior  with a precision matrix; must outlive this
  explicit NewCorrelated(const AffinityPrior& prior);

  /// A change of the present labels, with the affinities of those that are present before or after.
  struct Change {
    std::vector<std::uint32_t> labels;
    hmc::Vector xi;
    /// log p before and after, without the words' likelihood and up to a common constant; affinities of
    /// labels that become absent are drawn from their distribution given the others.
    double log_before, log_after;
  };
  Change propose(const PresentLabels& before, const PresentLabels& after, Stream& stream) const;
  void take(const Change& change);

  void set(std::uint32_t k, double xi);
  /// The distribution of a label's affinity given all others, its presence aside.
  double mean(std::uint32_t k) const { return xi_[k] - pull_[k] / precision_(k, k); }
  double deviation(std::uint32_t k) const { return 1 / std::sqrt(precision_(k, k)); }
  /// log density of shifting the affinities of some labels together by x, their presence aside.
  double log_shift(const std::vector<std::uint32_t>& labels, double x) const;
  /// Draws the affinities of all other labels, one by one.
  void draw_absent(const std::vector<std::uint32_t>& present, Stream& stream);

 private:
  template <class ValueOfAbsent>
  double log_weight(const std::vector<std::uint32_t>& order, std::size_t n_present, hmc::Vector& values,
                    const ValueOfAbsent& value_of_absent) const;

  const hmc::Matrix& precision_;
  hmc::Vector xi_;
  hmc::Vector pull_;  ///< the product of the precision matrix and xi - eta
};

}  // namespace themata::hpc
