#include "themata/hdp/weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "themata/io/error.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"

namespace themata::hdp {

namespace {

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

/// Lanes that hold tokens, ascending.
std::vector<std::size_t> living_lanes(const State& state) {
  const auto sizes = admixture::topic_sizes(state.mix);
  std::vector<std::size_t> living;
  for (std::size_t k = 0; k < sizes.size(); ++k)
    if (sizes[k] > 0) living.push_back(k);
  return living;
}

/// Moves the topics of `living` to lanes 0, 1, ... of a layout with `lanes` of them.
void move_together(State& state, const Context& context, const std::vector<std::size_t>& living,
                   std::size_t lanes) {
  std::vector<admixture::Topic> lane_of(state.mix.lanes());
  for (std::size_t k = 0; k < living.size(); ++k) lane_of[living[k]] = static_cast<admixture::Topic>(k);
  move_topics(state, context, lane_of, lanes);
}

/// Makes room for `needed` topics, and gives room back once a quarter of the lanes and more than one group
/// stand idle. Returns where the living topics are now.
std::vector<std::size_t> fit_lanes(State& state, const Context& context, std::size_t needed,
                                   std::size_t max_lanes) {
  check_room(context, needed, max_lanes);
  std::vector<std::size_t> living = living_lanes(state);
  const std::size_t lanes = state.mix.lanes();
  const bool idle = lanes > lanes_for(needed) + lane_group && lanes * 3 > lanes_for(needed) * 4;
  if (needed <= lanes && !idle) return living;
  move_together(state, context, living, lanes_for(needed));
  std::iota(living.begin(), living.end(), std::size_t{0});
  return living;
}

/// (Psi_1, ..., Psi_K, rest) of the topics with tables, in the order of their lanes.
std::vector<double> draw_shares(const State& state, Stream& stream) {
  std::vector<double> shares;
  for (const double l : state.tables)
    if (l > 0) shares.push_back(l);
  shares.push_back(state.gamma);
  draw_dirichlet(stream, shares);
  return shares;
}

/// Gives the first weights to the topics with tokens, in the order of their lanes, and the others to lanes
/// without.
void place(State& state, const Context& context, const std::vector<double>& weights, std::size_t max_lanes) {
  const std::vector<std::size_t> living = fit_lanes(state, context, weights.size(), max_lanes);
  state.psi.assign(state.mix.lanes(), 0.0);
  state.mix.prior.assign(state.mix.lanes(), 0.0);
  state.tables.clear();
  for (std::size_t k = 0; k < living.size(); ++k) state.psi[living[k]] = weights[k];
  std::size_t lane = 0;
  for (std::size_t fresh = living.size(); fresh < weights.size(); ++fresh, ++lane) {
    while (std::binary_search(living.begin(), living.end(), lane)) ++lane;
    state.psi[lane] = weights[fresh];
    name_anew(state, lane);
  }
  for (std::size_t k = 0; k < state.psi.size(); ++k) state.mix.prior[k] = state.alpha * state.psi[k];
}

}  // namespace

void check_room(const Context& context, std::size_t needed, std::size_t max_topics) {
  if (needed > max_topics)
    throw ResourceError(fmt::format("the HDP needs {} topics at sweep {}; --max-topics allows {}", needed,
                                    context.sweep, max_topics));
}

void break_sticks(Stream& stream, double gamma, double rest, std::vector<double>& psi) {
  while (rest >= 0x1p-53) {
    const double kept = portable_exp(-draw_exponential(stream) / gamma);  // 1 - b, b ~ Beta(1, gamma)
    psi.push_back(rest * (1 - kept));
    rest *= kept;
  }
  if (!psi.empty()) psi.back() += rest;
}

void name_anew(State& state, std::size_t lane) {
  if (state.names.size() < state.mix.lanes()) state.names.resize(state.mix.lanes(), 0);
  state.names[lane] = ++state.last_name;
}

void move_topics(State& state, const Context& context, std::span<const admixture::Topic> lane_of,
                 std::size_t lanes) {
  std::vector<std::uint64_t> names(lanes, 0);
  for (const std::size_t k : living_lanes(state))
    if (k < state.names.size()) names[lane_of[k]] = state.names[k];
  state.names = std::move(names);
  constexpr std::size_t chunk = 1 << 16;
  context.pool.for_chunks(state.mix.topics.size(), chunk, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) state.mix.topics[i] = lane_of[state.mix.topics[i]];
  });
  admixture::recount(state.mix, context.corpus, context.pool, lanes);
}

void draw_tables(State& state, const Context& context) {
  const auto at_least = admixture::document_counts_at_least(state.mix, context.corpus, context.pool);
  state.tables.assign(state.mix.lanes(), 0.0);
  context.pool.for_each(at_least.size(), [&](std::size_t k) {
    Stream stream = context.stream(Purpose::tables, k);
    state.tables[k] =
        static_cast<double>(admixture::draw_tables(stream, at_least[k], state.alpha * state.psi[k]));
  });
}

void draw_gamma_concentration(State& state, const Context& context, admixture::GammaPrior prior) {
  Stream stream = admixture::hyper_stream(context, admixture::HyperStream::gamma);
  const auto topics = static_cast<double>(
      std::count_if(state.tables.begin(), state.tables.end(), [](double l) { return l > 0; }));
  const double tables = sum(state.tables);
  const double log_share = tables > 0 ? draw_log_beta(stream, state.gamma, tables) : 0;
  state.gamma = draw_gamma(stream, prior.shape + topics, prior.rate - log_share);
}

void draw_alpha_concentration(State& state, const Context& context, admixture::GammaPrior prior) {
  const auto log_shares = admixture::draw_log_shares(context, [&](std::size_t) { return state.alpha; });
  Stream stream = admixture::hyper_stream(context, admixture::HyperStream::alpha);
  state.alpha = draw_gamma(stream, prior.shape + sum(state.tables), prior.rate - sum(log_shares));
}

void draw_psi(State& state, const Context& context, std::size_t max_lanes) {
  Stream stream = admixture::hyper_stream(context, admixture::HyperStream::psi);
  std::vector<double> weights = draw_shares(state, stream);
  const double rest = weights.back();
  weights.pop_back();
  break_sticks(stream, state.gamma, rest, weights);
  place(state, context, weights, max_lanes);
}

void draw_psi_unbroken(State& state, const Context& context, std::size_t max_lanes) {
  Stream stream = admixture::hyper_stream(context, admixture::HyperStream::psi);
  place(state, context, draw_shares(state, stream), max_lanes);
}

}  // namespace themata::hdp
