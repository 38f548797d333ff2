#include "themata/effects/drawn_theta.hpp"

#include <iterator>
#include <numeric>
#include <utility>

namespace themata {

DrawnTheta::DrawnTheta(const AlignedDraw& draw, std::span<const std::size_t> topics)
    : draw_(draw.draw), proportions_(draw.draw.model->proportions(draw.context())) {
  std::vector<std::size_t> usual(std::min(usual_topics, draw.matches.size())), others;
  std::iota(usual.begin(), usual.end(), std::size_t{0});
  std::ranges::copy_if(topics, std::back_inserter(others), [](std::size_t k) { return k >= usual_topics; });
  add_group(draw, usual, topics, 0);
  if (!others.empty()) add_group(draw, others, topics, 1ULL << 41);
}

void DrawnTheta::add_group(const AlignedDraw& draw, std::span<const std::size_t> members,
                           std::span<const std::size_t> topics, std::uint64_t first_entity) {
  std::vector<std::pair<std::uint16_t, std::size_t>> places;
  for (const std::size_t k : members) {
    if (!draw.matches[k]) continue;
    const auto asked = std::ranges::find(topics, k);
    places.emplace_back(static_cast<std::uint16_t>(draw.matches[k]->topic),
                        asked == topics.end() ? none : static_cast<std::size_t>(asked - topics.begin()));
  }
  std::ranges::sort(places);
  Group group{{}, {}, first_entity};
  for (const auto& [own, wanted] : places) {
    group.own.push_back(own);
    group.wanted.push_back(wanted);
  }
  groups_.push_back(std::move(group));
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

}  // namespace themata
