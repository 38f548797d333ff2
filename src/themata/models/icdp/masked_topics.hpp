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

/// What one draw says of new documents that use some of the topics: phi of some words, and how often a topic is used.
class UsedTopics {
 public:
  /// @param alpha  prior weight of each topic that a document uses
  /// @param use    q_k, probability that a document uses a topic, above 0 and below 1
  /// @param phi    phi_kw, word after word with K values each, above 0
  UsedTopics(double alpha, std::vector<double> use, std::vector<double> phi)
      : alpha_(alpha), use_(std::move(use)), phi_(std::move(phi)) {}

  double alpha() const { return alpha_; }
  std::span<const double> use() const { return use_; }
  std::size_t n_topics() const { return use_.size(); }
  /// phi_kw of all topics
  std::span<const double> phi(std::uint32_t word) const {
    assert((word + 1) * n_topics() <= phi_.size());
    return {phi_.data() + word * n_topics(), n_topics()};
  }

 private:
  double alpha_;
  std::vector<double> use_, phi_;
};

/// The topics of a document's tokens, and which topics it uses, when Phi is known and theta is integrated out: of the models with
/// masks (Archambeau et al. 2015). Each topic is used with its own probability q_k, and with s of them theta ~ Dir(alpha) over
/// these. With n tokens,
///   P(z_i = k | z_-i, mask, w) ~ (m_k^-i + alpha) phi_kw                  where k is used,
///   odds of a topic without a token   q_k / (1 - q_k)  r(s),   r(s) = Gamma((s + 1) alpha) Gamma(s alpha + n) /
///                                                                     (Gamma(s alpha) Gamma((s + 1) alpha + n)),
/// s the others that are used. New topics, which the fit has not found, are left out.
class MaskedTopics {
 public:
  /// @param words  of the document, one or more, in the numbering of `topics`, each of some topic; both must outlive this
  MaskedTopics(const UsedTopics& topics, std::span<const std::uint32_t> words, Stream& stream);

  /// Draws the topic of every token anew, and then what topics are used.
  void sweep(Stream& stream);

  /// E(theta_k | z) of one topic after another, whether it is used summed out with the other topics' use given: p_k (m_k +
  /// alpha) / (n + alpha (s + 1)), s the others and p_k the probability that it is; p_k is 1 where it has tokens. Their sum is 1
  /// on average over sweeps, not in each.
  const std::vector<double>& shares();
  /// Var(theta_k | z, mask) and mean, given the mask as it is.
  double mean(std::size_t k) const;
  double variance(std::size_t k) const;

 private:
  double odds(std::size_t k, std::size_t others);  ///< of a topic without a token
  void place(std::size_t i, std::uint32_t topic);
  void draw_token(std::size_t i, Stream& stream);

  const UsedTopics* topics_;
  std::span<const std::uint32_t> words_;
  std::vector<std::uint32_t> z_;
  std::vector<std::uint32_t> tokens_;  ///< m_k
  std::vector<std::uint8_t> on_;
  std::vector<std::uint32_t> used_;  ///< the topics that are on
  OneMore one_more_;                 ///< r(s)
  std::vector<double> sums_, shares_;
};

}  // namespace themata::icdp
