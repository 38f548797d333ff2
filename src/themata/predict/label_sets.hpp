#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/predict/known_topics.hpp"
#include "themata/random/stream.hpp"

namespace themata {

/// The labels of a document that shows none, with their affinities, given the rates: hierarchical Poisson convolution itself, in which the
/// labels that are there alone take part (hpc/model.hpp), and not the simpler model of the paper's section 3.3. With A the labels that
/// are there, at least one,
///   p(A, xi | w) ~ prod_w (sum_A theta_k e^mu_wk)^n_w exp(-l sum_A theta_k B_k)
///                  prod_A N(xi_k; eta_k, lambda^2) logistic(xi_k)  prod_not A E logistic(-xi_k),   theta = softmax of xi over A.
/// A sweep proposes labels to come and go, and to take each other's place, among those that the document's words speak for more often;
/// and draws the affinities of those that are there.
class LabelSets {
 public:
  /// @param words  of the document, in the numbering of `topics`, which must have affinities of labels and outlive this; may be empty
  LabelSets(const KnownTopics& topics, std::span<const std::uint32_t> words);

  void sweep(Stream& stream);

  /// The labels that are there, in no order.
  const std::vector<std::uint32_t>& labels() const { return labels_; }
  /// theta, beside them.
  std::vector<double> shares() const;

 private:
  double log_likelihood(std::span<const std::uint32_t> labels, std::span<const double> xi) const;
  double log_there(std::size_t k, double xi) const;  ///< log p(xi_k and that label k is there)
  double log_odds(std::size_t k, double xi) const { return log_there(k, xi) - law_.log_absent[k]; }
  /// Log density of what a label that comes is given as its affinity, and a draw of it. @param level  log of the others' sum of e^xi
  double log_proposal(std::size_t k, double xi, double level) const;
  double draw_proposal(std::size_t k, double level, Stream& stream) const;

  std::uint32_t pick(Stream& stream) const;
  void propose_flip(Stream& stream);
  void propose_swap(Stream& stream);
  void draw_affinities(Stream& stream);
  /// Goes over to a proposal, or stays. @param log_ratio  of everything but the likelihood
  bool take(std::vector<std::uint32_t> labels, std::vector<double> xi, double log_ratio, Stream& stream);

  const AffinityLaw& law_;
  std::vector<double> counts_;  ///< W: how often the document has each different word
  std::vector<double> rates_;   ///< K x W
  std::vector<double> pick_;    ///< K: how often a label is proposed
  std::vector<double> picked_;  ///< K: running sums of it
  double tokens_ = 0, length_ = 0;

  std::vector<std::uint32_t> labels_;
  std::vector<double> xi_;  ///< beside them
  double log_likelihood_ = 0;
};

}  // namespace themata
