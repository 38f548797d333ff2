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

/// Adds the draws of whatever the settings have learned: alpha and beta by auxiliary tables (sampling/state/hyper.hpp), the masses
/// from their Gamma laws given eq. 43, concentrations and discounts by slices.
void add_law_kernels(Kernels<State>& kernels, const Settings& settings);

/// log of the prior density of both masks: eq. 43, or of a finite vocabulary log_of_dishes of its law.
double log_masks(const State& state, const Corpus& corpus, const Settings& settings);

}  // namespace themata::icdp
