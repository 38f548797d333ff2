#include "themata/models/hpc/known_rates.hpp"

#include <cmath>
#include <utility>

#include "themata/models/hpc/correlated.hpp"
#include "themata/models/hpc/label_odds.hpp"

namespace themata::hpc {

KnownRates::KnownRates(AffinityPrior prior, std::vector<double> rates)
    : prior_(std::move(prior)), rates_(std::move(rates)) {
  for (std::size_t k = 0; prior_.labeling == Labeling::tree && k < n_topics(); ++k) {
    const LogOdds odds = log_label_odds(prior_.eta[k], prior_.deviation(k));
    prior_.log_there.push_back(odds.there);
    prior_.log_absent.push_back(odds.absent);
  }
}

void set_covariance(AffinityPrior& prior, std::span<const double> covariance) {
  const auto topics = static_cast<Eigen::Index>(prior.eta.size());
  const Eigen::Map<const hmc::Matrix> matrix(covariance.data(), topics, topics);
  prior.precision = inverse_of(matrix);
  for (Eigen::Index k = 0; k < topics; ++k) prior.deviations.push_back(std::sqrt(matrix(k, k)));
}

KnownRates known_rates(const TopicRates& rates, Labeling labeling, const Corpus& corpus,
                       std::span<const std::uint32_t> types) {
  const std::size_t topics = rates.n_topics();
  AffinityPrior prior{rates.eta, rates.lambda, std::vector<double>(topics, 0.0),
                      static_cast<double>(corpus.n_tokens()) / static_cast<double>(corpus.n_documents()),
                      labeling};
  if (!rates.covariance.empty()) set_covariance(prior, rates.covariance);
  for (std::size_t v = 0; v < rates.n_types(); ++v)
    for (std::size_t k = 0; k < topics; ++k) prior.totals[k] += rates.rate(v, k);
  std::vector<double> of_words;
  of_words.reserve(types.size() * topics);
  for (const std::uint32_t v : types)
    for (std::size_t k = 0; k < topics; ++k) of_words.push_back(rates.rate(v, k));
  return {std::move(prior), std::move(of_words)};
}

}  // namespace themata::hpc
