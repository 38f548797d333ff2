#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "themata/admixture/partially_collapsed.hpp"
#include "themata/admixture/word_beta.hpp"
#include "themata/random/distributions.hpp"

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

/// Of one word type: what its topics' masses are drawn with.
struct WordShapes {
  double small = 0;           ///< of every lane that has no other; 0 where there is none below 1
  std::vector<Topic> lanes;   ///< those with shapes of 1 or more,
  std::vector<float> shapes;  ///< and these
  std::vector<float> draws;   ///< of those lanes
  LogGammaScratch scratch;
};

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

/// log Gamma(shape, 1) draws for all lanes of a word, and in their place draws of shapes of 1 or more for some.
void draw_log_gammas(const Stream& stream, WordShapes& word, std::span<float> out) {
  namespace inl = themata::HWY_NAMESPACE;
  const std::size_t n_large = lanes_for(word.lanes.size());
  // What fills up the last group is hardly ever rejected.
  word.shapes.resize(n_large, 1000.0F);
  word.draws.resize(n_large);
  if (word.small > 0) inl::fill_log_gammas(stream, word.small, word.scratch, out);
  inl::fill_log_gammas(stream.after(second_round / 2), word.shapes, word.scratch, word.draws);
  for (std::size_t i = 0; i < word.lanes.size(); ++i) out[word.lanes[i]] = word.draws[i];
}

/// Notes the lanes that have counts, where all others have the same shape below 1.
void find_counts(std::span<const std::int32_t> counts, double beta, WordShapes& word) {
  const hn::CappedTag<std::int32_t, 16> i;
  for (std::size_t first = 0; first < counts.size(); first += hn::Lanes(i)) {
    std::array<std::uint8_t, 8> bytes{};
    hn::StoreMaskBits(i, hn::Gt(hn::Load(i, counts.data() + first), hn::Zero(i)), bytes.data());
    for (unsigned bits = bytes[0] + 256U * bytes[1]; bits != 0; bits &= bits - 1) {
      const std::size_t k = first + static_cast<std::size_t>(std::countr_zero(bits));
      word.lanes.push_back(static_cast<Topic>(k));
      word.shapes.push_back(static_cast<float>(counts[k] + beta));
    }
  }
}

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

HWY_EXPORT(draw_log_gammas);
HWY_EXPORT(find_counts);
HWY_EXPORT(settle);
HWY_EXPORT(exponentiate);

namespace {

/// Chunks of words x lanes: what each chunk says of a topic, combined afterwards in the order of the chunks.
template <class T>
using ByChunk = std::vector<std::vector<T>>;

/// The prior and where a sweep's random numbers come from.
struct PhiSource {
  const Context& context;
  const WordBeta& betas;
  std::vector<float> allowed;  ///< lanes: 0, and no_mass where a topic cannot be chosen
};

/// Leaves log G(n_kv + beta_kv, 1) draws of one word in phi; `top` is raised to what is largest.
/// @param word  scratch
void draw_logs(State& state, const PhiSource& draw, std::size_t v, WordShapes& word,
               std::vector<float>& top) {
  const std::span<const std::int32_t> counts = state.word_topic.span(v);
  const double beta = draw.betas.of(v);
  const std::span<float> logs = state.phi.span(v);
  const Stream stream = draw.context.stream(Purpose::topic, v);
  // Most counts are 0, and those lanes are drawn side by side.
  const bool at_once = beta < 1 && beta >= 1e-6 && draw.betas.seeded(v) == nullptr;
  word.small = at_once ? beta : 0;
  word.lanes.clear();
  word.shapes.clear();
  if (at_once) {
    HWY_DYNAMIC_DISPATCH(find_counts)(counts, beta, word);
  } else {
    Stream one_by_one = stream.after(2 * second_round);
    for (std::size_t k = 0; k < top.size(); ++k) {
      const double shape = counts[k] + draw.betas.at(k, v);
      if (shape < 1) {
        logs[k] = static_cast<float>(draw_log_gamma(one_by_one, shape));
        continue;
      }
      word.lanes.push_back(static_cast<Topic>(k));
      word.shapes.push_back(static_cast<float>(shape));
    }
  }
  HWY_DYNAMIC_DISPATCH(draw_log_gammas)(stream, word, logs);
  HWY_DYNAMIC_DISPATCH(settle)(logs, draw.allowed.data(), top.data());
}

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
  const WordBeta betas(state);
  PhiSource draw{context, betas, std::vector<float>(lanes, 0.0F)};
  for (std::size_t k = 0; k < lanes; ++k)
    if (!(state.prior[k] > 0)) draw.allowed[k] = no_mass;
  std::vector<float> top(lanes, no_mass);
  const auto largest = for_each_word(state, context.pool, no_mass,
                                     [&](std::size_t v, WordShapes& scratch, std::vector<float>& here) {
                                       draw_logs(state, draw, v, scratch, here);
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
