#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "themata/admixture/partially_collapsed.hpp"
#include "themata/admixture/word_beta.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"

namespace themata::admixture {

namespace {

constexpr float no_mass = -std::numeric_limits<float>::infinity();
/// log 10^-30: entries that are smaller beside their topic's largest become 0. They are far below what a single-precision
/// sum of weights can tell from 0, and products with subnormal numbers would cost a hundred times the others.
constexpr double least_log = -69.0;

/// Chunks of words x lanes: what each chunk says of a topic, combined afterwards in the order of the chunks.
using ByChunk = std::vector<std::vector<double>>;

/// The prior and where a sweep's random numbers come from.
struct PhiSource {
  const Context& context;
  const WordBeta& betas;
};

/// Leaves log G(n_kv + beta_kv, 1) draws of one word in phi; `top` is raised to what is largest.
void draw_logs(State& state, const PhiSource& draw, std::size_t v, std::vector<double>& top) {
  Stream stream = draw.context.stream(Purpose::topic, v);
  const std::int32_t* counts = state.word_topic.row(v);
  float* logs = state.phi.row(v);
  for (std::size_t k = 0; k < top.size(); ++k) {
    logs[k] = state.prior[k] > 0 ? static_cast<float>(draw_log_gamma(stream, counts[k] + draw.betas.at(k, v)))
                                 : no_mass;
    top[k] = std::max(top[k], static_cast<double>(logs[k]));
  }
}

/// Turns one word's logs into masses relative to each topic's largest, and adds them to `sum`.
void exponentiate(State& state, std::size_t v, const std::vector<double>& top, std::vector<double>& sum) {
  float* row = state.phi.row(v);
  for (std::size_t k = 0; k < sum.size(); ++k) {
    const double log_mass = row[k] - top[k];
    const double mass = log_mass < least_log || row[k] == no_mass ? 0.0 : portable_exp(log_mass);
    row[k] = static_cast<float>(mass);
    sum[k] += mass;
  }
}

/// Calls work(word, what its chunk says of the topics) for every word, in chunks that start from `start`.
template <class Work>
ByChunk for_each_word(const State& state, Pool& pool, double start, const Work& work) {
  const std::size_t n_types = state.phi.rows();
  ByChunk chunks((n_types + phi_chunk - 1) / phi_chunk, std::vector<double>(state.lanes(), start));
  pool.for_chunks(n_types, phi_chunk, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v) work(v, chunks[first / phi_chunk]);
  });
  return chunks;
}

}  // namespace

void draw_phi(State& state, const Context& context) {
  const std::size_t lanes = state.lanes();
  if (state.phi.columns() != lanes) state.phi = Matrix<float>(state.word_topic.rows(), lanes);
  const WordBeta betas(state);
  const PhiSource draw{context, betas};
  std::vector<double> top(lanes, no_mass);
  const ByChunk largest =
      for_each_word(state, context.pool, no_mass,
                    [&](std::size_t v, std::vector<double>& here) { draw_logs(state, draw, v, here); });
  for (const auto& chunk : largest)
    for (std::size_t k = 0; k < lanes; ++k) top[k] = std::max(top[k], chunk[k]);
  std::vector<double> total(lanes, 0.0);
  const ByChunk sums = for_each_word(state, context.pool, 0.0, [&](std::size_t v, std::vector<double>& here) {
    exponentiate(state, v, top, here);
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
