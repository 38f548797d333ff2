#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/counts/sparse_counts.hpp"
#include "themata/evaluate/word_scores.hpp"
#include "themata/models/draw.hpp"

namespace themata {

/// The word probabilities of a draw's topics: phi_kv is the posterior mean given z, stored where a topic has
/// tokens or a seed of the word type (its cells). Everywhere else phi_kv = absent_k weight_v.
struct TopicSet {
  std::size_t n_types = 0;
  std::vector<std::size_t> first;    ///< K + 1 positions into the next two
  std::vector<std::uint32_t> types;  ///< of the cells, ascending within a topic
  std::vector<double> phi;           ///< of the cells
  std::vector<double> absent;        ///< K
  std::vector<double> weights;       ///< V, or none for 1 each
  std::vector<std::uint64_t> sizes;  ///< n_k

  std::size_t n_topics() const { return absent.size(); }
  double weight(std::size_t type) const { return weights.empty() ? 1.0 : weights[type]; }
  std::span<const std::uint32_t> types_of(std::size_t k) const {
    return std::span(types).subspan(first[k], first[k + 1] - first[k]);
  }
  std::span<const double> phi_of(std::size_t k) const {
    return std::span(phi).subspan(first[k], first[k + 1] - first[k]);
  }
};

/// @param counts  n_kv, from which the scores were made
TopicSet topic_set(const SparseCounts& counts, const WordScores& scores);

/// The topics of a draw. @param prior  of its fit, its topics numbered as the draw's
TopicSet topics_of(const Draw& draw, const Corpus& corpus, const WordPrior& prior);

/// The same set with all V word types as cells of every topic.
TopicSet with_all_cells(const TopicSet& set);

}  // namespace themata
