#pragma once

#include "themata/models/franchise/model.hpp"

namespace themata::franchise {

// alpha and the documents' discount given the tables, gamma and the topics' discount given how many tables each has, by
// auxiliary variables (Teh 2006, appendix; docs/theory/franchise.md, "Hyperparameters"). Those of all documents are summed.

/// Kernels of what is learned, in the order documents, topics.
void add_law_kernels(Kernels<State>& kernels, const Settings& settings);

}  // namespace themata::franchise
