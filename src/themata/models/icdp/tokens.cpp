#include "themata/models/icdp/tokens.hpp"

#include <algorithm>

#include "themata/models/icdp/topics.hpp"
#include "themata/random/distributions.hpp"

namespace themata::icdp {

namespace {

/// Number of a block's words that a topic may have: V_kb.
double words_in_block(const State& state, std::size_t block, std::size_t k) {
  return state.words.everything() ? state.mix.layout.types_in[block] : state.words.in_block.row(block)[k];
}

/// M_kb of every block and slot. With one block, M_k / (n_k + beta words of k) is 1 / (n_k + beta words of k)
/// up to a constant.
Matrix<double> draw_block_mass(const State& state, const Context& context) {
  const std::size_t n_blocks = state.mix.layout.n_blocks;
  Matrix<double> mass(n_blocks, state.mix.slots());
  constexpr std::size_t chunk = 16;
  context.pool.for_chunks(state.mix.slots(), chunk, [&](std::size_t first, std::size_t last) {
    std::vector<double> share(n_blocks + 1);
    for (std::size_t k = first; k < last; ++k) {
      if (!is_live(state, k)) continue;
      for (std::size_t b = 0; b < n_blocks; ++b)
        share[b] = state.mix.block_topic.row(b)[k] + state.mix.beta * words_in_block(state, b, k);
      share[n_blocks] = state.words.everything() ? 0 : state.mix.beta * state.words.n_latent[k];
      if (*std::ranges::max_element(share) == 0) continue;  // it has no words
      Stream stream = context.stream(Purpose::block, k);
      draw_dirichlet(stream, share);
      for (std::size_t b = 0; b < n_blocks; ++b) mass.row(b)[k] = share[b];
    }
  });
  return mass;
}

/// One group of documents and one block of the vocabulary.
class Cell {
 public:
  /// @param mass  M_kb of the block; null if it is the only one
  Cell(State& state, const Context& context, std::size_t group, std::size_t block, const double* mass)
      : state_(state),
        context_(context),
        group_(group),
        block_(block),
        slots_(state.mix.slots()),
        totals_(state.mix.block_topic.row(block)),
        mass_(slots_),
        pseudo_(slots_),
        coefficients_(slots_),
        tokens_(slots_, 0),
        place_(slots_, 0) {
    for (std::size_t k = 0; k < slots_; ++k) {
      mass_[k] = mass == nullptr ? 1 : mass[k];
      pseudo_[k] = state.mix.beta * words_in_block(state, block, k);
      if (mass == nullptr && !state.words.everything())
        pseudo_[k] += state.mix.beta * state.words.n_latent[k];
      coefficients_[k] = coefficient(k);
      if (state.documents.everything() && is_live(state, k)) all_.push_back(static_cast<Topic>(k));
    }
  }

  void draw() {
    const auto& groups = state_.mix.layout.share.group_begin;
    for (std::size_t d = groups[group_]; d < groups[group_ + 1]; ++d) {
      const auto piece = state_.mix.layout.piece(context_.corpus, d, block_);
      if (piece.first == piece.last) continue;
      open(d);
      for (std::size_t i = piece.first; i < piece.last; ++i) draw_token(i);
      close(d);
    }
  }

 private:
  double coefficient(std::size_t k) const {
    const double all = totals_[k] + pseudo_[k];
    return all > 0 ? mass_[k] / all : 0;
  }

  void open(std::size_t d) {
    stream_ = context_.stream(Purpose::token, d * state_.mix.layout.n_blocks + block_);
    candidates_ = state_.documents.everything() ? std::span<const Topic>(all_) : state_.documents.of[d];
    for (const Topic k : sampling::topics_of(state_.mix, context_.corpus, d)) ++tokens_[k];
    weights_.resize(candidates_.size());
    running_.resize(candidates_.size());
    for (std::size_t j = 0; j < candidates_.size(); ++j) {
      place_[candidates_[j]] = static_cast<std::uint32_t>(j);
      weigh(candidates_[j]);
    }
  }

  void close(std::size_t d) {
    if (!state_.mix.document_topic.empty())
      for (const Topic k : candidates_) state_.mix.document_topic.row(d)[k] = tokens_[k];
    for (const Topic k : candidates_) tokens_[k] = 0;
  }

  void weigh(Topic k) { weights_[place_[k]] = (state_.alpha + tokens_[k]) * coefficients_[k]; }

  void count(std::int32_t* row, Topic k, std::int32_t by) {
    row[k] += by;
    totals_[k] += by;
    tokens_[k] += by;
    coefficients_[k] = coefficient(k);
    weigh(k);
  }

  void draw_token(std::size_t i) {
    const std::uint32_t word = state_.mix.layout.words[i];
    std::int32_t* row = state_.mix.word_topic.row(word);
    const bool masked = !state_.words.everything();
    // Rows are long and a document has few topics: prefetches the next token's cells while this token's
    // weights are summed.
    const std::int32_t* next = i + 1 < state_.mix.layout.words.size()
                                   ? state_.mix.word_topic.row(state_.mix.layout.words[i + 1])
                                   : row;
    for (const Topic k : candidates_) __builtin_prefetch(next + k);
    count(row, state_.mix.topics[i], -1);
    double sum = 0;
    for (std::size_t j = 0; j < candidates_.size(); ++j) {
      const Topic k = candidates_[j];
      if (!masked || row[k] > 0 || state_.words.on.test(word, k))
        sum += weights_[j] * (row[k] + state_.mix.beta);
      running_[j] = sum;
    }
    const double at = stream_.uniform() * sum;
    // The first place where the sum exceeds it, which has weight above 0: no masked topic is chosen.
    const auto chosen = std::ranges::upper_bound(running_, at) - running_.begin();
    const Topic k = candidates_[static_cast<std::size_t>(chosen)];
    state_.mix.topics[i] = k;
    count(row, k, 1);
  }

  State& state_;
  const Context& context_;
  std::size_t group_, block_, slots_;
  std::int32_t* totals_;  ///< n_kb
  std::vector<double> mass_, pseudo_, coefficients_;
  std::vector<Topic> all_;

  // Of the current document.
  std::vector<std::int32_t> tokens_;   ///< m_dk
  std::vector<std::uint32_t> place_;   ///< among the candidates
  std::span<const Topic> candidates_;  ///< topics of its mask
  std::vector<double> weights_;        ///< (alpha + m_dk) times the coefficient
  std::vector<double> running_;
  Stream stream_{{}, Purpose::token, 0, 0};
};

}  // namespace

void draw_topics(State& state, const Context& context) {
  const std::size_t n = state.mix.layout.n_blocks;
  const Matrix<double> mass = n == 1 ? Matrix<double>() : draw_block_mass(state, context);
  for (std::size_t step = 0; step < n; ++step)
    context.pool.for_each(n, [&](std::size_t group) {
      const std::size_t block = (group + step) % n;
      Cell(state, context, group, block, n == 1 ? nullptr : mass.row(block)).draw();
    });
}

}  // namespace themata::icdp
