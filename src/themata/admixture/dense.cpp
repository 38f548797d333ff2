#include <algorithm>
#include <vector>

#include "themata/admixture/partially_collapsed.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "themata/admixture/dense.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "themata/admixture/draw_lane-inl.hpp"

#ifndef THEMATA_ADMIXTURE_DENSE_ONCE
#define THEMATA_ADMIXTURE_DENSE_ONCE
namespace themata::admixture {

/// Consecutive documents, drawn one after the other.
struct DenseChunk {
  State& state;
  const Context& context;
  const float* prior;  ///< lanes
  std::size_t first, last;
};

}  // namespace themata::admixture
#endif

HWY_BEFORE_NAMESPACE();
namespace themata::admixture::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void draw_document_dense(const DenseChunk& chunk, std::size_t d, Matrix<float>& desk) {
  State& state = chunk.state;
  const Corpus& corpus = chunk.context.corpus;
  const std::size_t lanes = state.lanes();
  const std::size_t end = corpus.offsets()[d + 1];
  float* HWY_RESTRICT weight = desk.row(0);  // prior_k + m_dk
  std::vector<std::int32_t> counts(lanes);
  for (std::size_t i = corpus.offsets()[d]; i < end; ++i) ++counts[state.topics[i]];
  for (std::size_t k = 0; k < lanes; ++k) weight[k] = chunk.prior[k] + static_cast<float>(counts[k]);
  const auto move = [&](std::size_t k, std::int32_t by) {
    counts[k] += by;
    weight[k] = chunk.prior[k] + static_cast<float>(counts[k]);
  };
  Stream stream = chunk.context.stream(Purpose::token, d);
  const Floats f;
  for (std::size_t i = corpus.offsets()[d]; i < end; ++i) {
    if (i + 2 < end) {
      const float* ahead = state.phi.row(state.layout.words[i + 2]);
      for (std::size_t k = 0; k < lanes; k += lane_group) __builtin_prefetch(ahead + k);
    }
    const float* HWY_RESTRICT phi = state.phi.row(state.layout.words[i]);
    move(state.topics[i], -1);
    sum_columns(lanes, desk.row(1), [&](std::size_t lane) HWY_ATTR {
      return hn::Mul(hn::Load(f, weight + lane), hn::Load(f, phi + lane));
    });
    const std::size_t k = choose_lane(lanes, stream.uniform_float(), desk.row(1));
    move(k, 1);
    state.topics[i] = static_cast<Topic>(k);
  }
}

void draw_chunk_dense(const DenseChunk& chunk) {
  Matrix<float> desk(2, chunk.state.lanes());
  for (std::size_t d = chunk.first; d < chunk.last; ++d) draw_document_dense(chunk, d, desk);
}

}  // namespace themata::admixture::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace themata::admixture {

HWY_EXPORT(draw_chunk_dense);

void draw_topics_dense(State& state, const Context& context) {
  const std::vector<float> prior(state.prior.begin(), state.prior.end());
  constexpr std::size_t chunk = 16;
  context.pool.for_chunks(context.corpus.n_documents(), chunk, [&](std::size_t first, std::size_t last) {
    HWY_DYNAMIC_DISPATCH(draw_chunk_dense)(DenseChunk{state, context, prior.data(), first, last});
  });
  recount(state, context.corpus, context.pool);
}

}  // namespace themata::admixture
#endif
