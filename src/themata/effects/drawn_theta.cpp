#include "themata/effects/drawn_theta.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include "themata/effects/effect_result.hpp"
#include "themata/effects/spline.hpp"

namespace themata {

DrawnTheta::DrawnTheta(const AlignedDraw& draw, std::span<const std::size_t> topics)
    : draw_(draw.draw), proportions_(draw.draw.model->proportions(draw.context())) {
  for (std::size_t i = 0; i < topics.size(); ++i)
    if (const auto& match = draw.matches[topics[i]])
      places_.push_back({static_cast<std::uint16_t>(match->topic), i});
  std::ranges::sort(places_, {}, &Place::own);
  for (const Place& place : places_) own_.push_back(place.own);
}

void DrawnTheta::draw(std::size_t d, std::span<double> theta) const {
  std::vector<double> drawn(own_.size());
  Stream stream(chain_key(0, draw_.chain), Purpose::effect, draw_.sweep, d);
  proportions_->draw(d, own_, stream, drawn);
  std::ranges::fill(theta, 0.0);
  for (std::size_t i = 0; i < places_.size(); ++i) theta[places_[i].wanted] = drawn[i];
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
