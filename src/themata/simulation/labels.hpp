#pragma once

#include <cstdint>

#include "themata/chain/pool.hpp"
#include "themata/random/stream.hpp"
#include "themata/simulation/mixture.hpp"

// Labels of documents, which are their topics.
namespace themata::simulate {

/// How many documents have labels, and how many labels each of them has on average.
struct LabelCounts {
  std::uint64_t documents;
  double per_document;
};

/// @throws UsageError if documents should have more labels than there are topics
void check_labels(double labels, std::uint64_t topics);
/// @throws ResourceError if the machine does not have the memory for them
void require_labels(const LabelCounts& counts);
/// Draws into `of_documents`: each document has one label, chosen uniformly, and each other label with the
/// same probability.
void draw_labels(Mixture& mixture, const LabelCounts& counts, Key key, Pool& pool);

}  // namespace themata::simulate
