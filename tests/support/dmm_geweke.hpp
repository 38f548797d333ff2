#pragma once

#include "support/dmm_problem.hpp"
#include "support/geweke.hpp"

// The mixture that Geweke's test runs on.
namespace themata::testing {

/// Seven documents of up to four tokens, four word types.
inline Corpus dmm_geweke_corpus() {
  Problem problem{{}, 4};
  for (const std::size_t length : {3, 2, 0, 4, 1, 3, 2}) problem.documents.emplace_back(length, 0U);
  return problem.corpus();
}

enum class DmmHyper { fixed, learned };

/// alpha and beta fixed, or learned under priors of shape 4, so that the statistics' squares have variances.
inline dmm::Settings geweke_dmm(const DmmSetting& setting, DmmHyper hyper) {
  dmm::Settings settings = settings_of(setting);
  settings.learn_alpha = settings.learn_beta = hyper == DmmHyper::learned;
  settings.alpha_prior = settings.beta_prior = {4, 4};
  return settings;
}

/// What tells mixtures apart, of a state and the corpus of its words, by the tests' own arithmetic.
inline auto dmm_statistics(const DmmSetting& setting) {
  return [setting](const dmm::State& state, const Corpus& corpus) {
    const Problem problem = problem_of(corpus);
    const Topics z = topics_of(state, corpus);
    const Topics of_documents = topics_of_documents(problem, z);
    const Topics numbers = canonical(z);
    const Counts counts(problem, numbers, *std::max_element(numbers.begin(), numbers.end()) + 1);
    std::map<unsigned, double> documents;
    for (const unsigned k : of_documents) ++documents[k];
    double m2 = 0, n2 = 0;
    for (const auto& [k, m] : documents) m2 += m * m;
    for (const auto& row : counts.n) n2 += sum_of_squares(row);
    Statistics out{{"topics", static_cast<double>(documents.size())},
                   {"sum m_k^2", m2},
                   {"sum n_kv^2", n2},
                   {"sum n_k^2", sum_of_squares(counts.size)},
                   {"log p", log_urn(setting, state.alpha, of_documents) +
                                 log_words_of(problem, setting, state.mix.beta, z)},
                   {"alpha", state.alpha},
                   {"beta", state.mix.beta}};
    if (setting.form == dmm::Form::finite) out.emplace_back("documents of topic 1", documents[0]);
    return out;
  };
}

}  // namespace themata::testing
