#pragma once

#include "themata/models/icdp/model.hpp"

namespace themata::icdp {

/// Adds the draws of whatever the settings have learned: alpha and beta by auxiliary tables (sampling/state/hyper.hpp), the masses
/// from their Gamma laws given eq. 43, concentrations and discounts by slices.
void add_law_kernels(Kernels<State>& kernels, const Settings& settings);

/// log of the prior density of both masks: eq. 43, or of a finite vocabulary log_of_dishes of its law.
double log_masks(const State& state, const Corpus& corpus, const Settings& settings);

}  // namespace themata::icdp
