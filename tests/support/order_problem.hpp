#pragma once

#include <utility>
#include <vector>

#include "support/hdp_problem.hpp"

// The HDP cut off after a few topics, whose order is part of the state.
namespace themata::testing {

/// log p(tables of topics 1, ..., K* in their order | gamma), each stick summed out by itself.
inline double log_tables_in_order(const std::vector<double>& tables, double gamma) {
  double sum = 0, behind = 0;
  for (std::size_t k = tables.size(); k-- > 0;) {
    if (k + 1 < tables.size())
      sum += std::log(gamma) + std::lgamma(1 + tables[k]) + std::lgamma(gamma + behind) -
             std::lgamma(1 + gamma + tables[k] + behind);
    behind += tables[k];
  }
  return sum;
}

/// sum over the tables of topics k, ..., K* of their weights and of their probability in this order.
inline double sum_tables_in_order(const std::vector<Polynomial>& weights, std::vector<double>& tables,
                                  double gamma) {
  const std::size_t k = tables.size();
  if (k == weights.size()) return std::exp(log_tables_in_order(tables, gamma));
  double sum = 0;
  for (std::size_t l = 0; l < weights[k].size(); ++l) {
    if (weights[k][l] == 0) continue;
    tables.push_back(static_cast<double>(l));
    sum += weights[k][l] * sum_tables_in_order(weights, tables, gamma);
    tables.pop_back();
  }
  return sum;
}

/// log p(z | alpha, gamma) of topics with their numbers, but for what depends on the documents' lengths
/// alone.
inline double log_topics_in_order(const Counts& counts, const HdpSetting& setting) {
  std::vector<Polynomial> weights;
  for (std::size_t k = 0; k < counts.size.size(); ++k)
    weights.push_back(tables_of_topic(counts, k, setting.alpha));
  std::vector<double> tables;
  return std::log(sum_tables_in_order(weights, tables, setting.gamma));
}

/// All K*^N assignments.
inline Posterior in_order_posterior(const Problem& problem, std::size_t flag, const HdpSetting& setting) {
  Posterior posterior = lda_posterior(problem, std::vector<double>(flag, 1), setting.beta);
  std::vector<double> log_weight;
  for (const Topics& z : posterior.states) {
    const Counts counts(problem, z, flag);
    log_weight.push_back(log_topics_in_order(counts, setting) + log_words(counts, setting.beta));
  }
  posterior.probability = normalized(std::move(log_weight));
  return posterior;
}

inline Problem five_tokens() { return {{{0, 0, 1}, {1, 2}}, 3}; }

/// 243 states of three topics, the last of them the flag: a quarter of the time it holds tokens.
inline constexpr std::size_t few_topics = 3;
inline HdpProblem in_order_hdp() {
  const HdpSetting setting{1, 0.5, 1.5};
  return {five_tokens(), setting, in_order_posterior(five_tokens(), few_topics, setting)};
}

/// The noise of the total variation is then about .004.
inline constexpr ChainLength in_order_length{100, 16'000, 1};
inline constexpr double in_order_tv_limit = 0.006;

}  // namespace themata::testing
