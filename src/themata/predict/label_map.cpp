#include "themata/predict/label_map.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace themata {

namespace {

/// Labels of neighbouring probabilities.
struct Step {
  double pairs = 0, probability = 0, right = 0;  ///< the last two are sums

  double share() const { return right / pairs; }
  void add(const Step& other) {
    pairs += other.pairs;
    probability += other.probability;
    right += other.right;
  }
};

struct Pair {
  float probability;
  bool right;
};

std::vector<Pair> sorted_pairs(std::span<const LabeledRows> rows) {
  std::vector<Pair> pairs;
  for (const LabeledRows& part : rows)
    for (std::size_t d = 0; d < part.truth.size(); ++d) {
      if (part.truth[d].labels.empty() && part.truth[d].unknown_labels.empty()) continue;
      for (std::size_t k = 0; k < part.n_labels(); ++k)
        pairs.push_back({part.row(d)[k], std::ranges::binary_search(part.truth[d].labels, k)});
    }
  std::ranges::stable_sort(pairs, {}, &Pair::probability);
  return pairs;
}

/// Steps of at least so many labels, equal probabilities together. A step of few would be right in all or in
/// none by chance.
std::vector<Step> first_steps(const std::vector<Pair>& pairs) {
  constexpr double fewest = 50;
  std::vector<Step> steps;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const bool same = i > 0 && pairs[i].probability == pairs[i - 1].probability;
    if (steps.empty() || (!same && steps.back().pairs >= fewest)) steps.emplace_back();
    steps.back().add({1, pairs[i].probability, pairs[i].right ? 1.0 : 0.0});
  }
  if (steps.size() > 1 && steps.back().pairs < fewest) {
    const Step few = steps.back();
    steps.pop_back();
    steps.back().add(few);
  }
  return steps;
}

/// Pools neighbours until shares rise.
std::vector<Step> pooled(const std::vector<Step>& steps) {
  std::vector<Step> rising;
  for (const Step& step : steps) {
    rising.push_back(step);
    while (rising.size() > 1 && rising[rising.size() - 2].share() >= rising.back().share()) {
      const Step last = rising.back();
      rising.pop_back();
      rising.back().add(last);
    }
  }
  return rising;
}

}  // namespace

LabelMap::LabelMap(std::span<const LabeledRows> rows) {
  for (const Step& step : pooled(first_steps(sorted_pairs(rows)))) {
    at_.push_back(step.probability / step.pairs);
    worth_.push_back(step.share());
  }
}

LabelMap::LabelMap(std::vector<double> at, std::vector<double> worth)
    : at_(std::move(at)), worth_(std::move(worth)) {}

float LabelMap::operator()(float probability) const {
  if (at_.empty()) return probability;
  const double p = probability;
  const auto above = static_cast<std::size_t>(std::ranges::lower_bound(at_, p) - at_.begin());
  double worth = above == at_.size() ? worth_.back() : worth_[above];
  if (above > 0 && above < at_.size() && at_[above] > at_[above - 1])
    worth = worth_[above - 1] +
            (worth_[above] - worth_[above - 1]) * (p - at_[above - 1]) / (at_[above] - at_[above - 1]);
  constexpr double slope = 1e-3;  // of the whole, so that the map rises and keeps the order of labels
  return static_cast<float>((1 - slope) * worth + slope * p);
}

void LabelMap::apply(std::vector<float>& probabilities) const {
  for (float& p : probabilities) p = (*this)(p);
}

}  // namespace themata
