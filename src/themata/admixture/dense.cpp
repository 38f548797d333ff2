#include "themata/admixture/dense.hpp"

#include <algorithm>
#include <numeric>
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

/// Documents, drawn one after the other.
struct DenseChunk {
  State& state;
  const Context& context;
  const float* prior;  ///< lanes
  std::span<const std::uint32_t> documents;
};

}  // namespace themata::admixture
#endif

HWY_BEFORE_NAMESPACE();
namespace themata::admixture::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Draws the topics of a list of documents; two lists may take turns.
class DocumentsSampler {
 public:
  /// @param desk  two rows of `lanes`, @param counts  one: scratch
  DocumentsSampler(const DenseChunk& chunk, Matrix<float>& desk, Matrix<std::int32_t>& counts)
      : chunk_(chunk),
        state_(chunk.state),
        lanes_(chunk.state.lanes()),
        weights_(desk.row(0)),
        running_(desk.row(1)),
        counts_(counts.row(0)),
        stream_(chunk.context.stream(Purpose::token, 0)) {
    next_document();
  }

  std::size_t left() const { return end_ - at_; }

  void next_document() {
    const auto offsets = chunk_.context.corpus.offsets();
    while (next_ < chunk_.documents.size()) {
      const std::size_t d = chunk_.documents[next_++];
      if (offsets[d] == offsets[d + 1]) continue;
      at_ = offsets[d];
      end_ = offsets[d + 1];
      open(d);
      return;
    }
  }

  HWY_INLINE void sum() {
    prefetch(at_ + 2);
    const float* HWY_RESTRICT phi = state_.phi.row(state_.layout.words[at_]);
    old_ = state_.topics[at_];
    const std::size_t old = old_;
    old_weight_ = weight(old, counts_[old] - 1);
    const Floats f;
    const auto without = hn::Set(f, old_weight_ * phi[old]);
    const float* HWY_RESTRICT weights = weights_;
    sum_columns(lanes_, running_, [&](std::size_t lane) HWY_ATTR {
      return replace_lane(hn::Mul(hn::Load(f, weights + lane), hn::Load(f, phi + lane)), lane, old, without);
    });
  }

  /// A token whose word has no mass in any topic keeps its own.
  HWY_INLINE void choose() {
    const std::size_t lane = choose_lane(lanes_, stream_.uniform_float(), running_);
    new_ = lane < lanes_ ? lane : old_;
  }

  HWY_INLINE void move() {
    --counts_[old_];
    weights_[old_] = old_weight_;
    ++counts_[new_];
    weights_[new_] = weight(new_, counts_[new_]);
    state_.topics[at_++] = static_cast<Topic>(new_);
  }

 private:
  float weight(std::size_t k, std::int32_t count) const {
    return chunk_.prior[k] + static_cast<float>(count);
  }

  void open(std::size_t d) {
    std::fill_n(counts_, lanes_, 0);
    for (std::size_t i = at_; i < end_; ++i) ++counts_[state_.topics[i]];
    stream_ = chunk_.context.stream(Purpose::token, d);
    const auto list = state_.allowed.of(d);
    if (!list.empty()) std::fill_n(weights_, lanes_, 0.0F);
    for (const Topic k : list) weights_[k] = weight(k, counts_[k]);
    for (std::size_t k = 0; k < lanes_ && list.empty(); ++k) weights_[k] = weight(k, counts_[k]);
  }

  HWY_INLINE void prefetch(std::size_t i) const {
    const float* row = state_.phi.row(state_.layout.words[i < end_ ? i : at_]);
    for (std::size_t k = 0; k < lanes_; k += lane_group) __builtin_prefetch(row + k);
  }

  DenseChunk chunk_;
  State& state_;
  std::size_t lanes_;
  float *weights_, *running_;  ///< prior_k + m_dk; scratch of the sums
  std::int32_t* counts_;       ///< m_dk
  std::size_t next_ = 0;       ///< of the documents
  std::size_t at_ = 0, end_ = 0;
  Stream stream_;
  std::size_t old_ = 0, new_ = 0;  ///< of the token between sum() and move()
  float old_weight_ = 0;
};

void draw_chunk_dense(const DenseChunk& chunk) {
  const std::size_t lanes = chunk.state.lanes();
  Matrix<float> first_desk(2, lanes), second_desk(2, lanes);
  Matrix<std::int32_t> first_counts(1, lanes), second_counts(1, lanes);
  const std::size_t middle = chunk.documents.size() / 2;
  DocumentsSampler a({chunk.state, chunk.context, chunk.prior, chunk.documents.first(middle)}, first_desk,
                     first_counts);
  DocumentsSampler b({chunk.state, chunk.context, chunk.prior, chunk.documents.subspan(middle)}, second_desk,
                     second_counts);
  take_turns(a, b);
}

}  // namespace themata::admixture::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace themata::admixture {

HWY_EXPORT(draw_chunk_dense);

void draw_documents_dense(State& state, const Context& context, const std::vector<float>& prior,
                          std::span<const std::uint32_t> documents) {
  HWY_DYNAMIC_DISPATCH(draw_chunk_dense)(DenseChunk{state, context, prior.data(), documents});
}

void draw_topics_dense(State& state, const Context& context) {
  const std::vector<float> prior(state.prior.begin(), state.prior.end());
  constexpr std::size_t chunk = 16;
  context.pool.for_chunks(context.corpus.n_documents(), chunk, [&](std::size_t first, std::size_t last) {
    std::vector<std::uint32_t> documents(last - first);
    std::iota(documents.begin(), documents.end(), static_cast<std::uint32_t>(first));
    draw_documents_dense(state, context, prior, documents);
  });
  recount(state, context.corpus, context.pool);
}

}  // namespace themata::admixture
#endif
