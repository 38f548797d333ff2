#pragma once

#include "themata/models/icdp/model.hpp"

namespace themata::icdp {

/// Which parameters of a buffet are learned, and from what.
struct LearnedIbp {
  bool mass, concentration, discount;
  GammaPrior mass_prior, sum_prior;  ///< of the mass; of the concentration plus the discount
  double most_discount;              ///< the discount is uniform below it
};
LearnedIbp learned_of_topics(const Settings& settings);  ///< eta, delta, sigma
LearnedIbp learned_of_words(const Settings& settings);   ///< gamma, xi, zeta

/// Adds kernels for the learned hyperparameters: alpha and beta by auxiliary tables
/// (sampling/state/hyper.hpp), the masses from their Gamma distributions given eq. 43, concentrations and
/// discounts by slice sampling.
void add_hyperparameter_kernels(Kernels<State>& kernels, const Settings& settings);

/// log prior density of both masks: eq. 43, or log_of_dishes of a DishDistribution for a finite vocabulary.
double log_masks(const State& state, const Corpus& corpus, const Settings& settings);

}  // namespace themata::icdp
