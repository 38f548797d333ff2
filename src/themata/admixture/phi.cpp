#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "themata/admixture/partially_collapsed.hpp"
#include "themata/admixture/word_gammas.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "themata/admixture/phi.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "themata/random/log_gammas-inl.hpp"

#ifndef THEMATA_ADMIXTURE_PHI_ONCE
#define THEMATA_ADMIXTURE_PHI_ONCE
namespace themata::admixture {

inline constexpr float no_mass = -std::numeric_limits<float>::infinity();
/// log 10^-30: entries that are smaller beside their topic's largest become 0. They are far below what a single-precision
/// sum of weights can tell from 0, and products with subnormal numbers would cost a hundred times the others.
inline constexpr float least_log = -69.0F;

/// Of one word type: lanes each.
struct PhiRow {
  float* phi;
  const float* top;  ///< log of each topic's largest
  double* sum;       ///< what it has had so far
  std::size_t lanes;
};

}  // namespace themata::admixture
#endif

HWY_BEFORE_NAMESPACE();
namespace themata::admixture::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Takes what cannot be chosen out of one word's logs, and raises `top` to what is largest.
void settle(std::span<float> logs, const float* allowed, float* top) {
  const hn::CappedTag<float, 16> f;
  for (std::size_t k = 0; k < logs.size(); k += hn::Lanes(f)) {
    const auto log = hn::Add(hn::Load(f, logs.data() + k), hn::LoadU(f, allowed + k));
    hn::Store(log, f, logs.data() + k);
    hn::StoreU(hn::Max(hn::LoadU(f, top + k), log), f, top + k);
  }
}

/// Turns one word's logs into masses relative to each topic's largest, and adds them to the sums.
void exponentiate(const PhiRow& row) {
  const hn::CappedTag<float, lane_group> f;
  const hn::Half<decltype(f)> half;
  const hn::Rebind<double, decltype(half)> wide;
  const std::size_t width = hn::Lanes(f);
  for (std::size_t k = 0; k < row.lanes; k += width) {
    const auto logs = hn::Sub(hn::Load(f, row.phi + k), hn::LoadU(f, row.top + k));
    const auto least = hn::Set(f, least_log);
    // A lane that is not in use compares as no number, and so has no mass.
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

}  // namespace themata::admixture::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace themata::admixture {

HWY_EXPORT(settle);
HWY_EXPORT(exponentiate);

namespace {

/// Chunks of words x lanes: what each chunk says of a topic, combined afterwards in the order of the chunks.
template <class T>
using ByChunk = std::vector<std::vector<T>>;

/// Calls work(word, what its chunk says of the topics) for every word, in chunks that start from `start`.
template <class T, class Work>
ByChunk<T> for_each_word(const State& state, Pool& pool, T start, const Work& work) {
  const std::size_t n_types = state.phi.rows();
  ByChunk<T> chunks((n_types + phi_chunk - 1) / phi_chunk, std::vector<T>(state.lanes(), start));
  pool.for_chunks(n_types, phi_chunk, [&](std::size_t first, std::size_t last) {
    WordShapes scratch;
    for (std::size_t v = first; v < last; ++v) work(v, scratch, chunks[first / phi_chunk]);
  });
  return chunks;
}

}  // namespace

void draw_phi(State& state, const Context& context) {
  const std::size_t lanes = state.lanes();
  if (state.phi.columns() != lanes) state.phi = Matrix<float>(state.word_topic.rows(), lanes);
  const WordGammas gammas(state, context);
  std::vector<float> allowed(lanes, 0.0F);  // and no_mass where a topic cannot be chosen
  for (std::size_t k = 0; k < lanes; ++k)
    if (!(state.prior[k] > 0)) allowed[k] = no_mass;
  std::vector<float> top(lanes, no_mass);
  const auto largest = for_each_word(
      state, context.pool, no_mass, [&](std::size_t v, WordShapes& scratch, std::vector<float>& here) {
        gammas.draw_logs(v, scratch, state.phi.span(v));
        HWY_DYNAMIC_DISPATCH(settle)(state.phi.span(v), allowed.data(), here.data());
      });
  for (const auto& chunk : largest)
    for (std::size_t k = 0; k < lanes; ++k) top[k] = std::max(top[k], chunk[k]);
  std::vector<double> total(lanes, 0.0);
  const auto sums =
      for_each_word(state, context.pool, 0.0, [&](std::size_t v, WordShapes&, std::vector<double>& here) {
        HWY_DYNAMIC_DISPATCH(exponentiate)({state.phi.row(v), top.data(), here.data(), lanes});
      });
  for (const auto& chunk : sums)
    for (std::size_t k = 0; k < lanes; ++k) total[k] += chunk[k];
  std::vector<float> scale(lanes);
  for (std::size_t k = 0; k < lanes; ++k) scale[k] = total[k] > 0 ? static_cast<float>(1 / total[k]) : 0.0F;
  scale_phi(state, scale, context.pool);
}

void scale_phi(State& state, std::span<const float> scale, Pool& pool) {
  pool.for_chunks(state.phi.rows(), phi_chunk, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v)
      for (std::size_t k = 0; k < scale.size(); ++k) state.phi.row(v)[k] *= scale[k];
  });
}

}  // namespace themata::admixture
#endif
