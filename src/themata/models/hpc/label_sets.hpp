#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/models/hpc/known_rates.hpp"
#include "themata/random/stream.hpp"

namespace themata::hpc {

/// The labels of a document that shows none, with their affinities, given the rates: hierarchical Poisson convolution itself, in which the
/// labels that are there alone take part (hpc/model.hpp), and not the simpler model of the paper's section 3.3. With A the labels that
/// are there, at least one,
///   p(A, xi | w) ~ prod_w (sum_A theta_k e^mu_wk)^n_w exp(-l sum_A theta_k B_k)
///                  prod_A N(xi_k; eta_k, lambda^2) logistic(xi_k)  prod_not A E logistic(-xi_k),   theta = softmax of xi over A.
/// A sweep proposes labels to come and go, and to take each other's place, one for one or two for one (a label above others can stand where
/// two of these should, and no single one of them would do), among those that the document's words speak for more often; and draws the
/// affinities of those that are there.
class LabelSets {
 public:
  /// @param words  of the document, in the numbering of `topics`, which must have affinities of labels and outlive this; may be empty
  LabelSets(const KnownRates& topics, std::span<const std::uint32_t> words);

  void sweep(Stream& stream);

  /// The labels that are there, in no order.
  const std::vector<std::uint32_t>& labels() const { return state_.labels; }
  /// theta, beside them.
  std::vector<double> shares() const;

 private:
  /// A set of labels with their affinities.
  struct State {
    std::vector<std::uint32_t> labels;
    std::vector<double> xi;  ///< beside them
  };
  double log_likelihood(const State& state) const;
  double log_there(std::size_t k, double xi) const;  ///< log p(xi_k and that label k is there)
  /// log p(labels, xi) over that of no label, the likelihood left out.
  double log_prior(const State& state) const;
  /// Where a label that comes would be beside others: mean of two normal laws, one by the others' sum of e^xi, one by its own law and
  /// theirs. Both move with the others.
  std::array<double, 2> beside(std::uint32_t k, const State& others) const;
  double log_proposal(std::uint32_t k, double xi, const State& others) const;
  double draw_proposal(std::uint32_t k, const State& others, Stream& stream) const;
  /// The normal law that the level of affinities would have by their normal laws alone: of how far all are to be moved.
  double mean_shift(const State& state) const;
  double shift_deviation(const State& state) const;

  std::uint32_t pick(Stream& stream) const;
  void propose_flip(Stream& stream);
  void propose_swap(Stream& stream);
  void propose_two_for_one(Stream& stream);
  void propose_one_for_two(Stream& stream);
  bool has(std::uint32_t k) const;
  void draw_affinities(Stream& stream);
  /// Goes over to a proposal, or stays. The level of its affinities, of which words tell nothing, is drawn anew with it: labels whose means
  /// are far apart could not take each other's place otherwise. @param log_back  log of what the way back is proposed with over the way there
  void take(State proposed, double log_back, Stream& stream);

  const AffinityPrior& law_;
  std::vector<double> counts_;  ///< W: how often the document has each different word
  std::vector<double> rates_;   ///< K x W
  std::vector<double> pick_;    ///< K: how often a label is proposed
  std::vector<double> picked_;  ///< K: running sums of it
  double tokens_ = 0, length_ = 0;

  State state_;
  double log_likelihood_ = 0;
};

}  // namespace themata::hpc
