#pragma once

#include "themata/simulation/mixture.hpp"
#include "themata/simulation/options.hpp"

// Labels of documents, which are their topics.
namespace themata::simulate {

/// @throws UsageError where documents are to have more labels than there are topics
void check_labels(const SimulateOptions& options);
/// @throws ResourceError where the machine has no room for them
void require_labels(const SimulateOptions& options);
/// Into `of_documents`: each document has one, any as likely, and each of the others with one probability.
void draw_labels(Mixture& mixture, const SimulateOptions& options, Key key, Pool& pool);

}  // namespace themata::simulate
