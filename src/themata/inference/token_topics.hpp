#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/inference/known_topics.hpp"
#include "themata/random/stream.hpp"
#include "themata/seating/open_tables.hpp"

namespace themata {

/// The topics of a document's first tokens when Phi is known and theta is integrated out. Let m_k be the
/// tokens of topic k among the n with a topic, and A = sum_k a_k. Then
///   P(w | z)             = sum_k (m_k + a_k) phi_kw / (n + A)                                      (1)
///   P(z_i = k | z_-i, w) ~ (m_k^-i + a_k) phi_kw_i                                                 (2)
/// (Wallach et al. 2009, section 4.1). With a discount b the tokens sit at tables (Teh 2006), t_k of T for
/// topic k. With c = 1 + b (T - 1) / A if there are tables, and 1 otherwise,
///   P(w | z, tables)     = sum_k (m_k - b t_k + c a_k) phi_kw / (n + A - b).                       (1')
/// Here c a_k phi_kw belongs to a new table, and the rest to the existing tables, n_t - b each; (2')
/// likewise. The time of a draw is proportional to the document's topics (with a discount, tables), and
/// occasionally to K.
class TokenTopics {
 public:
  /// @param words  of the document, in the numbering of `topics`; both must outlive this
  TokenTopics(const KnownTopics& topics, std::span<const std::uint32_t> words);

  std::size_t n_tokens() const { return z_.size(); }  ///< tokens with a topic
  bool is_whole() const { return z_.size() == words_.size(); }
  double probability(std::uint32_t word) const;  ///< (1), (1')
  double next_probability() const { return probability(words_[z_.size()]); }

  /// Draws the topic of the next token by (2), given all tokens before it.
  void append(Stream& stream);
  /// Redraws the topic of token i by (2).
  void redraw(std::size_t i, Stream& stream);
  /// Redraws the topic of every token.
  void sweep(Stream& stream);

  /// Calls visit(k, m_k - b t_k) for every topic with a token, in any order.
  template <class Visit>
  void for_each_topic(const Visit& visit) const {
    for (const std::uint32_t k : present_) visit(k, weights_[k]);
  }
  /// c A: the weight of a new draw from theta's base distribution.
  double of_new() const { return new_share() * topics_->prior_total(); }

 private:
  /// Numbers of tokens and tables of a topic.
  struct Count {
    std::uint32_t tokens = 0, tables = 0;
  };
  struct Choice {
    std::uint32_t topic;
    bool from_document;  ///< false: by a new draw from theta's base distribution
  };

  double new_share() const;  ///< c
  Choice choose(std::uint32_t word, Stream& stream);
  /// Draws the topic of token i, which must have none, and with a discount its table.
  void place(std::size_t i, Stream& stream);
  void leave(std::size_t i);
  void weigh(std::uint32_t topic);

  const KnownTopics* topics_;
  std::span<const std::uint32_t> words_;
  std::vector<std::uint32_t> z_;
  std::vector<Count> counts_;           ///< m_k, t_k
  std::vector<double> weights_;         ///< m_k - b t_k
  std::vector<std::uint32_t> present_;  ///< the topics with m_k > 0
  std::vector<std::uint32_t> place_;    ///< the index of each in present_
  std::vector<double> sums_;            ///< scratch for the running sums of a draw
  std::vector<std::uint32_t> seat_;     ///< by token; empty without a discount
  seating::OpenTables tables_;          ///< empty without a discount
};

}  // namespace themata
