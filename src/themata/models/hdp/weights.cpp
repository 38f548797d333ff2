#include "themata/models/hdp/weights.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "themata/io/interruptions.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/sticks.hpp"
#include "themata/sampling/state/sums.hpp"

namespace themata::hdp {

namespace {

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

/// Slots that hold tokens, ascending.
std::vector<std::size_t> living_slots(const State& state) {
  const auto sizes = sampling::topic_sizes(state.mix);
  std::vector<std::size_t> living;
  for (std::size_t k = 0; k < sizes.size(); ++k)
    if (sizes[k] > 0) living.push_back(k);
  return living;
}

/// Moves the topics of `living` to slots 0, 1, ... of a layout with `slots` of them.
void move_together(State& state, const Context& context, const std::vector<std::size_t>& living,
                   std::size_t slots) {
  std::vector<sampling::Topic> slot_of(state.mix.slots());
  for (std::size_t k = 0; k < living.size(); ++k) slot_of[living[k]] = static_cast<sampling::Topic>(k);
  move_topics(state, context, slot_of, slots);
}

/// Provides slots for `needed` topics, and releases slots if a quarter of them and more than one group are
/// unused. Returns the slots of the living topics.
std::vector<std::size_t> fit_slots(State& state, const Context& context, std::size_t needed,
                                   std::size_t max_slots) {
  check_room(context, needed, max_slots);
  std::vector<std::size_t> living = living_slots(state);
  const std::size_t slots = state.mix.slots();
  const bool idle = slots > slots_for(needed) + slot_group && slots * 3 > slots_for(needed) * 4;
  if (needed <= slots && !idle) return living;
  move_together(state, context, living, slots_for(needed));
  std::iota(living.begin(), living.end(), std::size_t{0});
  return living;
}

/// (Psi_1, ..., Psi_K, rest) for the topics with tables, in the order of their slots.
std::vector<double> draw_proportions(const State& state, Stream& stream) {
  std::vector<double> shares;
  for (const double l : state.tables)
    if (l > 0) shares.push_back(l);
  shares.push_back(state.gamma);
  draw_dirichlet(stream, shares);
  return shares;
}

/// Assigns the first weights to the topics with tokens, in the order of their slots, and the others to empty
/// slots. The weights may sum to less than 1; the topics of the remainder have no slot.
void place(State& state, const Context& context, const std::vector<double>& weights, std::size_t max_slots) {
  const std::vector<std::size_t> living = fit_slots(state, context, weights.size(), max_slots);
  state.psi.assign(state.mix.slots(), 0.0);
  state.mix.prior.assign(state.mix.slots(), 0.0);
  state.tables.clear();
  for (std::size_t k = 0; k < living.size(); ++k) state.psi[living[k]] = weights[k];
  std::size_t slot = 0;
  for (std::size_t fresh = living.size(); fresh < weights.size(); ++fresh, ++slot) {
    while (std::binary_search(living.begin(), living.end(), slot)) ++slot;
    state.psi[slot] = weights[fresh];
    name_anew(state, slot);
  }
  set_prior(state);
}

}  // namespace

void set_prior(State& state) {
  double beyond = 1;
  for (std::size_t k = 0; k < state.psi.size(); ++k) {
    state.mix.prior[k] = state.alpha * state.psi[k];
    beyond -= state.psi[k];
  }
  constexpr double rounding = 1e-12;  // of a sum that should be 1
  state.mix.prior_beyond = beyond > rounding ? state.alpha * beyond : 0;
}

void check_room(const Context& context, std::size_t needed, std::size_t max_topics) {
  if (needed > max_topics)
    throw TopicLimitError(fmt::format("the HDP needs {} topics at sweep {}; `max-topics` allows {}", needed,
                                      context.sweep, max_topics));
}

void name_anew(State& state, std::size_t slot) {
  if (state.names.size() < state.mix.slots()) state.names.resize(state.mix.slots(), 0);
  state.names[slot] = ++state.last_name;
}

void move_topics(State& state, const Context& context, std::span<const sampling::Topic> slot_of,
                 std::size_t slots) {
  std::vector<std::uint64_t> names(slots, 0);
  for (const std::size_t k : living_slots(state))
    if (k < state.names.size()) names[slot_of[k]] = state.names[k];
  state.names = std::move(names);
  constexpr std::size_t chunk = 1 << 16;
  context.pool.for_chunks(state.mix.topics.size(), chunk, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) state.mix.topics[i] = slot_of[state.mix.topics[i]];
  });
  sampling::recount(state.mix, context.corpus, context.pool, slots);
}

void draw_tables(State& state, const Context& context) {
  const auto at_least = sampling::document_counts_at_least(state.mix, context.corpus, context.pool);
  state.tables.assign(state.mix.slots(), 0.0);
  context.pool.for_each(at_least.size(), [&](std::size_t k) {
    Stream stream = context.stream(Purpose::tables, k);
    state.tables[k] =
        static_cast<double>(sampling::draw_tables(stream, at_least[k], state.alpha * state.psi[k]));
  });
}

void draw_gamma_concentration(State& state, const Context& context, sampling::GammaPrior prior) {
  Stream stream = sampling::hyper_stream(context, sampling::HyperStream::gamma);
  const auto topics = static_cast<double>(
      std::count_if(state.tables.begin(), state.tables.end(), [](double l) { return l > 0; }));
  const double tables = sum(state.tables);
  const double log_share = tables > 0 ? draw_log_beta(stream, state.gamma, tables) : 0;
  state.gamma = draw_gamma(stream, prior.shape + topics, prior.rate - log_share);
}

void draw_alpha_concentration(State& state, const Context& context, sampling::GammaPrior prior) {
  const auto log_shares =
      sampling::draw_log_shares(context, state.mix.layout, [&](std::size_t) { return state.alpha; });
  const double log_share = sampling::sums_over_documents(
      state.mix.layout, 1, context.pool,
      [&](std::size_t d, std::span<double> sum) { sum[0] += log_shares[d]; })[0];
  Stream stream = sampling::hyper_stream(context, sampling::HyperStream::alpha);
  state.alpha = draw_gamma(stream, prior.shape + sum(state.tables), prior.rate - log_share);
}

void draw_psi(State& state, const Context& context, std::size_t max_slots, std::size_t unused_apart_from) {
  Stream stream = sampling::hyper_stream(context, sampling::HyperStream::psi);
  std::vector<double> weights = draw_proportions(state, stream);
  const double rest = weights.back();
  weights.pop_back();
  const std::size_t living = weights.size();
  break_sticks(stream, state.gamma, rest, weights);
  if (slots_for(weights.size()) < unused_apart_from) return place(state, context, weights, max_slots);
  for (std::size_t j = living; j < weights.size(); ++j) state.mix.unused.push_back(state.alpha * weights[j]);
  weights.resize(living);
  place(state, context, weights, max_slots);
}

void keep_psi(State& state) {
  state.tables.clear();
  set_prior(state);
}

void adopt_new_topics(State& state) {
  if (state.mix.born.empty()) return;
  state.psi.resize(state.mix.slots(), 0.0);
  for (const auto& [slot, prior] : state.mix.born) {
    state.psi[slot] = prior / state.alpha;
    name_anew(state, slot);
  }
  state.mix.born.clear();
  set_prior(state);
}

void draw_psi_unbroken(State& state, const Context& context, std::size_t max_slots) {
  Stream stream = sampling::hyper_stream(context, sampling::HyperStream::psi);
  place(state, context, draw_proportions(state, stream), max_slots);
}

}  // namespace themata::hdp
