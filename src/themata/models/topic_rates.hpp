#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "themata/random/elementary.hpp"

namespace themata {

/// Of models that draw rates: rates of words in topics and in the corpus above them, what documents make of
/// their labels, and the hyperparameters of both. Topics are numbered as those of the draw.
struct TopicRates {
  std::vector<float> log_rates;             ///< V x (K + 1): mu_vk, the corpus's last
  std::vector<float> variances;             ///< V x branches: tau^2_vp
  std::vector<std::uint32_t> branch_nodes;  ///< the p of each branch: a topic, or K for the corpus
  std::vector<std::uint64_t> label_begin;   ///< D + 1: where each document's labels begin
  std::vector<std::uint16_t> labels;        ///< topics, ascending within a document
  std::vector<double> affinities;           ///< beside them: xi_dk
  double psi = 0, gamma = 1;                ///< mean and deviation of the corpus's log rates
  double nu = 10, sigma = 1;                ///< degrees of freedom and scale of tau^2
  double lambda = 1;                        ///< deviation of affinities
  std::vector<double> eta;                  ///< K: their means
  std::vector<double> covariance = {};      ///< K x K: of correlated affinities; empty of others
  std::vector<double> all_affinities = {};  ///< D x K: xi of all labels if correlated; empty otherwise

  std::size_t n_topics() const { return eta.size(); }
  std::size_t n_types() const { return log_rates.size() / (eta.size() + 1); }
  float log_rate(std::size_t v, std::size_t node) const { return log_rates[v * (eta.size() + 1) + node]; }
  /// e^mu_vk; of a label without documents mu may be anything, so that it is held in where no number would be
  /// left.
  double rate(std::size_t v, std::size_t node) const {
    constexpr double most = 69;  // as in the sampler, e^69 = 1e30
    return portable_exp(std::clamp<double>(log_rate(v, node), -most, most));
  }
  std::span<const std::uint16_t> labels_of(std::size_t d) const {
    return std::span(labels).subspan(label_begin[d], label_begin[d + 1] - label_begin[d]);
  }
  std::span<const double> affinities_of(std::size_t d) const {
    return std::span(affinities).subspan(label_begin[d], label_begin[d + 1] - label_begin[d]);
  }
};

/// The rates with topic order[i] called i. @param order  of all topics
TopicRates renumbered(const TopicRates& rates, std::span<const std::uint16_t> order);

/// theta_d beside the labels of every document: softmax of its affinities over its labels.
std::vector<double> label_shares(const TopicRates& rates);

/// phi_kv = e^mu_vk / sum_u e^mu_uk, K x V: how likely a token of topic k is of word v.
std::vector<float> word_probabilities(const TopicRates& rates);

}  // namespace themata
