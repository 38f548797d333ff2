#include "themata/models/topic_rates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "themata/random/elementary.hpp"

namespace themata {

TopicRates renumbered(const TopicRates& rates, std::span<const std::uint16_t> order) {
  const std::size_t topics = rates.n_topics(), nodes = topics + 1;
  std::vector<std::uint32_t> number(nodes, static_cast<std::uint32_t>(topics));
  for (std::size_t i = 0; i < order.size(); ++i) number[order[i]] = static_cast<std::uint32_t>(i);
  TopicRates result = rates;
  for (std::size_t v = 0; v < rates.n_types(); ++v)
    for (std::size_t k = 0; k < topics; ++k) result.log_rates[v * nodes + number[k]] = rates.log_rate(v, k);
  for (std::size_t k = 0; k < topics; ++k) result.eta[number[k]] = rates.eta[k];
  for (std::size_t j = 0; j < topics && !rates.covariance.empty(); ++j)
    for (std::size_t k = 0; k < topics; ++k)
      result.covariance[number[j] * topics + number[k]] = rates.covariance[j * topics + k];
  for (std::size_t row = 0; row < rates.all_affinities.size(); row += topics)
    for (std::size_t k = 0; k < topics; ++k)
      result.all_affinities[row + number[k]] = rates.all_affinities[row + k];
  for (std::uint32_t& node : result.branch_nodes) node = number[node];
  std::vector<std::size_t> places;
  for (std::size_t d = 0; d + 1 < rates.label_begin.size(); ++d) {
    const auto labels = rates.labels_of(d);
    const auto affinities = rates.affinities_of(d);
    places.resize(labels.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::ranges::sort(places, {}, [&](std::size_t i) { return number[labels[i]]; });
    for (std::size_t i = 0; i < places.size(); ++i) {
      result.labels[rates.label_begin[d] + i] = static_cast<std::uint16_t>(number[labels[places[i]]]);
      result.affinities[rates.label_begin[d] + i] = affinities[places[i]];
    }
  }
  return result;
}

std::vector<double> label_shares(const TopicRates& rates) {
  std::vector<double> shares;
  shares.reserve(rates.labels.size());
  for (std::size_t d = 0; d + 1 < rates.label_begin.size(); ++d) {
    const auto affinities = rates.affinities_of(d);
    if (affinities.empty()) continue;
    const double most = *std::ranges::max_element(affinities);
    double sum = 0;
    for (const double xi : affinities) sum += portable_exp(xi - most);
    for (const double xi : affinities) shares.push_back(portable_exp(xi - most) / sum);
  }
  return shares;
}

std::vector<float> word_probabilities(const TopicRates& rates) {
  const std::size_t topics = rates.n_topics(), types = rates.n_types();
  std::vector<float> phi(topics * types);
  for (std::size_t k = 0; k < topics; ++k) {
    double most = -std::numeric_limits<double>::infinity(), sum = 0;
    for (std::size_t v = 0; v < types; ++v) most = std::max<double>(most, rates.log_rate(v, k));
    for (std::size_t v = 0; v < types; ++v) sum += portable_exp(rates.log_rate(v, k) - most);
    for (std::size_t v = 0; v < types; ++v)
      phi[k * types + v] = static_cast<float>(portable_exp(rates.log_rate(v, k) - most) / sum);
  }
  return phi;
}

}  // namespace themata
