#pragma once

#include "themata/simulation/mixture.hpp"
#include "themata/simulation/options.hpp"

// Labels of documents, which are their topics.
namespace themata::simulate {

/// @throws UsageError if documents should have more labels than there are topics
void check_labels(const SimulateOptions& options);
/// @throws ResourceError if the machine does not have the memory for them
void require_labels(const SimulateOptions& options);
/// Draws into `of_documents`: each document has one label, chosen uniformly, and each other label with the
/// same probability.
void draw_labels(Mixture& mixture, const SimulateOptions& options, Key key, Pool& pool);

}  // namespace themata::simulate
