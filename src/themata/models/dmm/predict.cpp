#include "themata/models/dmm/predict.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "themata/random/elementary.hpp"
#include "themata/random/rising.hpp"

namespace themata::dmm {

namespace {

/// log(weight_k p(held | k, seen)) of every topic.
std::vector<double> log_terms(std::span<const double> weights, const LogWords& log_words,
                              const SeenAndHeld& words) {
  std::vector<double> terms(weights.size(), -INFINITY);
  for (std::size_t k = 0; k < weights.size(); ++k)
    if (weights[k] > 0) terms[k] = portable_log(weights[k]) + log_words(k, words);
  return terms;
}

double log_sum(std::span<const double> terms) {
  const double top = *std::ranges::max_element(terms);
  if (top == -INFINITY) return top;
  double sum = 0;
  for (const double x : terms) sum += portable_exp(x - top);
  return top + portable_log(sum);
}

/// log p(held | seen), given p(z_d = k | seen).
double log_mean(std::span<const double> posterior, const LogWords& log_words, const SeenAndHeld& words) {
  return log_sum(log_terms(posterior, log_words, words));
}

/// With one rising factorial per word type.
double log_dirichlet_multinomial(const TopicCounts& counts, std::size_t k, const SeenAndHeld& words) {
  std::vector<std::uint32_t> sorted(words.held.begin(), words.held.end());
  std::ranges::sort(sorted);
  const auto tokens = static_cast<double>(counts.tokens(k)) + static_cast<double>(words.seen.size());
  double sum = -log_rising(counts.total_beta + tokens, static_cast<std::int64_t>(sorted.size()));
  for (auto first = sorted.begin(); first != sorted.end();) {
    const auto last = std::find_if(first, sorted.end(), [&](std::uint32_t v) { return v != *first; });
    const auto seen = static_cast<double>(std::ranges::count(words.seen, *first));
    const double before = counts.beta(*first) + static_cast<double>(counts.count(k, *first)) + seen;
    sum += log_rising(before, last - first);
    first = last;
  }
  return sum;
}

}  // namespace

LogWords words_given_phi(WordProbability phi) {
  return [phi = std::move(phi)](std::size_t k, const SeenAndHeld& words) {
    double sum = 0;
    for (const std::uint32_t v : words.held) {
      const double p = phi(k, v);
      sum += p > 0 ? portable_log(p) : -INFINITY;
    }
    return sum;
  };
}

LogWords words_given_counts(TopicCounts counts) {
  return [counts = std::move(counts)](std::size_t k, const SeenAndHeld& words) {
    return log_dirichlet_multinomial(counts, k, words);
  };
}

std::vector<double> topic_posterior(std::span<const double> weights, const LogWords& log_words,
                                    std::span<const std::uint32_t> words) {
  std::vector<double> p = log_terms(weights, log_words, {{}, words});
  double log_total = log_sum(p);
  if (log_total == -INFINITY) {
    p = log_terms(weights, log_words, {});
    log_total = log_sum(p);
  }
  for (double& x : p) x = portable_exp(x - log_total);
  return p;
}

double log_held(std::span<const double> weights, const LogWords& log_words, const SeenAndHeld& words) {
  return log_mean(topic_posterior(weights, log_words, words.seen), log_words, words);
}

std::vector<double> held_probabilities(std::span<const double> weights, const LogWords& log_words,
                                       const SeenAndHeld& words) {
  const std::vector<double> posterior = topic_posterior(weights, log_words, words.seen);
  std::vector<double> p;
  for (std::size_t i = 0; i < words.held.size(); ++i)
    p.push_back(portable_exp(log_mean(posterior, log_words, {words.seen, words.held.subspan(i, 1)})));
  return p;
}

}  // namespace themata::dmm
