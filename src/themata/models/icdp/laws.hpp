#pragma once

#include "themata/models/icdp/model.hpp"

namespace themata::icdp {

/// Adds kernels for the learned hyperparameters: alpha and beta by auxiliary tables
/// (sampling/state/hyper.hpp), the masses from their Gamma distributions given eq. 43, concentrations and
/// discounts by slice sampling.
void add_law_kernels(Kernels<State>& kernels, const Settings& settings);

/// log prior density of both masks: eq. 43, or log_of_dishes of a DishLaw for a finite vocabulary.
double log_masks(const State& state, const Corpus& corpus, const Settings& settings);

}  // namespace themata::icdp
