#include "themata/models/given_priors.hpp"

#include <algorithm>
#include <utility>

namespace themata {

GivenPriors renumbered(const GivenPriors& given, std::span<const std::uint16_t> order, std::size_t n_topics) {
  constexpr std::uint16_t dropped = UINT16_MAX;
  std::vector<std::uint16_t> number(n_topics, dropped);
  for (std::size_t i = 0; i < order.size(); ++i) number[order[i]] = static_cast<std::uint16_t>(i);
  GivenPriors result;
  result.covariates = given.covariates;
  for (const std::uint16_t k : order) {
    if (!given.alpha_weights.empty()) result.alpha_weights.push_back(given.alpha_weights[k]);
    if (!given.topic_names.empty()) result.topic_names.push_back(given.topic_names[k]);
    if (given.parents.empty()) continue;
    const std::uint32_t above = given.parents[k];
    result.parents.push_back(above < n_topics ? number[above] : static_cast<std::uint32_t>(n_topics));
  }
  std::vector<Seed> seeds;
  for (const Seed& seed : given.word_prior.seeds())
    if (number[seed.topic] != dropped) seeds.push_back({seed.type, number[seed.topic], seed.count});
  result.word_prior = WordPrior(given.word_prior.weights(), std::move(seeds));
  for (const auto& list : given.allowed) {
    result.allowed.emplace_back();
    for (const std::uint16_t k : list)
      if (number[k] != dropped) result.allowed.back().push_back(number[k]);
    std::ranges::sort(result.allowed.back());
  }
  return result;
}

}  // namespace themata
