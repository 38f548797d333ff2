#include "themata/simulation/labels.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "themata/io/error.hpp"
#include "themata/io/memory.hpp"
#include "themata/random/elementary.hpp"
#include "themata/random/successes.hpp"
#include "themata/simulation/address.hpp"

namespace themata::simulate {

void check_labels(const SimulateOptions& options) {
  if (*options.labels > static_cast<double>(*options.topics))
    throw UsageError(fmt::format("`labels` is {:g}, of {} topics: expected no more labels than topics",
                                 *options.labels, *options.topics));
}

void require_labels(const SimulateOptions& options) {
  require_memory(
      *options.documents * (2 * sizeof(std::vector<std::uint32_t>) +
                            static_cast<std::uint64_t>(2 * sizeof(std::uint32_t) * *options.labels)),
      fmt::format("the labels of {} documents", *options.documents),
      "fewer `documents` or `labels` need less");
}

void draw_labels(Mixture& mixture, const SimulateOptions& options, Key key, Pool& pool) {
  const auto n_topics = static_cast<std::uint32_t>(*options.topics);
  const double others = n_topics > 1 ? (*options.labels - 1) / (n_topics - 1) : 0;
  mixture.of_documents.resize(*options.documents);
  const double log_off = others < 1 ? portable_log(1 - others) : -1e300;
  pool.for_each(*options.documents, [&](std::size_t d) {
    Stream stream = part_stream(key, Part::masks, d);
    std::vector<std::uint32_t>& labels = mixture.of_documents[d];
    labels.push_back(stream.below(n_topics));
    const std::uint32_t own = labels.front();
    for_each_success(stream, log_off, 0, n_topics - 1, [&](std::uint64_t other) {
      labels.push_back(static_cast<std::uint32_t>(other) + (other < own ? 0 : 1));
    });
    std::ranges::sort(labels);
  });
}

}  // namespace themata::simulate
