#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/sampling/phi/draw_phi.hpp"
#include "themata/sampling/phi/phi_sums.hpp"
#include "themata/sampling/phi/phi_types.hpp"
#include "themata/sampling/state/word_beta.hpp"

namespace themata::sampling {

namespace {

/// Slots that may be chosen.
std::vector<Topic> live_slots(const State& state) {
  std::vector<Topic> live;
  for (std::size_t k = 0; k < state.slots(); ++k)
    if (state.prior[k] > 0) live.push_back(static_cast<Topic>(k));
  return live;
}

/// A Poisson draw conditioned on being at least 1, by inversion. For small means, where 0 is likely.
std::uint64_t draw_positive_poisson(Stream& stream, double mean) {
  const double of_none = portable_exp(-mean);
  double probability = mean < 1e-6 ? 1 - mean / 2 : mean * of_none / (1 - of_none);
  double rest = stream.uniform();
  std::uint64_t n = 1;
  while (rest >= probability && n < 1000) {
    rest -= probability;
    probability *= mean / static_cast<double>(++n);
  }
  return n;
}

/// Draws that are proportional to phi.
class PolyaUrn {
 public:
  PolyaUrn(const State& state, const Context& context)
      : state_(state), context_(context), betas_(state), live_(live_slots(state)) {}

  const std::vector<Topic>& live() const { return live_; }

  /// One word's draws Pois(n_kv) + Pois(beta_kv). Calls add(slot, events) for those above 0, possibly more
  /// than once for a slot. The prior's part of all slots is one Poisson draw whose events fall on slots
  /// uniformly, so most slots stay 0 and are never visited. Where the counts above 0 are listed, the cost is
  /// that of these and of the prior's events, whatever the number of slots.
  template <class Add>
  void draw_word(std::size_t v, const Add& add) const {
    Stream stream = context_.stream(Purpose::topic, v);
    for_counts(v, [&](Topic k, std::int32_t n) { add(k, static_cast<float>(draw_poisson(stream, n))); });
    const auto n_live = static_cast<std::uint32_t>(live_.size());
    for (std::uint64_t events = draw_poisson(stream, betas_.of(v) * n_live); events > 0; --events)
      add(live_[stream.below(n_live)], 1.0F);
    for (const Seed& seed : state_.word_prior.seeds_of(v))
      add(seed.topic, static_cast<float>(draw_poisson(stream, seed.count)));
  }

  /// The same draws by slot.
  void draw_row(std::size_t v, std::span<float> phi) const {
    std::ranges::fill(phi, 0.0F);
    draw_word(v, [&](Topic k, float events) { phi[k] += events; });
  }

  /// New draws for a topic whose draws were all 0, from their distribution given that not all are 0: V whole
  /// numbers. All ranks together.
  std::vector<float> redraw_topic(std::size_t k) const {
    const std::size_t n_types = state_.word_topic.rows();
    Stream stream = context_.stream(Purpose::topic, n_types + k);
    const std::vector<std::int32_t> counts = counts_of_topic(state_, k);
    const auto rate = [&](std::size_t v) { return counts[v] + betas_.at(k, v); };
    double total = 0;
    for (std::size_t v = 0; v < n_types; ++v) total += rate(v);
    std::vector<float> drawn(n_types);
    for (std::uint64_t events = draw_positive_poisson(stream, total); events > 0; --events) {
      double rest = stream.uniform() * total;
      std::size_t v = 0;
      while (v + 1 < n_types && rest >= rate(v)) rest -= rate(v++);
      drawn[v] += 1;
    }
    return drawn;
  }

 private:
  /// Calls use(slot, n_kv) for a word's counts above 0, in the order of slots.
  template <class Use>
  void for_counts(std::size_t v, const Use& use) const {
    const std::int32_t* counts = state_.word_topic.row(v);
    if (state_.non_zeros.known()) {
      for (const Topic k : state_.non_zeros.of(v)) use(k, counts[k]);
      return;
    }
    for (std::size_t k = 0; k < state_.slots(); ++k)
      if (counts[k] > 0) use(static_cast<Topic>(k), counts[k]);
  }

  const State& state_;
  const Context& context_;
  WordBeta betas_;
  std::vector<Topic> live_;
};

/// Redraws the topics that have no mass. @returns whether there were any
bool redraw_empty_topics(State& state, const PolyaUrn& urn, const std::vector<double>& sums) {
  const PhiTypes types(state.layout);
  bool any = false;
  for (const Topic k : urn.live()) {
    if (sums[k] > 0) continue;
    any = true;
    const std::vector<float> drawn = urn.redraw_topic(k);
    for (std::size_t row = 0; row < types.size(); ++row) state.phi.row(row)[k] = drawn[types[row]];
  }
  return any;
}

/// Appends a word's events by topic. @param drawn  scratch of length slots, 0 before and after
void append_masses(const PolyaUrn& urn, std::size_t v, std::vector<float>& drawn,
                   std::vector<MassEntry>& out) {
  const std::size_t first = out.size();
  urn.draw_word(v, [&](Topic k, float events) {
    if (drawn[k] == 0 && events > 0) out.push_back({k, false, 0});
    drawn[k] += events;
  });
  for (std::size_t i = first; i < out.size(); ++i) out[i].mass = std::exchange(drawn[out[i].topic], 0.0F);
}

}  // namespace

void draw_phi_polya_urn(State& state, const Context& context) {
  const std::size_t slots = state.slots();
  fit_phi(state);
  const PolyaUrn urn(state, context);
  const PhiTypes types(state.layout);
  context.pool.for_chunks(types.size(), phi_chunk, [&](std::size_t first, std::size_t last) {
    for (std::size_t row = first; row < last; ++row) urn.draw_row(types[row], state.phi.span(row));
  });
  std::vector<double> sums = sum_phi(state, context.pool);
  if (redraw_empty_topics(state, urn, sums)) sums = sum_phi(state, context.pool);
  std::vector<float> scale(slots, 0.0F);
  for (const Topic k : urn.live()) scale[k] = static_cast<float>(1 / sums[k]);
  scale_phi(state, scale, context.pool);
}

void draw_sparse_phi_polya_urn(State& state, const Context& context, std::uint32_t groups_without_row) {
  if (!state.layout.share.is_spread()) {  // a rank among several does not list the counts that others send it
    state.non_zeros.want();
    if (!state.non_zeros.known()) state.non_zeros.fill(state.word_topic, state.layout, context.pool);
  }
  const PolyaUrn urn(state, context);
  const auto word_drawer = [&]() -> DrawWord {
    return [&urn, drawn = std::vector<float>(state.slots())](
               std::size_t v, std::vector<MassEntry>& out) mutable { append_masses(urn, v, drawn, out); };
  };
  state.sparse_phi.draw({word_drawer, 0, [&](std::size_t k) { return urn.redraw_topic(k); }}, state.layout,
                        state.prior, context.pool, groups_without_row);
}

}  // namespace themata::sampling
