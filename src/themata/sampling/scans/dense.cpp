#include "themata/sampling/scans/dense.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "themata/sampling/scans/partially_collapsed.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "themata/sampling/scans/dense.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "themata/random/uniforms-inl.hpp"
#include "themata/sampling/simd/draw_slot-inl.hpp"

#ifndef THEMATA_SAMPLING_DENSE_ONCE
#define THEMATA_SAMPLING_DENSE_ONCE
namespace themata::sampling {

/// Documents that several samplers draw together.
struct DenseChunk {
  State& state;
  const Context& context;
  const PhiPart& phi;
  const std::vector<float>& prior;  ///< slots
  std::span<const std::uint32_t> documents;
  Matrix<std::int32_t>& counts;          ///< m_dk, one row per document; empty if the state stores them
  std::size_t block = phi.blocks.first;  ///< whose pieces are drawn
  std::size_t next = 0;                  ///< index of the next document

  std::int32_t* counts_of(std::size_t i) const {
    return counts.empty() ? state.document_topic.row(documents[i]) : counts.row(i);
  }
};

}  // namespace themata::sampling
#endif

HWY_BEFORE_NAMESPACE();
namespace themata::sampling::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Draws the topics of the documents' pieces in one block. Several samplers may take turns on one list of
/// documents.
/// @tparam groups  number of slot groups; 0 for more than are unrolled
template <std::size_t groups>
class DocumentsSampler {
 public:
  /// State of the current token.
  struct TokenState {
    std::size_t at;
    const float* phi = nullptr;  ///< row of its word
    std::size_t old = 0, chosen = 0;
  };

  explicit DocumentsSampler(DenseChunk& chunk)
      : chunk_(chunk),
        state_(chunk.state),
        slots_(chunk.state.slots()),
        phi_(chunk.phi.rows),
        topics_(state_.topics.data()),
        memory_(n_rows, slots_),
        workspace_(memory_.row(0)) {
    std::ranges::copy(chunk.prior, row(prior));
  }

  std::size_t left() const { return end_ - at_; }

  void next_document() {
    const Layout& layout = state_.layout;
    while (chunk_.next < chunk_.documents.size()) {
      const std::size_t i = chunk_.next++, d = chunk_.documents[i];
      prefetch_document(i);
      const Layout::Piece piece = layout.piece(chunk_.context.corpus, d, chunk_.block);
      if (piece.first == piece.last) continue;
      at_ = first_ = piece.first;
      end_ = piece.last;
      return open(i, d);
    }
  }

  HWY_INLINE TokenState start() const { return {at_}; }
  HWY_INLINE void stop(const TokenState& token) { at_ = token.at; }

  /// Takes the next token out of the counts and computes the weights of its topics.
  HWY_INLINE RunningSums<groups> sum(TokenState& token) {
    prefetch(rows_[std::min(token.at + look_ahead, end_ - 1) - first_]);
    token.phi = phi_ + rows_[token.at - first_] * slots();
    token.old = topics_[token.at];
    count(token.old, -1);
    const Floats f;
    const float* HWY_RESTRICT phi = token.phi;
    const float* HWY_RESTRICT pseudo = row(weights);
    return RunningSums<groups>(slots(), row(running), [&](std::size_t slot) THEMATA_INLINE_LAMBDA {
      return hn::Mul(hn::Load(f, pseudo + slot), hn::Load(f, phi + slot));
    });
  }

  /// If the word has no mass in any topic, the token keeps its topic.
  HWY_INLINE void choose(TokenState& token, const RunningSums<groups>& sums) const {
    const std::size_t slot = choose_slot(sums, uniforms_[token.at - first_]);
    token.chosen = HWY_LIKELY(slot < slots()) ? slot : token.old;
  }

  HWY_INLINE void move(TokenState& token) {
    count(token.chosen, 1);
    topics_[token.at++] = static_cast<Topic>(token.chosen);
  }

 private:
  /// The sampler's arrays, `slots` entries each.
  enum Row : std::size_t {
    prior,
    weights,  ///< prior_k + m_dk
    running,  ///< scratch for the sums, two rows
    n_rows = running + 2
  };
  static constexpr std::size_t look_ahead = 3;  ///< tokens

  HWY_INLINE std::size_t slots() const { return groups > 0 ? groups * slot_group : slots_; }
  HWY_INLINE float* row(Row row) const { return workspace_ + row * slots(); }

  /// Adds a token to topic k's count, or removes it.
  HWY_INLINE void count(std::size_t k, std::int32_t by) {
    counts_[k] += by;
    weight_ = row(prior)[k] + static_cast<float>(counts_[k]);
    set_slot(row(weights), k, &weight_);
  }

  void open(std::size_t i, std::size_t d) {
    rows_.find(chunk_.phi.blocks, state_.layout.words.subspan(at_, left()));
    for (std::size_t ahead = 0; ahead < std::min(left(), look_ahead); ++ahead) prefetch(rows_[ahead]);
    const std::size_t n = left();
    if (uniforms_.size() < n + uniforms_batch) uniforms_.resize(n + uniforms_batch);
    const Layout& layout = state_.layout;
    themata::HWY_NAMESPACE::fill_uniforms(
        chunk_.context.stream(Purpose::token, layout.number(d) * layout.n_blocks + chunk_.block), n,
        uniforms_.data());
    counts_ = chunk_.counts_of(i);
    if (const auto list = state_.allowed.of(d); !list.empty()) return weigh_allowed(list);
    const Floats f;
    for (std::size_t k = 0; k < slots(); k += hn::Lanes(f))
      hn::Store(hn::Add(hn::Load(f, row(prior) + k), hn::ConvertTo(f, hn::Load(Ints(), counts_ + k))), f,
                row(weights) + k);
  }

  /// Weights of the topics that the document may use; the others get 0.
  void weigh_allowed(std::span<const Topic> list) {
    std::fill_n(row(weights), slots_, 0.0F);
    for (const Topic k : list) row(weights)[k] = row(prior)[k] + static_cast<float>(counts_[k]);
  }

  /// Prefetches the first data of the documents after the i-th.
  void prefetch_document(std::size_t i) const {
    constexpr std::size_t soon = 6, later = 12;
    const Layout& layout = state_.layout;
    const std::size_t last = chunk_.documents.size() - 1, near = std::min(i + soon, last);
    const std::size_t far = chunk_.documents[std::min(i + later, last)];
    layout.prefetch_piece(far, chunk_.block);
    const Layout::Piece piece = layout.piece(chunk_.context.corpus, chunk_.documents[near], chunk_.block);
    __builtin_prefetch(layout.words.data() + piece.first);
    __builtin_prefetch(topics_ + piece.first);
    const std::int32_t* const counts = chunk_.counts_of(near);
    for (std::size_t k = 0; k < slots(); k += slot_group) __builtin_prefetch(counts + k);
  }

  HWY_INLINE void prefetch(std::uint32_t row_of_phi) const {
    const float* phi = phi_ + row_of_phi * slots();
    if constexpr (groups > 0)
      unrolled<groups>([&](auto g) THEMATA_INLINE_LAMBDA { __builtin_prefetch(phi + g * slot_group); });
    else
      for (std::size_t k = 0; k < slots_; k += slot_group) __builtin_prefetch(phi + k);
  }

  DenseChunk& chunk_;
  State& state_;
  std::size_t slots_;
  const float* phi_;
  PieceRows rows_;  ///< of the current piece
  Topic* topics_;
  float weight_ = 0;  ///< in memory, so that one instruction can broadcast it
  Matrix<float> memory_;
  float* workspace_;
  std::int32_t* counts_ = nullptr;  ///< m_dk
  std::vector<float> uniforms_;     ///< of the current piece
  std::size_t first_ = 0, at_ = 0, end_ = 0;
};

template <std::size_t groups>
void draw_chunk_of(DenseChunk& chunk) {
  DocumentsSampler<groups> a(chunk), b(chunk), c(chunk), d(chunk);
  for (; chunk.block < chunk.phi.blocks.end; ++chunk.block) {
    chunk.next = 0;
    for (auto* sampler : {&a, &b, &c, &d}) sampler->next_document();
    take_turns(a, b, c, d);
  }
}

void draw_chunk_dense(DenseChunk& chunk) {
  with_groups(chunk.state.slots(), [&](auto groups) { draw_chunk_of<groups>(chunk); });
}

}  // namespace themata::sampling::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace themata::sampling {

HWY_EXPORT(draw_chunk_dense);

namespace {

/// Number of documents that a thread draws block by block. With more documents, a word's row of Phi is reused
/// more often while it is in the cache. But the documents' counts must also stay in the cache from block to
/// block, and every thread should get several chunks. The draws do not depend on this number.
std::size_t documents_at_once(const State& state, const Context& context) {
  constexpr std::size_t counts = std::size_t{1} << 17, shares = 3, fewest = 16;
  const std::size_t fair =
      context.corpus.n_documents() / (shares * static_cast<std::size_t>(context.pool.threads()));
  return std::max(fewest, std::min(fair, counts / state.slots()));
}

}  // namespace

void draw_documents_dense(State& state, const Context& context, const PhiPart& phi,
                          const std::vector<float>& prior, std::span<const std::uint32_t> documents) {
  if (documents.empty()) return;
  const bool remembers = !state.document_topic.empty();
  Matrix<std::int32_t> counts(remembers ? 0 : documents.size(), state.slots());
  for (std::size_t i = 0; i < counts.rows(); ++i)
    count_document(state, context.corpus, documents[i], counts.row(i));
  DenseChunk chunk{state, context, phi, prior, documents, counts};
  HWY_DYNAMIC_DISPATCH(draw_chunk_dense)(chunk);
}

void draw_topics_dense(State& state, const Context& context) {
  const std::vector<float> prior(state.prior.begin(), state.prior.end());
  const std::size_t chunk = documents_at_once(state, context);
  for_each_phi_part(state, [&](const PhiPart& phi) {
    context.pool.for_chunks(context.corpus.n_documents(), chunk, [&](std::size_t first, std::size_t last) {
      std::vector<std::uint32_t> documents(last - first);
      std::iota(documents.begin(), documents.end(), static_cast<std::uint32_t>(first));
      draw_documents_dense(state, context, phi, prior, documents);
    });
  });
  recount_words(state, context.corpus, context.pool);
}

}  // namespace themata::sampling
#endif
