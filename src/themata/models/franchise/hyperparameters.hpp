#pragma once

#include "themata/models/franchise/model.hpp"

namespace themata::franchise {

// alpha and the documents' discount given the tables, and gamma and the topics' discount given each topic's
// number of tables, by auxiliary variables (Teh 2006, appendix; docs/theory/franchise.md, "Hyperparameters"),
// which are summed over documents.

/// Adds kernels for the learned parameters, first of documents, then of topics.
void add_hyperparameter_kernels(Kernels<State>& kernels, const Settings& settings);

}  // namespace themata::franchise
