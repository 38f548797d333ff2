#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "themata/counts/mask_odds.hpp"
#include "themata/random/stream.hpp"

namespace themata::icdp {

/// Predictions from one draw for new documents that use some of the topics: phi of some words, and how often
/// topics are used.
class UsedTopics {
 public:
  /// @param alpha  prior weight of each topic that a document uses
  /// @param use    q_k, probability that a document uses a topic, above 0 and below 1
  /// @param phi    phi_kw, word by word with K values each, above 0
  UsedTopics(double alpha, std::vector<double> use, std::vector<double> phi);

  double alpha() const { return alpha_; }
  std::span<const double> use() const { return use_; }
  /// q_k / (1 - q_k)
  std::span<const double> odds() const { return odds_; }
  /// sum_{j <= k} -log(1 - q_j)
  std::span<const double> hazard() const { return hazard_; }
  std::size_t n_topics() const { return use_.size(); }
  /// phi_kw of all topics
  std::span<const double> phi(std::uint32_t word) const {
    assert((word + 1) * n_topics() <= phi_.size());
    return {phi_.data() + word * n_topics(), n_topics()};
  }

 private:
  double alpha_;
  std::vector<double> use_, phi_, odds_, hazard_;
};

/// The topics of a document's tokens, and the topics that it uses, given Phi, with theta integrated out: for
/// the models with masks (Archambeau et al. 2015). Each topic is used with its own probability q_k; given s
/// used topics, theta ~ Dir(alpha) over these. With n tokens,
///   P(z_i = k | z_-i, mask, w) ~ (m_k^-i + alpha) phi_kw                  if k is used,
///   odds of a topic without a token   q_k / (1 - q_k)  r(s),
///   r(s) = Gamma((s + 1) alpha) Gamma(s alpha + n) / (Gamma(s alpha) Gamma((s + 1) alpha + n)),
/// with s the number of other topics used. New topics, which the fit has not found, are ignored. Since r(s)
/// <= 1, a topic without a token is used with probability q_k at most. So candidates are drawn first, with
/// probability q_k each, and a sweep visits these and the topics that were used: not all K.
class MaskedTopics {
 public:
  /// @param words  of the document, one or more, in the numbering of `topics`, each with mass in some topic;
  /// both must outlive this
  MaskedTopics(const UsedTopics& topics, std::span<const std::uint32_t> words, Stream& stream);

  /// Redraws the topic of every token, and then which topics are used.
  void sweep(Stream& stream);

  /// E(theta_k | z), one topic after another, with the topic's own use summed out given the use of the
  /// others: p_k (m_k + alpha) / (n + alpha (s + 1)), with s the number of other topics used and p_k the
  /// probability that k is used; p_k is 1 if it has tokens. Their sum is 1 on average over sweeps, not in
  /// each sweep.
  const std::vector<double>& shares();
  /// The topics that are used, in ascending order.
  std::span<const std::uint32_t> used() const { return used_; }
  /// Var(theta_k | z, mask) and mean, given the present mask; 0 of topics that are not used.
  double mean(std::size_t k) const;
  double variance(std::size_t k) const;

 private:
  double odds(std::size_t k, std::size_t others);  ///< for a topic without tokens
  void place(std::size_t i, std::uint32_t topic);
  void draw_candidates(Stream& stream);
  void draw_use(std::uint32_t candidate, Stream& stream);
  void keep_use(std::uint32_t k);  ///< of a topic that is no candidate: only if it has tokens
  void draw_token(std::size_t i, Stream& stream);

  const UsedTopics* topics_;
  std::span<const std::uint32_t> words_;
  std::vector<std::uint32_t> z_;
  std::vector<std::uint32_t> tokens_;  ///< m_k
  std::vector<std::uint8_t> on_;
  std::vector<std::uint32_t> used_, was_used_;  ///< the topics that are on, and were before this sweep
  std::vector<std::uint32_t> candidates_;       ///< ascending
  std::size_t active_ = 0;                      ///< number of topics that are on
  OneMore one_more_;                            ///< r(s)
  std::vector<double> sums_, shares_;
};

}  // namespace themata::icdp
