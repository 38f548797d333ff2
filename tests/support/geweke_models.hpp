#pragma once

#include <cmath>

#include "support/geweke.hpp"
#include "support/samplers.hpp"
#include "themata/models/hdp/model.hpp"
#include "themata/models/lda/model.hpp"

// The small models that Geweke's test runs on: four documents of six tokens, four word types, three topics.
namespace themata::testing {

inline Corpus geweke_corpus() { return Problem{Documents(4, std::vector<std::uint32_t>(6, 0)), 4}.corpus(); }

/// Priors of the hyperparameters: shape 4, so that the statistics' squares have variances.
inline constexpr sampling::GammaPrior geweke_prior{4, 4};

/// Fixed: alpha .6, beta .5. Otherwise alpha is learned as given, and beta with it.
inline lda::Settings geweke_lda(const NamedSampler& sampler, lda::LearnAlpha alpha) {
  lda::Settings settings;
  settings.topics = 3;
  settings.alpha = 0.6;
  settings.beta = 0.5;
  settings.learn_alpha = alpha;
  settings.learn_beta = alpha != lda::LearnAlpha::no;
  settings.alpha_prior = settings.beta_prior = geweke_prior;
  settings.sampler = sampler.choice;
  settings.blocks = sampler.blocks;
  return settings;
}

/// alpha and beta learned, with weights of topics and words, seeds, and documents that may not use every
/// topic.
inline lda::Settings geweke_informed_lda(const NamedSampler& sampler) {
  lda::Settings settings = geweke_lda(sampler, lda::LearnAlpha::symmetric);
  settings.given.alpha_weights = {0.5, 1, 1.5};
  settings.given.word_prior = WordPrior({1, 2, 0.5, 1}, {{0, 0, 1.5}, {3, 1, 1}});
  settings.given.allowed = sampling::AllowedTopics({{0, 1}, {}, {2}, {1, 2}});
  return settings;
}

enum class Concentrations { fixed, learned };

/// Fixed: alpha 1, beta .5, gamma 1.2. Otherwise all three are learned.
inline hdp::Settings geweke_hdp(const NamedSampler& sampler, Concentrations concentrations) {
  hdp::Settings settings;
  settings.alpha = 1;
  settings.beta = 0.5;
  settings.gamma = 1.2;
  settings.learn_alpha = settings.learn_beta = settings.learn_gamma =
      concentrations == Concentrations::learned;
  settings.alpha_prior = settings.beta_prior = settings.gamma_prior = geweke_prior;
  sampler.apply_to(settings);
  return settings;
}

inline Statistics lda_statistics(const lda::State& state, const Corpus& corpus) {
  Statistics out = mixture_statistics(state, corpus);
  const double first = static_cast<double>(std::count(state.mix.topics.begin(), state.mix.topics.end(), 0));
  out.emplace_back("n_1^2", first * first);
  out.emplace_back("alpha_1", state.alpha.front());
  out.emplace_back("alpha_3", state.alpha.back());
  out.emplace_back("beta", state.mix.beta);
  return out;
}

inline Statistics hdp_statistics(const hdp::State& state, const Corpus& corpus) {
  Statistics out = mixture_statistics(state, corpus);
  const Observed observed(state, corpus);
  double psi2 = 0;
  for (std::size_t k = 0; k + 1 < observed.prior.size(); ++k)
    psi2 += std::pow(observed.prior[k] / state.alpha, 2);
  out.emplace_back("topics", static_cast<double>(observed.counts.size.size()));
  out.emplace_back("sum psi^2 of topics with tokens", psi2);
  out.emplace_back("psi of topics without tokens", observed.prior.back() / state.alpha);
  out.emplace_back("alpha", state.alpha);
  out.emplace_back("beta", state.mix.beta);
  out.emplace_back("gamma", state.gamma);
  return out;
}

}  // namespace themata::testing
