#include "themata/sampling/scans/collapsed.hpp"

#include <vector>

#include "themata/random/distributions.hpp"
#include "themata/sampling/state/word_beta.hpp"

namespace themata::sampling {

namespace {

/// Draws the topics of one document, with all counts kept in step.
class CollapsedDraw {
 public:
  CollapsedDraw(State& state, const Context& context)
      : state_(state),
        context_(context),
        betas_(state),
        sizes_(topic_sizes(state)),
        counts_(state.slots()),
        prior_(state.slots()),
        weight_(state.slots()) {
    for (std::size_t k = 0; k < state.slots(); ++k) total_beta_.push_back(betas_.total(k));
  }

  void draw(std::size_t d) {
    count_document(state_, context_.corpus, d, counts_.data());
    for (std::size_t k = 0; k < prior_.size(); ++k)
      prior_[k] = state_.allowed.allows(d, static_cast<Topic>(k)) ? state_.prior_of(d, k) : 0;
    Stream stream = context_.stream(Purpose::token, d);
    for (std::size_t i = context_.corpus.offsets()[d]; i < context_.corpus.offsets()[d + 1]; ++i) {
      const std::uint32_t word = state_.layout.words[i];
      move(d, word, state_.topics[i], -1);
      for (std::size_t k = 0; k < weight_.size(); ++k)
        weight_[k] = (prior_[k] + counts_[k]) * (state_.word_topic.row(word)[k] + betas_.at(k, word)) /
                     (static_cast<double>(sizes_[k]) + total_beta_[k]);
      state_.topics[i] = static_cast<Topic>(draw_index(stream, weight_));
      move(d, word, state_.topics[i], 1);
    }
  }

 private:
  void move(std::size_t d, std::uint32_t word, std::size_t k, std::int32_t by) {
    counts_[k] += by;
    sizes_[k] += by;
    state_.word_topic.row(word)[k] += by;
    state_.block_topic.row(state_.layout.block_of[word])[k] += by;
    if (!state_.document_topic.empty()) state_.document_topic.row(d)[k] += by;
  }

  State& state_;
  const Context& context_;
  WordBeta betas_;
  std::vector<double> total_beta_;    ///< sum_v beta_kv
  std::vector<std::int64_t> sizes_;   ///< n_k
  std::vector<std::int32_t> counts_;  ///< m_dk
  std::vector<double> prior_;         ///< of the current document: 0 for topics that it may not use
  std::vector<double> weight_;
};

}  // namespace

void draw_topics_collapsed(State& state, const Context& context) {
  CollapsedDraw sampler(state, context);
  for (std::size_t d = 0; d < context.corpus.n_documents(); ++d) sampler.draw(d);
}

}  // namespace themata::sampling
