#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/chain/pool.hpp"
#include "themata/predict/fit_draws.hpp"

namespace themata {

/// What affinities of new documents follow before these are read (hpc and pcm): xi_k ~ N(eta_k, lambda^2), and of hpc label k is there
/// with probability logistic(xi_k).
struct AffinityLaw {
  std::vector<double> eta;  ///< K
  double lambda = 1;
  std::vector<double> totals;  ///< K: sum of e^mu over the fit's vocabulary
  double mean_length = 1;      ///< tokens that a document of length 1 has
  bool labelled = false;       ///< hpc: topics of a document are labels that it may have; pcm: it has all
  /// hpc, K of each: log E logistic(xi_k) and log E logistic(-xi_k), which KnownTopics fills in.
  std::vector<double> log_there = {}, log_absent = {};
};

/// What one draw of a fit says of new documents: the probabilities of some words in each topic, and the weights that a
/// document's topics have before it is read. Words are numbered from 0 in the order they were asked for.
class KnownTopics {
 public:
  /// @param prior  a_k, K of them, 0 or more, not all 0
  /// @param phi    phi_kw, word after word with K values each, above 0
  /// @param discount  b of a document's tables, from 0 and below 1: theta ~ PY(b, sum a - b, a / sum a) (Teh 2006). Without
  ///                  one theta ~ Dir(a).
  KnownTopics(std::vector<double> prior, std::vector<double> phi, double discount = 0);

  /// Of a model with masks. @param use  q_k, share of documents that use a topic, above 0 and below 1
  /// @param alpha  prior weight of each topic that a document uses
  KnownTopics(double alpha, std::vector<double> use, std::vector<double> phi);

  /// Of a model with rates. @param rates  e^mu_kw, word after word with K values each, above 0
  KnownTopics(AffinityLaw law, std::vector<double> rates);

  /// Whether phi() are rates, which need not sum to one over words, and a document's topics follow from affinities.
  bool has_affinities() const { return !law_.eta.empty(); }
  const AffinityLaw& law() const { return law_; }
  bool has_masks() const { return !use_.empty(); }
  std::span<const double> use() const { return use_; }                             ///< q_k
  double alpha() const { return prior_total_ / static_cast<double>(n_topics()); }  ///< with masks
  std::size_t n_topics() const { return prior_.size(); }
  std::size_t n_words() const { return prior_mass_.size(); }
  std::span<const double> prior() const { return prior_; }
  double prior_total() const { return prior_total_; }  ///< sum_k a_k
  double discount() const { return discount_; }        ///< b
  /// phi_kw of all topics
  std::span<const double> phi(std::uint32_t word) const {
    assert(word < n_words());
    return {phi_.data() + word * n_topics(), n_topics()};
  }
  double prior_mass(std::uint32_t word) const { return prior_mass_[word]; }  ///< sum_k a_k phi_kw
  /// The topic in which the running sum over k of a_k phi_kw exceeds `mass`. @param mass  below prior_mass(word)
  std::uint32_t topic_at(std::uint32_t word, double mass) const;

 private:
  std::vector<double> prior_, phi_, prior_mass_, use_;
  double prior_total_ = 0, discount_ = 0;
  AffinityLaw law_;
};

/// Phi of a draw's topics for some word types, each the posterior mean given the draw's counts (WordScores::probability).
/// Where the draw has a rest (FitDraw::rest), it is the last topic, and its phi is the prior mean of a new topic's.
/// @param types  word types of the fit
KnownTopics known_topics(const FitDraw& draw, const Corpus& corpus, std::span<const std::uint32_t> types,
                         Pool& pool);

/// The same of a draw with rates, or of the mean of several. @param labelled  hpc
KnownTopics known_rates(const DrawRates& rates, bool labelled, const Corpus& corpus,
                        std::span<const std::uint32_t> types);

}  // namespace themata
