#include "themata/sampling/scans/light_collapsed.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "themata/sampling/state/word_beta.hpp"

namespace themata::sampling {

namespace {

/// The slot at which the running sums (floats or doubles) exceed `target`; always one with mass above 0.
template <class T>
std::size_t find_slot(std::span<const T> running, double target) {
  auto it = std::upper_bound(running.begin(), running.end(), target,
                             [](double x, T sum) { return x < static_cast<double>(sum); });
  if (it == running.end()) it = std::lower_bound(running.begin(), running.end(), running.back());
  return static_cast<std::size_t>(it - running.begin());
}

class LightCollapsedDraw {
 public:
  LightCollapsedDraw(State& state, const Context& context, const LightProposals& proposals,
                     WordTopicTable& word_topic)
      : state_(state),
        context_(context),
        word_topic_(word_topic),
        tables_(proposals.words),
        steps_(proposals.steps),
        sizes_(topic_sizes(state)),
        counts_(state.slots()),
        running_prior_(state.slots()),
        betas_(state) {
    double sum = 0;
    for (std::size_t k = 0; k < running_prior_.size(); ++k) running_prior_[k] = sum += state.prior[k];
  }

  void draw(std::size_t d) {
    begin_ = context_.corpus.offsets()[d];
    others_ = context_.corpus.length(d) - 1;  // an empty document has no token that reads this
    count_document(state_, context_.corpus, d, counts_.data());
    Stream stream = context_.stream(Purpose::token, d);
    for (std::size_t i = begin_; i < context_.corpus.offsets()[d + 1]; ++i) {
      word_ = state_.layout.words[i];
      row_ = word_topic_.row(word_);
      const std::size_t old = state_.topics[i];
      move(old, -1);
      std::size_t k = old;
      for (std::uint32_t step = 0; step < steps_; ++step)
        k = step % 2 == 0 ? step_by_word(k, stream) : step_by_document(k, i - begin_, stream);
      move(k, 1);
      state_.topics[i] = static_cast<Topic>(k);
    }
  }

 private:
  void move(std::size_t k, std::int32_t by) {
    counts_[k] += by;
    sizes_[k] += by;
    row_[k] += by;
  }

  // Both factors of p(k), the word's as a fraction: ratios are cross-multiplied to avoid a division.
  double above(std::size_t k) const { return row_[k] + betas_.of(word_); }
  double below(std::size_t k) const { return static_cast<double>(sizes_[k]) + total_beta_; }
  double document_factor(std::size_t k) const { return state_.prior[k] + counts_[k]; }

  /// Whether a step with ratio there / here is accepted.
  static bool accepted(double there, double here, Stream& stream) {
    return there >= here || static_cast<double>(stream.uniform_float()) * here < there;
  }

  /// q_v(k) times a constant, bit for bit what find_slot uses.
  double proposed_by_word(std::size_t k) const {
    const float* table = tables_.row(word_);
    return static_cast<double>(table[k]) - (k > 0 ? static_cast<double>(table[k - 1]) : 0.0);
  }

  std::size_t step_by_word(std::size_t from, Stream& stream) const {
    const std::span<const float> table = tables_.span(word_);
    const std::size_t to = find_slot(table, stream.uniform() * static_cast<double>(table.back()));
    if (to == from) return from;
    const double there = above(to) * below(from) * document_factor(to) * proposed_by_word(from);
    const double here = above(from) * below(to) * document_factor(from) * proposed_by_word(to);
    return accepted(there, here, stream) ? to : from;
  }

  /// @param place  of the token within its document
  std::size_t step_by_document(std::size_t from, std::size_t place, Stream& stream) const {
    const std::size_t to = propose_by_document(place, stream.uniform());
    if (to == from) return from;
    return accepted(above(to) * below(from), above(from) * below(to), stream) ? to : from;
  }

  /// Draws a topic by its prior weight, or that of another token of the document.
  std::size_t propose_by_document(std::size_t place, double u) const {
    const double by_prior = running_prior_.back();
    const double at = u * (by_prior + static_cast<double>(others_));
    if (at < by_prior || others_ == 0) return find_slot(std::span<const double>(running_prior_), at);
    const std::size_t other = std::min(static_cast<std::size_t>(at - by_prior), others_ - 1);
    return state_.topics[begin_ + other + (other >= place ? 1 : 0)];
  }

  State& state_;
  const Context& context_;
  WordTopicTable& word_topic_;
  const Matrix<float>& tables_;
  std::uint32_t steps_;
  std::vector<std::int64_t> sizes_;    ///< n_k
  std::vector<std::int32_t> counts_;   ///< m_dk
  std::vector<double> running_prior_;  ///< running sums of prior_k
  WordBeta betas_;
  double total_beta_ =
      betas_.total(0);  ///< sum_v beta_v; the same for every topic, since there are no seeds here

  // Of the current document and token.
  std::size_t begin_ = 0, others_ = 0;
  std::uint32_t word_ = 0;
  std::int32_t* row_ = nullptr;
};

}  // namespace

Matrix<float> tabulate_word_proposals(const State& state, Pool& pool) {
  const std::vector<std::int64_t> sizes = topic_sizes(state);
  const WordBeta betas(state);
  const double total_beta = betas.total(0);
  std::vector<double> scale(state.slots());
  for (std::size_t k = 0; k < scale.size(); ++k)
    scale[k] = state.prior[k] > 0 ? 1 / (static_cast<double>(sizes[k]) + total_beta) : 0.0;
  Matrix<float> tables(state.word_topic.rows(), state.slots());
  constexpr std::size_t words_at_once = 256;
  pool.for_chunks(tables.rows(), words_at_once, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v) {
      double sum = 0;
      for (std::size_t k = 0; k < scale.size(); ++k)
        tables.row(v)[k] = static_cast<float>(sum += (state.word_topic.row(v)[k] + betas.of(v)) * scale[k]);
    }
  });
  return tables;
}

void draw_documents_by_tables(State& state, const Context& context, const LightProposals& proposals,
                              DocumentRange documents, WordTopicTable& word_topic) {
  LightCollapsedDraw sampler(state, context, proposals, word_topic);
  for (std::size_t d = documents.first; d < documents.last; ++d) sampler.draw(d);
}

void draw_topics_by_tables(State& state, const Context& context, const LightProposals& proposals) {
  draw_documents_by_tables(state, context, proposals, {0, context.corpus.n_documents()}, state.word_topic);
  recount(state, context.corpus, context.pool);
}

void draw_topics_light_collapsed(State& state, const Context& context, std::uint32_t steps) {
  draw_topics_by_tables(state, context, {tabulate_word_proposals(state, context.pool), steps});
}

}  // namespace themata::sampling
