#include "themata/align/align.hpp"

#include <algorithm>
#include <cmath>

namespace themata {

namespace {

/// A topic's distance to its nearest other topic, weighted by the topic's tokens.
struct Weighed {
  double distance;
  double tokens;
};

void add_nearest(std::vector<Weighed>& all, const TopicSet& set, TopicDistance distance, Pool& pool) {
  if (set.n_topics() < 2) return;
  const std::vector<double> nearest = nearest_others(set, distance, pool);
  for (std::size_t k = 0; k < nearest.size(); ++k)
    all.push_back({nearest[k], static_cast<double>(set.sizes[k])});
}

/// The smallest value with half of the weight at or below it.
double weighed_median(std::vector<Weighed> values) {
  std::ranges::stable_sort(values, {}, &Weighed::distance);
  double half = 0;
  for (const Weighed& value : values) half += value.tokens / 2;
  double below = 0;
  for (const Weighed& value : values) {
    below += value.tokens;
    if (below >= half) return value.distance;
  }
  return values.back().distance;
}

}  // namespace

std::vector<std::optional<Match>> align(const TopicSet& a, const TopicSet& b, TopicDistance distance,
                                        Pool& pool) {
  return align(topic_distances(a, b, distance, pool));
}

std::vector<std::optional<Match>> align(const CostMatrix& distances) {
  std::vector<std::optional<Match>> matches(distances.rows());
  for (const Assigned& pair : least_assignment(distances))
    matches[pair.row] = Match{pair.column, distances.row(pair.row)[pair.column]};
  return matches;
}

double match_limit(const std::vector<TopicSet>& sets, TopicDistance distance, Pool& pool) {
  std::vector<Weighed> nearest;
  for (const TopicSet& set : sets) add_nearest(nearest, set, distance, pool);
  const double half = std::sqrt(0.5);
  return nearest.empty() ? half : std::min(half, weighed_median(std::move(nearest)));
}

}  // namespace themata
