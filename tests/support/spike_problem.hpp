#pragma once

#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "support/lda_problem.hpp"

// LDA with words that are switched on and off in a topic (spike and slab): the posterior by adding up every
// set of words.
namespace themata::testing {

/// log of p(n | pi, beta) of one topic's counts, over every set of active types that is not empty: the
/// model's definition.
inline double log_spike_words(const std::vector<double>& counts, double beta, double pi) {
  double sum = 0, all_sets = 0;
  for (std::size_t set = 1; set < std::size_t{1} << counts.size(); ++set) {
    double prior = 1, active = 0, tokens = 0, log_p = 0;
    bool possible = true;
    for (std::size_t v = 0; v < counts.size(); ++v) {
      const bool on = (set >> v & 1) != 0;
      prior *= on ? pi : 1 - pi;
      active += on ? 1 : 0;
      possible = possible && (on || counts[v] == 0);
      tokens += counts[v];
      log_p += std::lgamma(beta + counts[v]) - std::lgamma(beta);
    }
    all_sets += prior;
    if (!possible) continue;
    sum += prior * std::exp(log_p + std::lgamma(active * beta) - std::lgamma(active * beta + tokens));
  }
  return std::log(sum / all_sets);
}

struct SpikeProblem {
  LdaProblem lda;
  double pi;

  Agreement compare(const NamedSampler& sampler, const ChainLength& length) const {
    lda::Settings settings;
    settings.topics = lda.alpha.size();
    settings.sampler = sampler.choice;
    settings.blocks = sampler.blocks;
    settings.pi = pi;
    return compare(lda::Model(settings), lda::Model(settings).kernels(), length);
  }
  Agreement compare(const lda::Model& model, const Kernels<lda::State>& kernels,
                    const ChainLength& length) const {
    Pool alone(1);
    const sampling::TokenTopics z(lda.problem.tokens(), 0);
    lda::State start = model.restore(lda.problem.corpus(), z, lda.alpha, lda.beta, alone);
    start.mix.pi = pi;
    return compare_with_enumeration(kernels, std::move(start), lda.problem, lda.posterior, length);
  }
};

/// @param log_words  log p(n) of one topic's counts at this beta, whatever the topic
template <class LogWords>
SpikeProblem spike_lda_of(double beta, double pi, const LogWords& log_words) {
  const std::vector<double> alpha{1.2, 0.3};
  const Problem problem = eight_tokens_uneven();
  Posterior posterior = lda_posterior(problem, alpha, beta);
  std::vector<double> log_weight;
  for (const Topics& z : posterior.states) {
    const Counts counts(problem, z, alpha.size());
    double sum = log_documents(counts, alpha);
    for (const auto& n : counts.n) sum += log_words(n);
    log_weight.push_back(sum);
  }
  posterior.probability = normalized(std::move(log_weight));
  return {{problem, alpha, beta, std::move(posterior)}, pi};
}

inline SpikeProblem spike_lda() {
  constexpr double beta = 0.7, pi = 0.35;
  return spike_lda_of(beta, pi, [](const std::vector<double>& n) { return log_spike_words(n, beta, pi); });
}

/// Each topic has its own pi, summed over a grid: the midpoints of 200 intervals. Steep enough at 0 that the
/// condition that no set is empty matters.
inline constexpr BetaPrior topic_pi_prior{1.1, 3};
inline SpikeProblem topic_pi_lda() {
  constexpr double beta = 0.7;
  constexpr int intervals = 200;
  std::map<std::vector<double>, double> known;
  return spike_lda_of(beta, 0.35, [&](const std::vector<double>& n) {
    const auto [place, fresh] = known.try_emplace(n, 0);
    if (!fresh) return place->second;
    double sum = 0, all = 0;
    for (int i = 0; i < intervals; ++i) {
      const double pi = (i + 0.5) / intervals;
      const double density = std::pow(pi, topic_pi_prior.a - 1) * std::pow(1 - pi, topic_pi_prior.b - 1);
      sum += density * std::exp(log_spike_words(n, beta, pi));
      all += density;
    }
    return place->second = std::log(sum / all);
  });
}

/// The model of topic_pi_lda() with a scan of z.
inline lda::Model topic_pi_model(sampling::TopicScan scan) {
  lda::Settings settings;
  settings.topics = 2;
  settings.pi = 0.35;
  settings.sampler = {.sampler = sampling::Sampler::partially_collapsed,
                      .scan = scan,
                      .phi = sampling::PhiDraw::spike_slab,
                      .learn_topic_pi = true,
                      .pi_prior = topic_pi_prior};
  return lda::Model(settings);
}

}  // namespace themata::testing
