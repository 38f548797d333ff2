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
#include "themata/random/uniforms-inl.hpp"

#ifndef THEMATA_ADMIXTURE_DENSE_ONCE
#define THEMATA_ADMIXTURE_DENSE_ONCE
namespace themata::admixture {

/// Documents, whoever draws them.
struct DenseChunk {
  State& state;
  const Context& context;
  const std::vector<float>& prior;  ///< lanes
  std::span<const std::uint32_t> documents;
  std::size_t next = 0;  ///< of the documents
};

}  // namespace themata::admixture
#endif

HWY_BEFORE_NAMESPACE();
namespace themata::admixture::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Draws the topics of documents; several may take turns at one list of them.
/// @tparam groups  of lanes; 0 for more than are worth unrolling
template <std::size_t groups>
class DocumentsSampler {
 public:
  /// Of the token at hand.
  struct Hot {
    std::size_t at;
    const float* phi = nullptr;  ///< its word's
    std::size_t old = 0, chosen = 0;
  };

  explicit DocumentsSampler(DenseChunk& chunk)
      : chunk_(chunk),
        state_(chunk.state),
        lanes_(chunk.state.lanes()),
        phi_(state_.phi.row(0)),
        words_(state_.layout.words.data()),
        topics_(state_.topics.data()),
        memory_(n_rows, lanes_),
        desk_(memory_.row(0)),
        counts_(1, lanes_) {
    std::ranges::copy(chunk.prior, row(prior));
    next_document();
  }

  std::size_t left() const { return end_ - at_; }

  void next_document() {
    const auto offsets = chunk_.context.corpus.offsets();
    while (chunk_.next < chunk_.documents.size()) {
      const std::size_t d = chunk_.documents[chunk_.next++];
      if (offsets[d] == offsets[d + 1]) continue;
      at_ = first_ = offsets[d];
      end_ = offsets[d + 1];
      open(d);
      return;
    }
  }

  HWY_INLINE Hot start() const { return {at_}; }
  HWY_INLINE void stop(const Hot& hot) { at_ = hot.at; }

  /// Takes the next token out of the counts and computes the weights of its topics.
  HWY_INLINE RunningSums<groups> sum(Hot& hot) {
    prefetch(words_[std::min(hot.at + look_ahead, end_ - 1)]);
    hot.phi = phi_ + words_[hot.at] * lanes();
    hot.old = topics_[hot.at];
    count(hot.old, -1);
    const Floats f;
    const float* HWY_RESTRICT phi = hot.phi;
    const float* HWY_RESTRICT pseudo = row(weights);
    return RunningSums<groups>(lanes(), row(running), [&](std::size_t lane) THEMATA_INLINE_LAMBDA {
      return hn::Mul(hn::Load(f, pseudo + lane), hn::Load(f, phi + lane));
    });
  }

  /// A token whose word has no mass in any topic keeps its own.
  HWY_INLINE void choose(Hot& hot, const RunningSums<groups>& sums) const {
    std::size_t lane = choose_lane(sums, uniforms_[hot.at - first_]);
    if (HWY_UNLIKELY(!(row(weights)[lane] * hot.phi[lane] > 0))) lane = sums.find_any();
    hot.chosen = lane < lanes() ? lane : hot.old;
  }

  HWY_INLINE void move(Hot& hot) {
    count(hot.chosen, 1);
    topics_[hot.at++] = static_cast<Topic>(hot.chosen);
  }

 private:
  /// Of the arrays that it works in, `lanes` each.
  enum Row : std::size_t {
    prior,
    weights,  ///< prior_k + m_dk
    running,  ///< scratch of the sums, which takes two rows
    n_rows = running + 2
  };
  static constexpr std::size_t look_ahead = 3;  ///< tokens

  HWY_INLINE std::size_t lanes() const { return groups > 0 ? groups * lane_group : lanes_; }
  HWY_INLINE float* row(Row row) const { return desk_ + row * lanes(); }

  /// Puts a token into topic k's count, or takes it out.
  HWY_INLINE void count(std::size_t k, std::int32_t by) {
    std::int32_t* counts = counts_.row(0);
    counts[k] += by;
    weight_ = row(prior)[k] + static_cast<float>(counts[k]);
    set_lane(row(weights), k, &weight_);
  }

  void open(std::size_t d) {
    const std::size_t n = left();
    if (uniforms_.size() < n + uniforms_batch) uniforms_.resize(n + uniforms_batch);
    themata::HWY_NAMESPACE::fill_uniforms(chunk_.context.stream(Purpose::token, d), n, uniforms_.data());
    std::int32_t* counts = counts_.row(0);
    std::fill_n(counts, lanes_, 0);
    for (std::size_t i = at_; i < end_; ++i) ++counts[topics_[i]];
    const auto pseudo = [&](std::size_t k) { return row(prior)[k] + static_cast<float>(counts[k]); };
    const auto list = state_.allowed.of(d);
    if (!list.empty()) std::fill_n(row(weights), lanes_, 0.0F);
    for (const Topic k : list) row(weights)[k] = pseudo(k);
    for (std::size_t k = 0; k < lanes_ && list.empty(); ++k) row(weights)[k] = pseudo(k);
  }

  HWY_INLINE void prefetch(std::uint32_t word) const {
    const float* phi = phi_ + word * lanes();
    if constexpr (groups > 0)
      unrolled<groups>([&](auto g) THEMATA_INLINE_LAMBDA { __builtin_prefetch(phi + g * lane_group); });
    else
      for (std::size_t k = 0; k < lanes_; k += lane_group) __builtin_prefetch(phi + k);
  }

  DenseChunk& chunk_;
  State& state_;
  std::size_t lanes_;
  const float* phi_;
  const std::uint32_t* words_;
  Topic* topics_;
  float weight_ = 0;  ///< in memory, whence one instruction spreads it over a vector
  Matrix<float> memory_;
  float* desk_;
  Matrix<std::int32_t> counts_;  ///< m_dk
  std::vector<float> uniforms_;  ///< of the document
  std::size_t first_ = 0, at_ = 0, end_ = 0;
};

template <std::size_t groups>
void draw_chunk_of(DenseChunk& chunk) {
  DocumentsSampler<groups> a(chunk), b(chunk), c(chunk), d(chunk);
  take_turns(a, b, c, d);
}

void draw_chunk_dense(DenseChunk& chunk) {
  with_groups(chunk.state.lanes(), [&](auto groups) { draw_chunk_of<groups>(chunk); });
}

}  // namespace themata::admixture::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace themata::admixture {

HWY_EXPORT(draw_chunk_dense);

void draw_documents_dense(State& state, const Context& context, const std::vector<float>& prior,
                          std::span<const std::uint32_t> documents) {
  DenseChunk chunk{state, context, prior, documents};
  HWY_DYNAMIC_DISPATCH(draw_chunk_dense)(chunk);
}

void draw_topics_dense(State& state, const Context& context) {
  const std::vector<float> prior(state.prior.begin(), state.prior.end());
  constexpr std::size_t chunk = 64;
  context.pool.for_chunks(context.corpus.n_documents(), chunk, [&](std::size_t first, std::size_t last) {
    std::vector<std::uint32_t> documents(last - first);
    std::iota(documents.begin(), documents.end(), static_cast<std::uint32_t>(first));
    draw_documents_dense(state, context, prior, documents);
  });
  recount(state, context.corpus, context.pool);
}

}  // namespace themata::admixture
#endif
