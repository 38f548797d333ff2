#include <algorithm>
#include <numeric>
#include <vector>

#include "themata/random/alias_table.hpp"
#include "themata/sampling/scans/partially_collapsed.hpp"

namespace themata::sampling {

namespace {

/// What a sweep's proposals are drawn from.
struct Proposals {
  Matrix<AliasCell> words;       ///< V x slots: proportional to phi_kv
  std::vector<char> has_mass;    ///< V: whether phi_kv > 0 in any topic
  std::vector<AliasCell> prior;  ///< slots: proportional to prior_k
  double prior_sum;
};

Proposals make_proposals(const State& state, Pool& pool) {
  Proposals proposals{Matrix<AliasCell>(state.phi.rows(), state.slots()), std::vector<char>(state.phi.rows()),
                      std::vector<AliasCell>(state.slots()), 0};
  pool.for_chunks(state.phi.rows(), 128, [&](std::size_t first, std::size_t last) {
    std::vector<double> weights(state.slots());
    for (std::size_t v = first; v < last; ++v) {
      double sum = 0;
      for (std::size_t k = 0; k < weights.size(); ++k) sum += weights[k] = state.phi.row(v)[k];
      proposals.has_mass[v] = sum > 0 ? 1 : 0;
      if (sum > 0) build_alias(weights, proposals.words.span(v));
    }
  });
  build_alias(state.prior, proposals.prior);
  for (const double a : state.prior) proposals.prior_sum += a;
  return proposals;
}

/// One document's topics by position, m_dk, and the proposals.
class LightDocument {
 public:
  LightDocument(State& state, const Proposals& proposals, std::uint32_t steps)
      : state_(state), proposals_(proposals), steps_(steps), counts_(state.slots()) {}

  void draw(const Context& context, std::size_t d) {
    begin_ = context.corpus.offsets()[d];
    topics_ = std::span(state_.topics).subspan(begin_, context.corpus.length(d));
    list_ = state_.allowed.of(d);
    for (const Topic k : topics_) ++counts_[k];
    Stream stream = context.stream(Purpose::token, d);
    for (std::size_t i = 0; i < topics_.size(); ++i) draw_token(stream, i);
    for (const Topic k : topics_) --counts_[k];
  }

 private:
  /// The token is removed from m while its topic is drawn, so that no proposal depends on its current topic.
  /// The factors that the proposal shares with the target then cancel in both ratios.
  void draw_token(Stream& stream, std::size_t i) {
    const std::uint32_t word = state_.layout.words[begin_ + i];
    if (proposals_.has_mass[word] == 0) return;
    Topic now = topics_[i];
    --counts_[now];
    for (std::uint32_t step = 0; step < steps_; ++step)
      now = step % 2 == 0 ? step_by_word(stream, word, now) : step_by_document(stream, i, now);
    topics_[i] = now;
    ++counts_[now];
  }

  Topic step_by_word(Stream& stream, std::uint32_t word, Topic now) const {
    const auto to = static_cast<Topic>(draw_alias(stream, proposals_.words.span(word)));
    // If the token's topic has lost its word (possible with an approximate Phi), any other topic is better.
    const double u = state_.phi.row(word)[now] > 0 ? stream.uniform() : 0;
    return u * weight(now) < weight(to) ? to : now;
  }

  Topic step_by_document(Stream& stream, std::size_t i, Topic now) const {
    const float* phi = state_.phi.row(state_.layout.words[begin_ + i]);
    const Topic to = propose_by_document(stream, i);
    return stream.uniform() * phi[now] < phi[to] ? to : now;
  }

  /// prior_k + m_dk without the token; 0 for a topic that the document may not use.
  double weight(Topic k) const {
    if (!list_.empty() && !std::ranges::binary_search(list_, k)) return 0;
    return state_.prior[k] + counts_[k];
  }

  /// Draws a topic in proportion to its weight: that of another token of the document, or one from the prior.
  Topic propose_by_document(Stream& stream, std::size_t i) const {
    const auto others = static_cast<std::uint32_t>(topics_.size() - 1);
    double prior_sum = proposals_.prior_sum;
    if (!list_.empty())
      prior_sum = std::accumulate(list_.begin(), list_.end(), 0.0,
                                  [&](double sum, Topic k) { return sum + state_.prior[k]; });
    if (stream.uniform() * (prior_sum + others) < others) {
      const std::uint32_t j = stream.below(others);
      return topics_[j < i ? j : j + 1];
    }
    if (list_.empty()) return static_cast<Topic>(draw_alias(stream, proposals_.prior));
    double rest = stream.uniform() * prior_sum;
    std::size_t at = 0;
    while (at + 1 < list_.size() && rest >= state_.prior[list_[at]]) rest -= state_.prior[list_[at++]];
    return list_[at];
  }

  State& state_;
  const Proposals& proposals_;
  std::uint32_t steps_;
  std::vector<std::int32_t> counts_;
  std::size_t begin_ = 0;
  std::span<Topic> topics_;
  std::span<const Topic> list_;
};

}  // namespace

void draw_topics_light(State& state, const Context& context, std::uint32_t steps) {
  const Proposals proposals = make_proposals(state, context.pool);
  context.pool.for_chunks(context.corpus.n_documents(), 16, [&](std::size_t first, std::size_t last) {
    LightDocument document(state, proposals, steps);
    for (std::size_t d = first; d < last; ++d) document.draw(context, d);
  });
  recount(state, context.corpus, context.pool);
}

}  // namespace themata::sampling
