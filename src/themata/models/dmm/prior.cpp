#include "themata/models/dmm/prior.hpp"

#include <numeric>

#include "themata/random/elementary.hpp"
#include "themata/random/rising.hpp"

namespace themata::dmm {

double log_topic_prior(const TopicPrior& prior, std::span<const std::int64_t> documents) {
  const std::int64_t all = std::accumulate(documents.begin(), documents.end(), std::int64_t{0});
  double sum = -log_rising(prior.total(0), all);
  for (const std::int64_t m : documents) {
    if (m == 0) continue;
    sum += prior.space.form == Form::finite
               ? log_rising(prior.alpha, m)
               : portable_log(prior.alpha) + portable_lgamma(static_cast<double>(m));
  }
  return sum;
}

std::vector<double> new_document_weights(const TopicPrior& prior, std::span<const std::int64_t> documents) {
  const double total = prior.total(std::accumulate(documents.begin(), documents.end(), std::int64_t{0}));
  std::vector<double> weights;
  for (std::size_t k = 0; k < documents.size(); ++k) {
    const bool is_topic = prior.space.form == Form::finite ? k < prior.space.topics : documents[k] > 0;
    weights.push_back(is_topic ? prior.of_used(documents[k]) / total : 0);
  }
  weights.push_back(prior.space.form == Form::finite ? 0 : prior.alpha / total);
  return weights;
}

}  // namespace themata::dmm
