#include "themata/sampling/phi/draw_phi.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "themata/random/elementary.hpp"
#include "themata/sampling/phi/phi_sums.hpp"
#include "themata/sampling/phi/phi_types.hpp"
#include "themata/sampling/phi/word_gammas.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "themata/sampling/phi/draw_phi.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "themata/random/log_gammas-inl.hpp"

#ifndef THEMATA_SAMPLING_PHI_ONCE
#define THEMATA_SAMPLING_PHI_ONCE
namespace themata::sampling {

/// log 10^-30: entries that are this much smaller than their topic's measure become 0. They are far below
/// what a single-precision sum of weights can resolve, and products with subnormal numbers would take a
/// hundred times as long.
inline constexpr float least_log = -69.0F;

/// One word type; each array has `slots` entries.
struct PhiRow {
  float* phi;
  const float* measure;  ///< logs of the topics' measures, which divide the masses; infinite for no mass
  double* sum;           ///< sums of the masses so far
  std::size_t slots;
};

}  // namespace themata::sampling
#endif

HWY_BEFORE_NAMESPACE();
namespace themata::sampling::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Raises `top` to one word's logs where they are larger.
void raise_to(std::span<const float> logs, float* top) {
  const hn::CappedTag<float, 16> f;
  for (std::size_t k = 0; k < logs.size(); k += hn::Lanes(f))
    hn::StoreU(hn::Max(hn::LoadU(f, top + k), hn::Load(f, logs.data() + k)), f, top + k);
}

/// Turns one word's logs into masses and adds them to the sums.
void exponentiate(const PhiRow& row) {
  const hn::CappedTag<float, slot_group> f;
  const hn::Half<decltype(f)> half;
  const hn::Rebind<double, decltype(half)> wide;
  const std::size_t width = hn::Lanes(f);
  for (std::size_t k = 0; k < row.slots; k += width) {
    const auto logs = hn::Sub(hn::Load(f, row.phi + k), hn::LoadU(f, row.measure + k));
    const auto least = hn::Set(f, least_log);
    const auto mass =
        hn::IfThenElseZero(hn::Ge(logs, least), themata::HWY_NAMESPACE::exp_of(hn::Max(logs, least)));
    hn::Store(mass, f, row.phi + k);
    double* const sum = row.sum + k;
    const auto add = [&](auto masses, double* to) HWY_ATTR {
      hn::StoreU(hn::Add(hn::LoadU(wide, to), hn::PromoteTo(wide, masses)), wide, to);
    };
    add(hn::LowerHalf(half, mass), sum);
    add(hn::UpperHalf(half, mass), sum + width / 2);
  }
}

}  // namespace themata::sampling::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace themata::sampling {

HWY_EXPORT(raise_to);
HWY_EXPORT(exponentiate);

namespace {

/// Chunks of words x slots: one value per chunk and topic. They are combined later, in the order of the
/// chunks.
template <class T>
using ByChunk = std::vector<std::vector<T>>;

/// Leaves the logs of every word's draws in its row of Phi, then calls work(row, its chunk's values by
/// topic). The values begin at `start`.
template <class T, class Work>
ByChunk<T> draw_each_word(State& state, Pool& pool, const WordGammas& gammas, T start, const Work& work) {
  const PhiTypes types(state.layout);
  ByChunk<T> chunks((types.size() + phi_chunk - 1) / phi_chunk, std::vector<T>(state.slots(), start));
  pool.for_chunks(types.size(), phi_chunk, [&](std::size_t first, std::size_t last) {
    WordShapes scratch;
    for (std::size_t row = first; row < last; ++row) {
      gammas.draw_logs(types[row], scratch, state.phi.span(row));
      work(row, chunks[first / phi_chunk]);
    }
  });
  return chunks;
}

constexpr float no_mass = -std::numeric_limits<float>::infinity();
constexpr float never = std::numeric_limits<float>::infinity();

/// Logs of the expected sum of each topic's draws: n_k + sum_v beta_kv.
std::vector<float> expected_sums(const State& state, const WordBeta& betas) {
  const auto sizes = topic_sizes(state);
  std::vector<float> logs(state.slots(), never);
  for (std::size_t k = 0; k < logs.size(); ++k)
    if (state.prior[k] > 0)
      logs[k] = static_cast<float>(portable_log(static_cast<double>(sizes[k]) + betas.total(k)));
  return logs;
}

/// Logs of each topic's largest draw.
std::vector<float> largest_draws(State& state, const Context& context, const WordGammas& gammas) {
  const auto largest =
      draw_each_word(state, context.pool, gammas, no_mass, [&](std::size_t row, std::vector<float>& here) {
        HWY_DYNAMIC_DISPATCH(raise_to)(state.phi.span(row), here.data());
      });
  std::vector<float> top(state.slots(), no_mass);
  for (const auto& chunk : largest)
    for (std::size_t k = 0; k < top.size(); ++k) top[k] = std::max(top[k], chunk[k]);
  raise_over_ranks(state.layout.share, top);
  for (std::size_t k = 0; k < top.size(); ++k)
    if (!(state.prior[k] > 0)) top[k] = never;
  return top;
}

/// Leaves the draws in Phi, divided by the measure whose logs are in `measure`. @returns their sums, slots
std::vector<double> draw_masses(State& state, const Context& context, const WordGammas& gammas,
                                const std::vector<float>& measure) {
  const auto sums =
      draw_each_word(state, context.pool, gammas, 0.0, [&](std::size_t row, std::vector<double>& here) {
        HWY_DYNAMIC_DISPATCH(exponentiate)({state.phi.row(row), measure.data(), here.data(), state.slots()});
      });
  if (state.layout.share.is_spread()) return sum_phi(state, context.pool);
  std::vector<double> total(state.slots(), 0.0);
  for (const auto& chunk : sums)
    for (std::size_t k = 0; k < total.size(); ++k) total[k] += chunk[k];
  return total;
}

/// Whether some topic's draws are so far below their expectation that too many of them became 0.
bool is_any_lost(const State& state, const std::vector<double>& total) {
  constexpr double least = 1e-3;
  for (std::size_t k = 0; k < total.size(); ++k)
    if (state.prior[k] > 0 && total[k] < least) return true;
  return false;
}

}  // namespace

void draw_phi(State& state, const Context& context) {
  const std::size_t slots = state.slots();
  fit_phi(state);
  const WordGammas gammas(state, context);
  std::vector<double> total = draw_masses(state, context, gammas, expected_sums(state, gammas.betas()));
  if (is_any_lost(state, total))  // generates the same draws again
    total = draw_masses(state, context, gammas, largest_draws(state, context, gammas));
  std::vector<float> scale(slots);
  for (std::size_t k = 0; k < slots; ++k) scale[k] = total[k] > 0 ? static_cast<float>(1 / total[k]) : 0.0F;
  scale_phi(state, scale, context.pool);
}

void scale_phi(State& state, std::span<const float> scale, Pool& pool) {
  pool.for_chunks(state.phi.rows(), phi_chunk, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v)
      for (std::size_t k = 0; k < scale.size(); ++k) state.phi.row(v)[k] *= scale[k];
  });
}

}  // namespace themata::sampling
#endif
