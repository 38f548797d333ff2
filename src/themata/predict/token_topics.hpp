#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/predict/known_topics.hpp"
#include "themata/random/stream.hpp"

namespace themata {

/// The topics of a document's first tokens when Phi is known and theta is integrated out. With m_k the tokens of topic k
/// among the n that have a topic, and A = sum_k a_k,
///   P(w | z)             = sum_k (m_k + a_k) phi_kw / (n + A)                                                (1)
///   P(z_i = k | z_-i, w) ~ (m_k^-i + a_k) phi_kw_i                                                           (2)
/// (Wallach et al. 2009, section 4.1). A draw costs as many steps as the document has topics, and now and then K.
class TokenTopics {
 public:
  /// @param words  of the document, in the numbering of `topics`; both must outlive this
  TokenTopics(const KnownTopics& topics, std::span<const std::uint32_t> words);

  std::size_t n_tokens() const { return z_.size(); }  ///< those that have a topic
  bool is_whole() const { return z_.size() == words_.size(); }
  double probability(std::uint32_t word) const;  ///< (1)
  double next_probability() const { return probability(words_[z_.size()]); }

  /// Gives the next token a topic, by (2) with all that are before it.
  void append(Stream& stream);
  /// Draws the topic of token i anew, by (2).
  void redraw(std::size_t i, Stream& stream);
  /// Draws the topic of every token anew.
  void sweep(Stream& stream);

  /// Calls visit(k, m_k) for every topic that has a token, in no order.
  template <class Visit>
  void for_each_topic(const Visit& visit) const {
    for (const std::uint32_t k : present_) visit(k, counts_[k]);
  }

 private:
  std::uint32_t draw(std::uint32_t word, Stream& stream);
  void add(std::uint32_t topic);
  void remove(std::uint32_t topic);

  const KnownTopics* topics_;
  std::span<const std::uint32_t> words_;
  std::vector<std::uint32_t> z_;
  std::vector<double> counts_;          ///< m_k
  std::vector<std::uint32_t> present_;  ///< the topics with m_k > 0
  std::vector<std::uint32_t> place_;    ///< where each stands in present_
  std::vector<double> sums_;            ///< room for the running sums of a draw
};

}  // namespace themata
