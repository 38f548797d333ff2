#include "themata/counts/word_prior.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <tuple>

namespace themata {

namespace {

bool same_cell(const Seed& a, const Seed& b) { return a.type == b.type && a.topic == b.topic; }

}  // namespace

WordPrior::WordPrior(std::vector<double> weights, std::vector<Seed> seeds) : weights_(std::move(weights)) {
  std::stable_sort(seeds.begin(), seeds.end(), [](const Seed& a, const Seed& b) {
    return std::tie(a.type, a.topic) < std::tie(b.type, b.topic);
  });
  for (const Seed& seed : seeds) {
    assert(seed.count > 0);
    if (!seeds_.empty() && same_cell(seeds_.back(), seed))
      seeds_.back().count += seed.count;
    else
      seeds_.push_back(seed);
  }
}

double WordPrior::total_weight(std::size_t n_types) const {
  return weights_.empty() ? static_cast<double>(n_types)
                          : std::accumulate(weights_.begin(), weights_.end(), 0.0);
}

std::span<const Seed> WordPrior::seeds_of(std::size_t type) const {
  const auto before = [](const Seed& seed, std::size_t v) { return seed.type < v; };
  const auto first = std::lower_bound(seeds_.begin(), seeds_.end(), type, before);
  const auto last = std::lower_bound(first, seeds_.end(), type + 1, before);
  return {first, last};
}

double WordPrior::seed(std::size_t topic, std::size_t type) const {
  const auto seeds = seeds_of(type);
  const auto it =
      std::find_if(seeds.begin(), seeds.end(), [&](const Seed& seed) { return seed.topic == topic; });
  return it == seeds.end() ? 0.0 : it->count;
}

std::vector<double> WordPrior::seed_totals(std::size_t n_topics) const {
  std::vector<double> totals(n_topics, 0.0);
  for (const Seed& seed : seeds_) totals[seed.topic] += seed.count;
  return totals;
}

}  // namespace themata
