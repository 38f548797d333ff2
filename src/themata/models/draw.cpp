#include "themata/models/draw.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <stdexcept>

namespace themata {

namespace {

std::vector<std::uint64_t> sizes_of(const Draw& draw) {
  std::vector<std::uint64_t> sizes(draw.n_topics(), 0);
  for (const std::uint16_t k : draw.z) ++sizes[k];
  return sizes;
}

/// @param sizes  of the topics by their old numbers
Draw renumbered(Draw draw, std::vector<std::uint16_t> order, std::vector<std::uint64_t> sizes) {
  Renumbering renumbering{std::move(order), std::vector<std::uint16_t>(sizes.size(), 0), std::move(sizes)};
  for (std::size_t i = 0; i < renumbering.order.size(); ++i)
    renumbering.number[renumbering.order[i]] = static_cast<std::uint16_t>(i);
  const bool drops = draw.finds_topics();
  draw.model->renumber(renumbering);
  for (std::uint16_t& k : draw.z) k = renumbering.number[k];
  for (std::uint16_t& k : draw.monitored)
    if (k != Draw::no_topic) k = renumbering.sizes[k] > 0 || !drops ? renumbering.number[k] : Draw::no_topic;
  draw.order = std::move(renumbering.order);
  return draw;
}

}  // namespace

void ModelDraw::add_topic_moments(const DrawContext&, RowRange, PosteriorMoments&) const {
  throw std::logic_error("moments of topics that are not the same in every draw");
}

void ModelDraw::add_document_moments(const DrawContext&, RowRange, PosteriorMoments&) const {
  throw std::logic_error("moments of topics that are not the same in every draw");
}

Draw& Draw::operator=(const Draw& other) {
  if (this == &other) return *this;
  chain = other.chain;
  sweep = other.sweep;
  z = other.z;
  elsewhere = other.elsewhere;
  model = other.model ? other.model->clone() : nullptr;
  seconds = other.seconds;
  monitored = other.monitored;
  order = other.order;
  unclear = other.unclear;
  return *this;
}

Draw by_size(Draw draw) {
  std::vector<std::uint64_t> sizes = sizes_of(draw);
  std::vector<std::uint16_t> order(draw.n_topics());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<std::uint16_t>(k);
  if (!draw.model->keeps_numbers())
    std::ranges::stable_sort(order, [&](auto a, auto b) { return sizes[a] > sizes[b]; });
  if (draw.finds_topics()) {
    const auto unused = std::ranges::find_if(order, [&](auto k) { return sizes[k] == 0; });
    order.erase(draw.z.empty() ? order.end() : unused, order.end());
  }
  return renumbered(std::move(draw), std::move(order), std::move(sizes));
}

Draw in_order(Draw draw, std::span<const std::uint16_t> order) {
  assert(!draw.finds_topics() && order.size() == draw.n_topics());
  std::vector<std::uint64_t> sizes = sizes_of(draw);
  return renumbered(std::move(draw), {order.begin(), order.end()}, std::move(sizes));
}

std::optional<std::string> find_fault(const Draw& draw) {
  if (draw.n_topics() == 0) return "it has no topics";
  if (draw.n_topics() > Draw::no_topic)
    return fmt::format("it has {} topics; there may be {}", draw.n_topics(), Draw::no_topic);
  if (auto fault = draw.model->find_fault()) return fault;
  for (const std::uint16_t k : draw.monitored)
    if (k != Draw::no_topic && k >= draw.n_topics())
      return fmt::format("it monitors topic {} of {} topics", k, draw.n_topics());
  const auto highest = std::ranges::max_element(draw.z);
  if (highest != draw.z.end() && *highest >= draw.n_topics())
    return fmt::format("z has topic {} of {} topics", *highest, draw.n_topics());
  return std::nullopt;
}

std::optional<std::string> find_mismatch(const Draw& draw, const Corpus& corpus) {
  if (draw.z.size() != corpus.n_tokens())
    return fmt::format("it has topics of {} tokens; its corpus has {} tokens", draw.z.size(),
                       corpus.n_tokens());
  return draw.model->find_mismatch(draw.z, corpus);
}

std::string state_hash(const Draw& draw) {
  Checksum sum;
  sum.add(std::span<const std::uint16_t>(draw.z));
  if (draw.elsewhere) draw.elsewhere->add_to(sum);
  draw.model->add_to(sum);
  return sum.text();
}

}  // namespace themata
