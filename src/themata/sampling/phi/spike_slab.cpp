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
  std::uint32_t wanted = draw_spike(stream, spike_distribution(topic, state.beta, state.pi));
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

void draw_pi(State& state, const Context& context) {
  const auto types = static_cast<double>(state.word_topic.rows());
  const auto sizes = topic_sizes(state);
  Stream stream = hyper_stream(context, HyperStream::pi);
  double active = 0, topics = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (sizes[k] == 0) continue;
    const SpikeTopic topic = topic_of(state, k);
    active += topic.with_tokens + draw_spike(stream, spike_distribution(topic, state.beta, state.pi));
    topics += 1;
  }
  const double proposed = portable_exp(draw_log_beta(stream, 1 + active, 1 + topics * types - active));
  // log of the probability that no set is empty, which the proposal ignores.
  const auto log_not_empty = [&](double pi) {
    return portable_log(1 - portable_exp(types * portable_log(1 - pi)));
  };
  if (!(proposed > 0 && proposed < 1)) return;
  const double log_ratio = topics * (log_not_empty(state.pi) - log_not_empty(proposed));
  if (portable_log(stream.uniform()) < log_ratio) state.pi = proposed;
}

double log_word_part_spike_slab(const State& state) {
  const auto types = static_cast<double>(state.word_topic.rows());
  const double log_not_empty = portable_log(1 - portable_exp(types * portable_log(1 - state.pi)));
  const double at_zero = portable_lgamma(state.beta);
  double sum = 0;
  for (std::size_t k = 0; k < state.slots(); ++k) {
    const SpikeTopic topic = topic_of(state, k);
    if (topic.tokens == 0) continue;
    sum += spike_distribution(topic, state.beta, state.pi).log_sum +
           topic.with_tokens * portable_log(state.pi) - log_not_empty;
    for (std::size_t v = 0; v < state.word_topic.rows(); ++v) {
      const std::int32_t n = state.word_topic.row(v)[k];
      if (n > 0) sum += portable_lgamma(state.beta + n) - at_zero;
    }
  }
  return sum;
}

}  // namespace themata::sampling
