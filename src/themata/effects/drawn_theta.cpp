#include "themata/effects/drawn_theta.hpp"

#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include "themata/effects/effect_result.hpp"
#include "themata/effects/spline.hpp"

namespace themata {

DrawnTheta::DrawnTheta(const AlignedDraw& draw, std::span<const std::size_t> topics)
    : draw_(draw.draw), proportions_(draw.draw.model->proportions(draw.context())) {
  std::vector<std::size_t> usual(std::min(usual_topics, draw.matches.size())), others;
  std::iota(usual.begin(), usual.end(), std::size_t{0});
  std::ranges::copy_if(topics, std::back_inserter(others), [](std::size_t k) { return k >= usual_topics; });
  groups_.push_back(group(draw, usual, topics));
  if (!others.empty()) groups_.push_back(group(draw, others, topics));
  groups_.back().first_entity = others.empty() ? 0 : 1ULL << 41;
}

DrawnTheta::Group DrawnTheta::group(const AlignedDraw& draw, std::span<const std::size_t> members,
                                    std::span<const std::size_t> topics) const {
  std::vector<std::pair<std::uint16_t, std::size_t>> places;
  for (const std::size_t k : members) {
    if (!draw.matches[k]) continue;
    const auto asked = std::ranges::find(topics, k);
    places.emplace_back(static_cast<std::uint16_t>(draw.matches[k]->topic),
                        asked == topics.end() ? none : static_cast<std::size_t>(asked - topics.begin()));
  }
  std::ranges::sort(places);
  Group group{{}, {}, 0};
  for (const auto& [own, wanted] : places) {
    group.own.push_back(own);
    group.wanted.push_back(wanted);
  }
  return group;
}

void DrawnTheta::draw(std::size_t d, std::span<double> theta) const {
  std::ranges::fill(theta, 0.0);
  for (const Group& group : groups_) {
    std::vector<double> drawn(group.own.size());
    Stream stream(chain_key(0, draw_.chain), Purpose::effect, draw_.sweep, group.first_entity + d);
    proportions_->draw(d, group.own, stream, drawn);
    for (std::size_t i = 0; i < drawn.size(); ++i)
      if (group.wanted[i] != none) theta[group.wanted[i]] = drawn[i];
  }
}

Estimate estimate_of(std::vector<double> values, double interval) {
  if (values.empty()) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    return {none, none, none, none, none};
  }
  std::ranges::sort(values);
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const auto above = values.end() - std::ranges::upper_bound(values, 0.0);
  return {mean, n > 1 ? std::sqrt(squares / (n - 1)) : 0, quantile_of_sorted(values, (1 - interval) / 2),
          quantile_of_sorted(values, (1 + interval) / 2), static_cast<double>(above) / n};
}

}  // namespace themata
