#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "themata/models/hpc/known_rates.hpp"
#include "themata/models/hpc/new_correlated.hpp"
#include "themata/random/stream.hpp"

namespace themata::hpc {

/// The labels of a document with unknown labels, and their affinities, given the rates. This is hierarchical
/// Poisson convolution itself, in which only the present labels contribute (hpc/model.hpp), not the simpler
/// model of the paper's section 3.3. With A the set of present labels, at least one,
///   p(A, xi | w) ~ prod_w (sum_A theta_k e^mu_wk)^n_w exp(-l sum_A theta_k B_k)
///                  prod_A N(xi_k; eta_k, lambda^2) logistic(xi_k)  prod_not A E logistic(-xi_k),
/// where theta is the softmax of xi over A. Correlated affinities have the density N(xi; eta, Sigma) of all
/// labels instead (hpc/new_correlated.hpp). A sweep proposes to add and remove labels, and to replace labels:
/// one by one, one by two or two by one (a label above others can have replaced two of these although no
/// single one of them would do). Labels that fit the document's words are proposed more often. Finally the
/// sweep draws the affinities of the present labels.
class LabelSets {
 public:
  /// @param words  of the document, in the numbering of `topics`, which must have label affinities and
  /// outlive this; may be empty
  LabelSets(const KnownRates& topics, std::span<const std::uint32_t> words);

  void sweep(Stream& stream);

  /// The present labels, in any order.
  const std::vector<std::uint32_t>& labels() const { return state_.labels; }
  /// theta, in the order of labels().
  std::vector<double> shares() const;

 private:
  using State = PresentLabels;
  double log_likelihood(const State& state) const;
  double log_there(std::size_t k, double xi) const;  ///< log p(xi_k, label k is present)
  /// log p(labels, xi) minus its value without labels, excluding the likelihood.
  double log_prior(const State& state) const;
  /// The means of two normal distributions for the affinity of a new label: one from the others' sum of e^xi,
  /// one from the prior of its own and the others' affinities. Both shift with the others.
  std::array<double, 2> beside(std::uint32_t k, const State& others) const;
  double log_proposal(std::uint32_t k, double xi, const State& others) const;
  double draw_proposal(std::uint32_t k, const State& others, Stream& stream) const;
  /// Mean of the shift of all affinities under their normal priors alone.
  double mean_shift(const State& state) const;
  double shift_deviation(const State& state) const;

  std::uint32_t pick(Stream& stream) const;
  void propose_flip(Stream& stream);
  void propose_swap(Stream& stream);
  void propose_two_for_one(Stream& stream);
  void propose_one_for_two(Stream& stream);
  bool has(std::uint32_t k) const;
  void draw_affinities(Stream& stream);
  void draw_correlated_affinities(Stream& stream);
  /// Draws the affinity of present label j from the words' likelihood and a normal prior.
  void draw_affinity(std::size_t j, double mean, double deviation, Stream& stream);
  /// Accepts or rejects a proposal. The level of its affinities, on which the words' likelihood does not
  /// depend, is redrawn with it; otherwise labels with very different means could not replace each other.
  /// @param log_back  log of the ratio of the proposal probabilities, reverse over forward
  void take(State proposed, double log_back, Stream& stream);

  const AffinityPrior& prior_;
  std::optional<NewCorrelated> correlated_;
  std::vector<double> counts_;  ///< W: number of tokens of each distinct word
  std::vector<double> rates_;   ///< K x W
  std::vector<double> pick_;    ///< K: probabilities of proposing each label
  std::vector<double> picked_;  ///< K: their running sums
  double tokens_ = 0, length_ = 0;

  State state_;
  double log_likelihood_ = 0;
};

}  // namespace themata::hpc
