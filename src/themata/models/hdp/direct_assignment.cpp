#include "themata/models/hdp/direct_assignment.hpp"

#include <algorithm>
#include <vector>

#include "themata/models/hdp/weights.hpp"
#include "themata/random/distributions.hpp"
#include "themata/random/elementary.hpp"
#include "themata/sampling/state/word_beta.hpp"

namespace themata::hdp {

namespace {

using sampling::Topic;

/// Draws tokens one after the other, with all counts and Psi kept in step.
class DirectSampler {
 public:
  DirectSampler(State& state, const Context& context, std::size_t max_topics)
      : state_(state),
        mix_(state.mix),
        context_(context),
        max_topics_(max_topics),
        betas_(mix_),
        rest_(gather_rest(state, context.corpus, context.pool)),
        sizes_(sampling::topic_sizes(mix_)) {}

  void draw(std::size_t d) {
    fit_to_slots();
    sampling::count_document(mix_, context_.corpus, d, counts_.data());
    Stream stream = context_.stream(Purpose::token, d);
    for (std::size_t i = context_.corpus.offsets()[d]; i < context_.corpus.offsets()[d + 1]; ++i) {
      const std::uint32_t word = mix_.layout.words[i];
      move(d, word, mix_.topics[i], -1);
      if (sizes_[mix_.topics[i]] == 0) close(mix_.topics[i]);
      weigh(word);
      mix_.topics[i] = static_cast<Topic>(draw_index(stream, weight_));
      move(d, word, mix_.topics[i], 1);
      if (mix_.topics[i] == rest_) open(stream);
    }
  }

 private:
  void move(std::size_t d, std::uint32_t word, std::size_t k, std::int32_t by) {
    counts_[k] += by;
    sizes_[k] += by;
    mix_.word_topic.row(word)[k] += by;
    mix_.block_topic.row(mix_.layout.block_of[word])[k] += by;
    if (!mix_.document_topic.empty()) mix_.document_topic.row(d)[k] += by;
  }

  void weigh(std::uint32_t word) {
    for (std::size_t k = 0; k < weight_.size(); ++k)
      weight_[k] = (mix_.prior[k] + counts_[k]) * (mix_.word_topic.row(word)[k] + betas_.of(word)) /
                   (static_cast<double>(sizes_[k]) + total_beta_);
  }

  void close(std::size_t k) {
    set_weight(state_, rest_, state_.psi[rest_] + state_.psi[k]);
    set_weight(state_, k, 0);
  }

  /// Called when the rest has received a token: it becomes a topic, and the remaining weight moves to another
  /// slot.
  void open(Stream& stream) {
    const std::size_t topic = rest_;
    name_anew(state_, topic);
    const double whole = state_.psi[topic];
    const double kept = portable_exp(-draw_exponential(stream) / state_.gamma);  // 1 - b, b ~ Beta(1, gamma)
    rest_ = empty_slot(state_, context_.corpus, context_.pool);
    fit_to_slots();
    set_weight(state_, topic, whole * (1 - kept));
    set_weight(state_, rest_, whole * kept);
    const auto held = std::count_if(sizes_.begin(), sizes_.end(), [](std::int64_t n) { return n > 0; });
    check_room(context_, static_cast<std::size_t>(held) + 1, max_topics_);
  }

  void fit_to_slots() {
    counts_.resize(mix_.slots());
    sizes_.resize(mix_.slots());
    weight_.resize(mix_.slots());
  }

  State& state_;
  sampling::State& mix_;
  const Context& context_;
  std::size_t max_topics_;
  sampling::WordBeta betas_;
  double total_beta_ = betas_.total(0);  ///< sum_v beta_v: an HDP's topics have no seeds
  std::size_t rest_;                     ///< slot of the rest
  std::vector<std::int64_t> sizes_;      ///< n_k
  std::vector<std::int32_t> counts_;     ///< m_dk
  std::vector<double> weight_;
};

}  // namespace

void set_weight(State& state, std::size_t k, double psi) {
  state.psi[k] = psi;
  state.mix.prior[k] = state.alpha * psi;
}

std::size_t empty_slot(State& state, const Corpus& corpus, Pool& pool) {
  const auto sizes = sampling::topic_sizes(state.mix);
  const auto slot = static_cast<std::size_t>(std::find(sizes.begin(), sizes.end(), 0) - sizes.begin());
  if (slot < sizes.size()) return slot;
  sampling::recount(state.mix, corpus, pool, sizes.size() + slot_group);
  state.psi.resize(state.mix.slots(), 0.0);
  return slot;
}

std::size_t gather_rest(State& state, const Corpus& corpus, Pool& pool) {
  const std::size_t rest = empty_slot(state, corpus, pool);
  const auto sizes = sampling::topic_sizes(state.mix);
  set_weight(state, rest, state.psi[rest] + state.mix.prior_beyond / state.alpha);
  state.mix.prior_beyond = 0;
  for (std::size_t k = rest + 1; k < sizes.size(); ++k) {
    if (sizes[k] > 0) continue;
    set_weight(state, rest, state.psi[rest] + state.psi[k]);
    set_weight(state, k, 0);
  }
  return rest;
}

void draw_topics_directly(State& state, const Context& context, std::size_t max_topics) {
  DirectSampler sampler(state, context, max_topics);
  for (std::size_t d = 0; d < context.corpus.n_documents(); ++d) sampler.draw(d);
}

}  // namespace themata::hdp
