#include "themata/evaluate/draw_counts.hpp"

#include <numeric>

namespace themata {

DocumentShares::DocumentShares(const Draw& draw, const Corpus& corpus)
    : corpus_(corpus),
      prior_(prior_weights(draw)),
      prior_sum_(std::accumulate(prior_.begin(), prior_.end(), 0.0)),
      counts_(document_topic_counts({corpus, draw.z, draw.n_topics()})) {}

double DocumentShares::share(std::size_t d, std::size_t k, std::int32_t count) const {
  return (count + prior_[k]) / (static_cast<double>(corpus_.length(d)) + prior_sum_);
}

void DocumentShares::row(std::size_t d, std::span<double> theta) const {
  for (std::size_t k = 0; k < theta.size(); ++k) theta[k] = share(d, k, 0);
  const auto topics = counts_.columns_of(d), counts = counts_.counts_of(d);
  for (std::size_t i = 0; i < topics.size(); ++i) {
    const auto k = static_cast<std::size_t>(topics[i]);
    theta[k] = share(d, k, counts[i]);
  }
}

SparseCounts topic_word_counts(const ShownFit& shown) {
  return topic_word_counts({shown.corpus.corpus, shown.draw.z, shown.draw.n_topics()});
}

}  // namespace themata
