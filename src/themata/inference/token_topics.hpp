#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/inference/known_topics.hpp"
#include "themata/random/stream.hpp"
#include "themata/seating/open_tables.hpp"

namespace themata {

/// The topics of a document's first tokens when Phi is known and theta is integrated out. With m_k the tokens of topic k
/// among the n that have a topic, and A = sum_k a_k,
///   P(w | z)             = sum_k (m_k + a_k) phi_kw / (n + A)                                                (1)
///   P(z_i = k | z_-i, w) ~ (m_k^-i + a_k) phi_kw_i                                                           (2)
/// (Wallach et al. 2009, section 4.1). With a discount b the tokens sit at tables (Teh 2006), t_k of T for topic k, and with
/// c = 1 + b (T - 1) / A beside tables, 1 where there is none yet,
///   P(w | z, tables)     = sum_k (m_k - b t_k + c a_k) phi_kw / (n + A - b),                                 (1')
/// of which c a_k phi_kw is a new table's and the rest that of the tables there are, n_t - b each; (2') likewise. A draw
/// costs as many steps as the document has topics, with a discount and tables, and now and then K.
class TokenTopics {
 public:
  /// @param words  of the document, in the numbering of `topics`; both must outlive this
  TokenTopics(const KnownTopics& topics, std::span<const std::uint32_t> words);

  std::size_t n_tokens() const { return z_.size(); }  ///< those that have a topic
  bool is_whole() const { return z_.size() == words_.size(); }
  double probability(std::uint32_t word) const;  ///< (1), (1')
  double next_probability() const { return probability(words_[z_.size()]); }

  /// Gives the next token a topic, by (2) with all that are before it.
  void append(Stream& stream);
  /// Draws the topic of token i anew, by (2).
  void redraw(std::size_t i, Stream& stream);
  /// Draws the topic of every token anew.
  void sweep(Stream& stream);

  /// Calls visit(k, m_k - b t_k) for every topic that has a token, in no order.
  template <class Visit>
  void for_each_topic(const Visit& visit) const {
    for (const std::uint32_t k : present_) visit(k, weights_[k]);
  }
  /// c A: what the tokens' topics leave to a new draw of theta's own law.
  double of_new() const { return new_share() * topics_->prior_total(); }

 private:
  /// Tokens and tables of a topic.
  struct Count {
    std::uint32_t tokens = 0, tables = 0;
  };
  struct Choice {
    std::uint32_t topic;
    bool from_document;  ///< not by a new draw from theta's own law
  };

  double new_share() const;  ///< c
  Choice choose(std::uint32_t word, Stream& stream);
  /// Draws the topic of token i, which has none, and where there is a discount its table.
  void place(std::size_t i, Stream& stream);
  void leave(std::size_t i);
  void weigh(std::uint32_t topic);

  const KnownTopics* topics_;
  std::span<const std::uint32_t> words_;
  std::vector<std::uint32_t> z_;
  std::vector<Count> counts_;           ///< m_k, t_k
  std::vector<double> weights_;         ///< m_k - b t_k
  std::vector<std::uint32_t> present_;  ///< the topics with m_k > 0
  std::vector<std::uint32_t> place_;    ///< where each stands in present_
  std::vector<double> sums_;            ///< room for the running sums of a draw
  std::vector<std::uint32_t> seat_;     ///< of each token; empty without a discount
  seating::OpenTables tables_;          ///< likewise none without
};

}  // namespace themata
