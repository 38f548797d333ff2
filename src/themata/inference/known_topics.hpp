#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace themata {

/// What one draw of a fit contributes to inference for new documents: the probabilities of some words in each
/// topic, and the prior weights of a document's topics. Words are numbered from 0 in the order in which they
/// were requested.
class KnownTopics {
 public:
  /// @param prior  a_k, K of them, 0 or more, not all 0
  /// @param phi    phi_kw, word by word with K values each, above 0
  /// @param discount  b of a document's tables, from 0 and below 1: theta ~ PY(b, sum a - b, a / sum a) (Teh
  /// 2006). If it is 0, theta ~ Dir(a).
  KnownTopics(std::vector<double> prior, std::vector<double> phi, double discount = 0);
  /// The same topics with other prior weights, for a document that has these words and no others. Phi is
  /// shared.
  KnownTopics with_prior(std::vector<double> prior, std::span<const std::uint32_t> words) const;

  std::size_t n_topics() const { return prior_.size(); }
  std::size_t n_words() const { return prior_mass_.size(); }
  std::span<const double> prior() const { return prior_; }
  double prior_total() const { return prior_total_; }  ///< sum_k a_k
  double discount() const { return discount_; }        ///< b
  /// phi_kw of all topics
  std::span<const double> phi(std::uint32_t word) const {
    assert(word < n_words());
    return {phi_->data() + word * n_topics(), n_topics()};
  }
  double prior_mass(std::uint32_t word) const { return prior_mass_[word]; }  ///< sum_k a_k phi_kw
  /// The topic at which the running sum over k of a_k phi_kw exceeds `mass`. @param mass  below
  /// prior_mass(word)
  std::uint32_t topic_at(std::uint32_t word, double mass) const;

 private:
  KnownTopics() = default;

  std::shared_ptr<const std::vector<double>> phi_;
  std::vector<double> prior_, prior_mass_;
  double prior_total_ = 0, discount_ = 0;
};

}  // namespace themata
