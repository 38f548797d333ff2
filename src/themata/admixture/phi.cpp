#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "themata/admixture/partially_collapsed.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"

namespace themata::admixture {

namespace {

constexpr std::size_t word_chunk = 128;
constexpr float no_mass = -std::numeric_limits<float>::infinity();

/// Lanes x chunks of words: what each chunk says of a topic, combined afterwards in the order of the chunks.
using ByChunk = std::vector<std::vector<double>>;

/// Leaves log G(n_kv + beta, 1) draws in phi, and each chunk's largest.
void draw_logs(State& state, const Context& context, ByChunk& largest) {
  context.pool.for_chunks(state.phi.rows(), word_chunk, [&](std::size_t first, std::size_t last) {
    std::vector<double>& top = largest[first / word_chunk];
    for (std::size_t v = first; v < last; ++v) {
      Stream stream = context.stream(Purpose::topic, v);
      const std::int32_t* counts = state.word_topic.row(v);
      float* logs = state.phi.row(v);
      for (std::size_t k = 0; k < top.size(); ++k) {
        logs[k] =
            state.prior[k] > 0 ? static_cast<float>(draw_log_gamma(stream, counts[k] + state.beta)) : no_mass;
        top[k] = std::max(top[k], static_cast<double>(logs[k]));
      }
    }
  });
}

/// Turns logs into masses relative to each topic's largest, and sums each chunk.
void exponentiate(State& state, Pool& pool, const std::vector<double>& top, ByChunk& sums) {
  pool.for_chunks(state.phi.rows(), word_chunk, [&](std::size_t first, std::size_t last) {
    std::vector<double>& sum = sums[first / word_chunk];
    for (std::size_t v = first; v < last; ++v) {
      float* row = state.phi.row(v);
      for (std::size_t k = 0; k < sum.size(); ++k) {
        const double mass = row[k] == no_mass ? 0.0 : portable_exp(static_cast<double>(row[k]) - top[k]);
        row[k] = static_cast<float>(mass);
        sum[k] += mass;
      }
    }
  });
}

}  // namespace

void draw_phi(State& state, const Context& context) {
  const std::size_t lanes = state.lanes();
  const std::size_t n_types = state.word_topic.rows();
  if (state.phi.columns() != lanes) state.phi = Matrix<float>(n_types, lanes);
  const std::size_t chunks = (n_types + word_chunk - 1) / word_chunk;
  ByChunk largest(chunks, std::vector<double>(lanes, no_mass));
  draw_logs(state, context, largest);
  std::vector<double> top(lanes, no_mass);
  for (const auto& chunk : largest)
    for (std::size_t k = 0; k < lanes; ++k) top[k] = std::max(top[k], chunk[k]);
  ByChunk sums(chunks, std::vector<double>(lanes, 0.0));
  exponentiate(state, context.pool, top, sums);
  std::vector<double> total(lanes, 0.0);
  for (const auto& chunk : sums)
    for (std::size_t k = 0; k < lanes; ++k) total[k] += chunk[k];
  std::vector<float> scale(lanes);
  for (std::size_t k = 0; k < lanes; ++k) scale[k] = total[k] > 0 ? static_cast<float>(1 / total[k]) : 0.0F;
  context.pool.for_chunks(n_types, word_chunk, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v)
      for (std::size_t k = 0; k < lanes; ++k) state.phi.row(v)[k] *= scale[k];
  });
}

}  // namespace themata::admixture
