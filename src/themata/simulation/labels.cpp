#include "themata/simulation/labels.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "themata/io/error.hpp"
#include "themata/io/memory.hpp"
#include "themata/random/elementary.hpp"
#include "themata/random/successes.hpp"
#include "themata/simulation/address.hpp"

namespace themata::simulate {

void check_labels(double labels, std::uint64_t topics) {
  if (labels > static_cast<double>(topics))
    throw UsageError(OptionFault{"labels", fmt::format("{:g}", labels),
                                 fmt::format("at most {}, the value of `topics`", topics)});
}

void require_labels(const LabelCounts& counts) {
  require_memory(
      counts.documents * (2 * sizeof(std::vector<std::uint32_t>) +
                          static_cast<std::uint64_t>(2 * sizeof(std::uint32_t) * counts.per_document)),
      fmt::format("the labels of {} documents", counts.documents), "fewer `documents` or `labels` need less");
}

void draw_labels(Mixture& mixture, const LabelCounts& counts, Key key, Pool& pool) {
  const auto n_topics = static_cast<std::uint32_t>(mixture.n_topics());
  const double others = n_topics > 1 ? (counts.per_document - 1) / (n_topics - 1) : 0;
  mixture.of_documents.resize(counts.documents);
  const double log_off = others < 1 ? portable_log(1 - others) : -1e300;
  pool.for_each(counts.documents, [&](std::size_t d) {
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
