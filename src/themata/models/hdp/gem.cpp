#include "themata/models/hdp/gem.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>

#include "themata/models/hdp/weights.hpp"
#include "themata/random/distributions.hpp"

namespace themata::hdp {

namespace {

using sampling::HyperStream;

/// The tables of topics in stick order, and the topic at each place.
struct Order {
  std::vector<double> tables;
  std::vector<std::size_t> topic;

  void exchange(std::size_t k) {
    std::swap(tables[k], tables[k + 1]);
    std::swap(topic[k], topic[k + 1]);
  }
};

/// Whether topics k and k + 1 swap places. @param behind  gamma plus the tables of all topics after the two
bool accepts(Stream& stream, const Order& order, std::size_t k, double behind) {
  const double front = order.tables[k], back = order.tables[k + 1];
  if (front == back) return false;  // equally probable in either order
  return stream.uniform() * (behind + front) < behind + back;
}

/// Proposes to swap each pair of neighbors once from front to back and once from back to front: a small topic
/// sinks to its place in the first pass, and a large one rises in the second. The last topic, the flag, keeps
/// its place.
void swap_neighbors(Stream& stream, Order& order, double gamma) {
  const std::size_t n = order.tables.size() - 1;
  if (n < 2) return;
  double behind = gamma + std::accumulate(order.tables.begin() + 1, order.tables.end(), 0.0);
  for (std::size_t k = 0; k + 1 < n; ++k) {
    behind -= order.tables[k + 1];
    if (accepts(stream, order, k, behind)) order.exchange(k);
  }
  behind = gamma + order.tables[n];
  for (std::size_t k = n - 1; k-- > 0;) {
    if (accepts(stream, order, k, behind)) order.exchange(k);
    behind += order.tables[k + 1];
  }
}

/// Moves every topic to the slot of its place.
void move_to_places(State& state, const Context& context, const Order& order) {
  const std::size_t slots = slots_for(order.topic.size());
  std::vector<sampling::Topic> slot_of(std::max(state.mix.slots(), slots));
  std::iota(slot_of.begin(), slot_of.end(), sampling::Topic{0});
  const std::vector<sampling::Topic> unmoved = slot_of;
  for (std::size_t place = 0; place < order.topic.size(); ++place)
    slot_of[order.topic[place]] = static_cast<sampling::Topic>(place);
  if (slot_of != unmoved || state.mix.slots() != slots) move_topics(state, context, slot_of, slots);
}

}  // namespace

std::vector<double> break_sticks_in_order(Stream& stream, double gamma, std::span<const double> tables) {
  double behind = std::accumulate(tables.begin(), tables.end(), 0.0);
  double rest = 1;
  std::vector<double> psi(tables.size());
  for (std::size_t k = 0; k + 1 < psi.size(); ++k) {
    behind -= tables[k];
    std::array<double, 2> share{1 + tables[k], gamma + behind};
    draw_dirichlet(stream, share);
    psi[k] = rest * share[0];
    rest *= share[1];
  }
  psi.back() = rest;
  return psi;
}

void draw_gamma_in_order(State& state, const Context& context, sampling::GammaPrior prior, std::size_t flag) {
  Stream stream = sampling::hyper_stream(context, HyperStream::gamma);
  double behind = std::accumulate(state.tables.begin(), state.tables.end(), 0.0);
  std::size_t sticks = 0;
  double rate = prior.rate;
  for (; sticks + 1 < flag && behind > 0; ++sticks) {
    const double tables = state.tables[sticks];
    behind -= tables;
    rate -= draw_log_beta(stream, state.gamma + behind, 1 + tables);  // log(1 - b_k)
  }
  state.gamma = draw_gamma(stream, prior.shape + static_cast<double>(sticks), rate);
}

void draw_psi_in_order(State& state, const Context& context, std::size_t flag) {
  Order order{state.tables, std::vector<std::size_t>(flag)};
  assert(std::all_of(state.tables.begin() + std::min(flag, state.tables.size()), state.tables.end(),
                     [](double l) { return l == 0; }));
  order.tables.resize(flag, 0.0);
  std::iota(order.topic.begin(), order.topic.end(), std::size_t{0});
  Stream swaps = sampling::hyper_stream(context, HyperStream::order);
  swap_neighbors(swaps, order, state.gamma);
  move_to_places(state, context, order);
  Stream stream = sampling::hyper_stream(context, HyperStream::psi);
  state.psi = break_sticks_in_order(stream, state.gamma, order.tables);
  state.psi.resize(state.mix.slots(), 0.0);
  state.tables.clear();
  set_prior(state);
  for (std::size_t k = 0; k < order.tables.size(); ++k)
    if (order.tables[k] == 0) name_anew(state, k);
}

}  // namespace themata::hdp
