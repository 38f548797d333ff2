#include "themata/sampling/phi/spike_slab.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "themata/counts/spike_distribution.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/sampling/phi/draw_phi.hpp"

namespace themata::sampling {

namespace {

constexpr double log_of_nothing = -std::numeric_limits<double>::infinity();

/// Counts the types with tokens in one slot, and their tokens.
SpikeTopic topic_of(const State& state, std::size_t k) {
  SpikeTopic topic{static_cast<std::uint32_t>(state.word_topic.rows()), 0, 0};
  for (std::size_t v = 0; v < state.word_topic.rows(); ++v) {
    const std::int32_t n = state.word_topic.row(v)[k];
    topic.with_tokens += n > 0 ? 1 : 0;
    topic.tokens += n;
  }
  return topic;
}

/// Marks s of the types without tokens, every set of s being equally likely (selection sampling, Knuth 3.4.2
/// S). Then draws phi_k over those and the types with tokens. A slot's column is strided in memory, so slots
/// are drawn in groups.
void draw_slot(State& state, const Context& context, std::size_t k) {
  Stream stream = context.stream(Purpose::topic, k);
  const SpikeTopic topic = topic_of(state, k);
  std::uint32_t wanted = draw_spike(stream, spike_distribution(topic, state.beta, state.pi_of(k)));
  std::uint32_t left = topic.n_types - topic.with_tokens;
  std::vector<double> logs(topic.n_types, log_of_nothing);
  double top = log_of_nothing;
  for (std::size_t v = 0; v < logs.size(); ++v) {
    const std::int32_t n = state.word_topic.row(v)[k];
    const bool active = n > 0 || (wanted > 0 && stream.uniform() * left < wanted);
    if (n == 0) left -= 1, wanted -= active ? 1 : 0;
    if (!active) continue;
    logs[v] = draw_log_gamma(stream, n + state.beta);
    top = std::max(top, logs[v]);
  }
  double sum = 0;
  for (double& mass : logs) sum += mass = mass == log_of_nothing ? 0 : portable_exp(mass - top);
  for (std::size_t v = 0; v < logs.size(); ++v) state.phi.row(v)[k] = static_cast<float>(logs[v] / sum);
}

void clear_slot(State& state, std::size_t k) {
  for (std::size_t v = 0; v < state.phi.rows(); ++v) state.phi.row(v)[k] = 0;
}

}  // namespace

void draw_phi_spike_slab(State& state, const Context& context) {
  const std::size_t slots = state.slots();
  if (state.phi.columns() != slots) state.phi = Matrix<float>(state.word_topic.rows(), slots);
  context.pool.for_chunks(slots, slot_group, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k)
      if (state.prior[k] > 0)
        draw_slot(state, context, k);
      else
        clear_slot(state, k);
  });
}

namespace {

/// Sets of active types that a pi belongs to.
struct ActiveSets {
  double sets, types, active;  ///< active: types in all sets together
};

/// log of the probability that at least one of V types is active.
double log_not_empty(double types, double pi) {
  constexpr double small = 1e-6;  // below, differences from 1 would lose their digits
  const double none = types * (pi < small ? -pi - pi * pi / 2 : portable_log(1 - pi));
  return none > -small ? portable_log(-none) + none / 2 : portable_log(1 - portable_exp(none));
}

/// Proposes from the Beta distribution that the sets would give if they could be empty, and accepts or not.
double draw_pi_given(Stream& stream, const ActiveSets& given, BetaPrior prior, double pi) {
  const double inactive = given.sets * given.types - given.active;
  const double proposed = portable_exp(draw_log_beta(stream, prior.a + given.active, prior.b + inactive));
  if (!(proposed > 0 && proposed < 1)) return pi;
  const double log_ratio =
      given.sets * (log_not_empty(given.types, pi) - log_not_empty(given.types, proposed));
  return portable_log(stream.uniform()) < log_ratio ? proposed : pi;
}

/// Draws how many types are active in one slot.
double draw_active(Stream& stream, const State& state, std::size_t k) {
  const SpikeTopic topic = topic_of(state, k);
  return topic.with_tokens + draw_spike(stream, spike_distribution(topic, state.beta, state.pi_of(k)));
}

}  // namespace

double draw_probability(Stream& stream, BetaPrior prior) {
  constexpr double least = 1e-300, most = 1 - 0x1p-53;
  return std::clamp(portable_exp(draw_log_beta(stream, prior.a, prior.b)), least, most);
}

void draw_pi(State& state, const Context& context, BetaPrior prior) {
  const auto sizes = topic_sizes(state);
  Stream stream = hyper_stream(context, HyperStream::pi);
  ActiveSets given{0, static_cast<double>(state.word_topic.rows()), 0};
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (sizes[k] == 0) continue;
    given.active += draw_active(stream, state, k);
    given.sets += 1;
  }
  state.pi = draw_pi_given(stream, given, prior, state.pi);
}

void draw_topic_pi(State& state, const Context& context, BetaPrior prior) {
  const auto types = static_cast<double>(state.word_topic.rows());
  const auto sizes = topic_sizes(state);
  const auto draw = [&](std::size_t k) {
    Stream stream = context.stream(Purpose::hyper, static_cast<std::uint64_t>(HyperStream::topic_pi) + k);
    if (sizes[k] == 0) return draw_probability(stream, prior);
    const double active = draw_active(stream, state, k);
    return draw_pi_given(stream, {1, types, active}, prior, state.topic_pi[k]);
  };
  context.pool.for_chunks(sizes.size(), slot_group, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k)
      if (state.prior[k] > 0) state.topic_pi[k] = draw(k);
  });
}

double log_word_part_spike_slab(const State& state) {
  const auto types = static_cast<double>(state.word_topic.rows());
  const double at_zero = portable_lgamma(state.beta);
  double sum = 0;
  for (std::size_t k = 0; k < state.slots(); ++k) {
    const SpikeTopic topic = topic_of(state, k);
    if (topic.tokens == 0) continue;
    const double pi = state.pi_of(k);
    sum += spike_distribution(topic, state.beta, pi).log_sum + topic.with_tokens * portable_log(pi) -
           log_not_empty(types, pi);
    for (std::size_t v = 0; v < state.word_topic.rows(); ++v) {
      const std::int32_t n = state.word_topic.row(v)[k];
      if (n > 0) sum += portable_lgamma(state.beta + n) - at_zero;
    }
  }
  return sum;
}

}  // namespace themata::sampling
