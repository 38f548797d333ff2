#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/corpus/corpus.hpp"
#include "themata/hmc/hmc.hpp"
#include "themata/models/hpc/labeling.hpp"
#include "themata/models/topic_rates.hpp"

namespace themata::hpc {

/// The prior of affinities of new documents (hpc and pcm): xi_k ~ N(eta_k, lambda^2), or xi ~ N(eta, Sigma)
/// if they are correlated, and in hpc label k is present with probability logistic(xi_k).
struct AffinityPrior {
  std::vector<double> eta;  ///< K
  double lambda = 1;
  std::vector<double> totals;  ///< K: sum of e^mu over the fit's vocabulary
  double mean_length = 1;      ///< tokens of a document of length 1
  Labeling labeling =
      Labeling::none;  ///< hpc: topics are labels that a document may have; pcm: it has all topics
  /// hpc, K values each: log E logistic(xi_k) and log E logistic(-xi_k), set by KnownRates.
  std::vector<double> log_there = {}, log_absent = {};
  /// hpc, correlated affinities: the inverse of Sigma, K x K, and the standard deviations, K. Else empty.
  hmc::Matrix precision = {};
  std::vector<double> deviations = {};

  double deviation(std::size_t k) const { return deviations.empty() ? lambda : deviations[k]; }
};

/// Makes affinities correlated. @param covariance  K x K, positive definite
void set_covariance(AffinityPrior& prior, std::span<const double> covariance);

/// Predictions for new documents from one draw of rates: the rates of some words, and the prior of
/// affinities.
class KnownRates {
 public:
  /// @param rates  e^mu_kw, word by word with K values each, above 0
  KnownRates(AffinityPrior prior, std::vector<double> rates);

  const AffinityPrior& prior() const { return prior_; }
  std::size_t n_topics() const { return prior_.eta.size(); }
  /// e^mu_kw of all topics
  std::span<const double> rates(std::uint32_t word) const {
    assert((word + 1) * n_topics() <= rates_.size());
    return {rates_.data() + word * n_topics(), n_topics()};
  }

 private:
  AffinityPrior prior_;
  std::vector<double> rates_;
};

/// @param types  word types of the fit
KnownRates known_rates(const TopicRates& rates, Labeling labeling, const Corpus& corpus,
                       std::span<const std::uint32_t> types);

}  // namespace themata::hpc
