#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "themata/io/error.hpp"
#include "themata/io/npz.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

namespace {

/// Concentrations and discounts. @param refuse  says what is wrong
template <class Refuse>
void check_laws(const Draw& draw, const Refuse& refuse) {
  const bool is_discount =
      draw.discount >= 0 && draw.discount < 1 && draw.document_discount >= 0 && draw.document_discount < 1;
  if (!is_discount) refuse("discounts should be from 0, and below 1");
  if (draw.seat.empty() && (draw.discount > 0 || draw.document_discount > 0))
    refuse("it has discounts and no seats");
  for (const double alpha : draw.alpha)
    if (!std::isfinite(alpha) || alpha <= -draw.document_discount)
      refuse(fmt::format("alpha should be above {:g}", -draw.document_discount));
  if (!draw.seat.empty() && !(std::isfinite(draw.gamma) && draw.gamma > -draw.discount))
    refuse(fmt::format("gamma should be above {:g}", -draw.discount));
}

bool all_weights(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x) && x >= 0; });
}

void check_draw(const Draw& draw, const std::string& path) {
  const auto refuse = [&](const std::string& what) { throw InputError(path, 0, "is damaged: " + what); };
  if (draw.n_topics() == 0) refuse("it has no topics");
  if (!draw.psi.empty() && draw.alpha.size() != 1) refuse("an HDP has one alpha");
  if (!all_weights(draw.psi)) refuse("psi should be finite and not negative");
  if (!draw.seat.empty() && draw.seat.size() != draw.z.size())
    refuse(fmt::format("it has {} seats of {} tokens", draw.seat.size(), draw.z.size()));
  check_laws(draw, refuse);
  if (!std::isfinite(draw.beta) || draw.beta <= 0) refuse("beta should be above 0");
  if (!(draw.pi > 0 && draw.pi <= 1)) refuse("pi should be above 0 and no more than 1");
  for (const std::uint16_t k : draw.monitored)
    if (k != Draw::no_topic && k >= draw.n_topics())
      refuse(fmt::format("it monitors topic {} of {} topics", k, draw.n_topics()));
  const auto highest = std::max_element(draw.z.begin(), draw.z.end());
  if (highest != draw.z.end() && *highest >= draw.n_topics())
    refuse(fmt::format("z holds topic {} of {} topics", *highest, draw.n_topics()));
}

}  // namespace

void write_draw(const std::filesystem::path& path, const Draw& draw) {
  NpzWriter npz;
  npz.add_scalar("chain", draw.chain);
  npz.add_scalar("sweep", draw.sweep);
  npz.add("z", std::span<const std::uint16_t>(draw.z), {draw.z.size()});
  npz.add("alpha", std::span<const double>(draw.alpha), {draw.alpha.size()});
  if (!draw.seat.empty()) {
    npz.add("seat", std::span<const std::uint32_t>(draw.seat), {draw.seat.size()});
    npz.add_scalar("document_discount", draw.document_discount);
    npz.add_scalar("discount", draw.discount);
  }
  npz.add_scalar("beta", draw.beta);
  npz.add_scalar("gamma", draw.gamma);
  if (draw.pi < 1) npz.add_scalar("pi", draw.pi);
  npz.add("psi", std::span<const double>(draw.psi), {draw.psi.size()});
  if (!draw.monitored.empty())
    npz.add("monitored", std::span<const std::uint16_t>(draw.monitored), {draw.monitored.size()});
  npz.add_scalar("seconds", draw.seconds);
  npz.write(path);
}

Draw read_draw(const std::filesystem::path& path) {
  const NpzReader npz(path);
  Draw draw;
  draw.chain = npz.read_scalar<std::uint32_t>("chain");
  draw.sweep = npz.read_scalar<std::uint64_t>("sweep");
  draw.z = npz.read<std::uint16_t>("z");
  draw.alpha = npz.read<double>("alpha");
  if (npz.has("seat")) {
    draw.seat = npz.read<std::uint32_t>("seat");
    draw.document_discount = npz.read_scalar<double>("document_discount");
    draw.discount = npz.read_scalar<double>("discount");
  }
  draw.beta = npz.read_scalar<double>("beta");
  draw.gamma = npz.read_scalar<double>("gamma");
  if (npz.has("pi")) draw.pi = npz.read_scalar<double>("pi");
  draw.psi = npz.read<double>("psi");
  if (npz.has("monitored")) draw.monitored = npz.read<std::uint16_t>("monitored");
  draw.seconds = npz.read_scalar<double>("seconds");
  check_draw(draw, path.string());
  return draw;
}

Draw by_size(Draw draw) {
  std::vector<std::uint64_t> sizes(draw.n_topics(), 0);
  for (const std::uint16_t k : draw.z) ++sizes[k];
  std::vector<std::uint16_t> order(draw.n_topics());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<std::uint16_t>(k);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return sizes[a] > sizes[b]; });
  if (!draw.psi.empty()) {
    const auto unused = std::find_if(order.begin(), order.end(), [&](auto k) { return sizes[k] == 0; });
    order.erase(draw.z.empty() ? order.end() : unused, order.end());
  }
  std::vector<std::uint16_t> number(draw.n_topics(), 0);
  std::vector<double>& weights = draw.psi.empty() ? draw.alpha : draw.psi;
  const std::vector<double> old_weights = weights;
  weights.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    number[order[i]] = static_cast<std::uint16_t>(i);
    weights[i] = old_weights[order[i]];
  }
  for (std::uint16_t& k : draw.z) k = number[k];
  for (std::uint16_t& k : draw.monitored)
    if (k != Draw::no_topic) k = sizes[k] > 0 || draw.psi.empty() ? number[k] : Draw::no_topic;
  draw.order = std::move(order);
  return draw;
}

Draw in_order(Draw draw, std::span<const std::uint16_t> order) {
  assert(draw.psi.empty() && order.size() == draw.n_topics());
  std::vector<std::uint16_t> number(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) number[order[i]] = static_cast<std::uint16_t>(i);
  const std::vector<double> alpha = draw.alpha;
  for (std::size_t k = 0; k < alpha.size(); ++k) draw.alpha[number[k]] = alpha[k];
  for (std::uint16_t& k : draw.z) k = number[k];
  for (std::uint16_t& k : draw.monitored)
    if (k != Draw::no_topic) k = number[k];
  draw.order.assign(order.begin(), order.end());
  return draw;
}

std::vector<double> prior_weights(const Draw& draw) {
  if (draw.psi.empty()) return draw.alpha;
  std::vector<double> weights = draw.psi;
  for (double& weight : weights) weight *= draw.alpha.front() + draw.document_discount;
  return weights;
}

}  // namespace themata
