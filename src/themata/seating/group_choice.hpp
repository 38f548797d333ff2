#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/random/distributions.hpp"
#include "themata/seating/group_counts.hpp"
#include "themata/seating/group_topics.hpp"
#include "themata/seating/scaled_products.hpp"
#include "themata/seating/token_sets.hpp"

namespace themata::seating {

/// What a word type adds to the weights of topics.
struct WordWeight {
  double beta;
  /// The factor of a topic that has no tokens of the type; above 0.
  double absent = 1;
};

/// Draws the topic of n tokens that move together among the topics of a group, x their words:
///   p(topic k)  prop. to  p_k prod_v absent_v^[n_kv = 0] prod_i (n_kv + beta_v + same_i) / prod_i (n_k + sum
///                         beta + i),
/// where same_i is the number of earlier tokens of the set with the same word as the i-th. A topic without
/// any of the words has numerators (beta_v + same_i) absent_v, a factor that all topics have, and that leaves
/// a sum over the group's topics that depends on n alone and is kept up to date: only topics with the words
/// are visited.
class GroupChoice {
 public:
  static constexpr std::size_t none = SIZE_MAX;

  /// @param most_kept  sets of more tokens are drawn from weights that are computed for each of them
  GroupChoice(GroupCounts& counts, const GroupTopics& topics, std::size_t most_kept)
      : counts_(counts), topics_(topics), most_kept_(most_kept) {}

  /// @param n      tokens of all words, 1 or more, none of them in the counts
  /// @param weigh  the WordWeight of a word type
  /// @return  none for a new topic
  template <class Weigh>
  std::size_t draw(Stream& stream, std::span<const WordTokens> words, std::size_t n, const Weigh& weigh) {
    if (n > most_kept_) return draw_scaled(stream, words, n, weigh);
    weigh_words(words, weigh);
    double total = topics_.total(n) + topics_.of_new(n);
    for (const std::uint32_t k : touched_) total += topics_.weight(k, n) * (above_[k] - 1);
    const std::size_t chosen = std::isfinite(total) && total > 0 ? find(stream.uniform() * total, n)
                                                                 : draw_scaled(stream, words, n, weigh);
    for (const std::uint32_t k : touched_) above_[k] = 1;
    touched_.clear();
    return chosen;
  }

 private:
  /// The numerators of the topics that have some of the words, relative to a topic without them.
  template <class Weigh>
  void weigh_words(std::span<const WordTokens> words, const Weigh& weigh) {
    above_.resize(topics_.size(), 1.0);
    for (const WordTokens& word : words) {
      const WordWeight weight = weigh(word.word);
      const double once = 1 / weight.absent;
      for (const GroupCounts::Entry& entry : counts_.of(word.word)) {
        if (above_[entry.topic] == 1) touched_.push_back(entry.topic);
        above_[entry.topic] *= once;
        for (std::int32_t i = 0; i < word.tokens; ++i)
          above_[entry.topic] *= 1 + static_cast<double>(entry.tokens) / (weight.beta + i);
      }
    }
  }

  /// The topic at `rest` in the sum of all weights.
  std::size_t find(double rest, std::size_t n) const {
    for (const std::uint32_t k : touched_) {
      if (topics_.prior(k) == 0) continue;
      rest -= topics_.weight(k, n) * (above_[k] - 1);
      if (rest < 0) return k;
    }
    if (topics_.of_new(n) > 0) rest -= topics_.of_new(n);
    if (topics_.of_new(n) > 0 && rest < 0) return none;
    std::size_t last = none;
    for (std::size_t k = 0; k < topics_.size(); ++k) {
      if (topics_.prior(k) == 0) continue;
      last = k;
      rest -= topics_.weight(k, n);
      if (rest < 0) break;
    }
    return last;
  }

  template <class Weigh>
  std::size_t draw_scaled(Stream& stream, std::span<const WordTokens> words, std::size_t n,
                          const Weigh& weigh) {
    topics_.divide(n, products_);
    for (const WordTokens& word : words) {
      const WordWeight weight = weigh(word.word);
      const double once = 1 / weight.absent;
      for (const GroupCounts::Entry& entry : counts_.of(word.word)) {
        for (std::int32_t i = 0; i < word.tokens; ++i)
          products_.multiply(entry.topic, 1 + static_cast<double>(entry.tokens) / (weight.beta + i));
        if (once != 1) products_.multiply(entry.topic, once);
      }
    }
    topics_.priors(weights_);
    themata::seating::weigh(products_, weights_);
    const std::size_t chosen = draw_index(stream, weights_);
    return chosen < topics_.size() ? chosen : none;
  }

  GroupCounts& counts_;
  const GroupTopics& topics_;
  std::size_t most_kept_;
  std::vector<std::uint32_t> touched_;  ///< topics that have some of the words
  std::vector<double> above_;           ///< by topic; 1 for the others
  ScaledProducts products_;             ///< for large sets: by topic, a new one last
  std::vector<double> weights_;
};

}  // namespace themata::seating
