#pragma once

#include "support/dmr_problem.hpp"
#include "support/geweke.hpp"

// The regression that Geweke's test runs on: five documents of up to six tokens, four word types, three
// topics, a number and a factor of two levels.
namespace themata::testing {

inline Corpus dmr_geweke_corpus() {
  Problem problem{{}, 4};
  for (const std::size_t length : {6, 0, 5, 4, 6}) problem.documents.emplace_back(length, 0U);
  return problem.corpus();
}

/// mu, sigma and beta learned.
inline dmr::Settings geweke_dmr(const NamedSampler& sampler) {
  dmr::Settings settings;
  settings.topics = 3;
  settings.design = design_of({{1, 0, -1, -1, 1}, {0, 1, 1, 0, 0}});
  settings.alpha = 0.7;
  settings.beta = 0.5;
  settings.intercept = {.mean = -0.4, .sd = 0.5, .scale = 0.6};
  settings.slope = {.mean = 0, .sd = 0.6, .scale = 0.7};
  settings.learn_beta = true;
  settings.beta_prior = {4, 4};
  settings.sampler = sampler.choice;
  settings.blocks = sampler.blocks;
  return settings;
}

/// What tells states apart, of a state and the corpus of its words, by the tests' own arithmetic.
/// Coefficients and standard deviations have heavy tails, so that squares of them would have no variance:
/// bounded functions and logarithms of them are taken.
inline auto dmr_statistics(const dmr::Settings& settings) {
  return [settings](const dmr::State& state, const Corpus& corpus) {
    const dmr::Design& design = *settings.design;
    const auto z = sampling::to_corpus_order(corpus, state.mix.layout, state.mix.topics);
    const Counts counts(problem_of(corpus), {z.begin(), z.end()}, settings.topics);
    Table alpha;
    double tied = 0, m2 = 0, n2 = 0;
    for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
      const auto x = design.row(design.row_of[d]);
      alpha.push_back(dmr::weights_of(x, state.lambda));
      for (std::size_t k = 0; k < settings.topics; ++k) {
        tied += x[1] * std::tanh(state.coefficients(k)[1]) * counts.m[d][k];
        m2 += counts.m[d][k] * counts.m[d][k];
      }
    }
    for (const auto& row : counts.n)
      for (const double n : row) n2 += n * n;
    Statistics out{{"sum m^2", m2},
                   {"sum n^2", n2},
                   {"slopes by tokens", tied},
                   {"p", std::tanh((log_documents(counts, alpha) + log_words(counts, state.mix.beta)) / 40)},
                   {"beta", state.mix.beta}};
    for (std::size_t j = 0; j < state.n_columns(); ++j) {
      double spread = 0;
      for (std::size_t k = 0; k < settings.topics; ++k)
        spread += std::tanh(std::abs(state.coefficients(k)[j] - state.coefficients(0)[j]));
      const std::string name = std::to_string(j);
      out.emplace_back("lambda." + name, std::tanh(state.coefficients(0)[j]));
      out.emplace_back("spread." + name, spread);
      out.emplace_back("mu." + name, state.mu[j]);
      out.emplace_back("log sigma." + name, std::log(state.sigma[j]));
    }
    return out;
  };
}

}  // namespace themata::testing
