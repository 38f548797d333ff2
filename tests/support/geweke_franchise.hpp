#pragma once

#include "support/franchise_problem.hpp"
#include "support/geweke_models.hpp"

// The franchise that Geweke's test runs on.
namespace themata::testing {

/// Fixed: alpha 1, gamma 1.2, discounts .2 and .3, beta .5.
inline franchise::Settings geweke_franchise() {
  franchise::Settings settings = settings_of({0.5, {1, 0.2}, {1.2, 0.3}});
  settings.alpha_prior = settings.beta_prior = settings.gamma_prior = geweke_prior;
  settings.discount_prior = {2, 3};
  return settings;
}

/// What tells seatings and hyperparameters apart, of a state and the corpus of its words.
inline auto franchise_statistics(const franchise::Model& model) {
  return [model](const franchise::State& state, const Corpus& corpus) {
    const Franchise seated = franchise_of(state, corpus);
    const SeatingNumbers numbers = numbers_of(seated.seats, seated.dishes);
    const Topics z = canonical(seated.z());
    const Counts counts(problem_of(corpus), z, *std::max_element(z.begin(), z.end()) + 1);
    double n2 = 0;
    for (const auto& row : counts.n) n2 += std::inner_product(row.begin(), row.end(), row.begin(), 0.0);
    Pool alone(1);
    return Statistics{
        {"tables", numbers.tables},
        {"sum n_t^2", numbers.tokens_squared},
        {"sum m_k^2", numbers.topics_squared},
        {"sum n_kv^2", n2},
        {"sum n_k^2", std::inner_product(counts.size.begin(), counts.size.end(), counts.size.begin(), 0.0)},
        {"topics", static_cast<double>(counts.size.size())},
        {"log p", model.log_joint(state, corpus, alone)},
        {"alpha", state.documents.concentration},
        {"discount of documents", state.documents.discount},
        {"gamma", state.topics.concentration},
        {"discount of topics", state.topics.discount},
        {"beta", state.mix.beta}};
  };
}

}  // namespace themata::testing
