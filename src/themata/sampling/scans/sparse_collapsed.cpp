#include "themata/sampling/scans/sparse_collapsed.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "themata/sampling/state/document_topics.hpp"
#include "themata/sampling/state/word_beta.hpp"
#include "themata/sampling/state/word_topic_lists.hpp"

namespace themata::sampling {

namespace {

class SparseCollapsedDraw {
 public:
  SparseCollapsedDraw(State& state, const Context& context, WordTopicTable& word_topic)
      : state_(state),
        context_(context),
        word_topic_(word_topic),
        word_topics_(word_topic, context.corpus),
        document_(state.slots()),
        sizes_(topic_sizes(state)),
        inverse_(state.slots()),
        coefficient_(state.slots()),
        running_(state.slots()),
        betas_(state) {
    for (std::size_t k = 0; k < inverse_.size(); ++k) {
      total_beta_.push_back(betas_.total(k));
      inverse_[k] = 1 / (static_cast<double>(sizes_[k]) + total_beta_[k]);
    }
  }

  void draw(std::size_t d) {
    open(d);
    Stream stream = context_.stream(Purpose::token, d);
    for (std::size_t i = context_.corpus.offsets()[d]; i < context_.corpus.offsets()[d + 1]; ++i) {
      const std::uint32_t word = state_.layout.words[i];
      take_out(word, state_.topics[i]);
      const bool plain = list_.empty() && betas_.seeded(word) == nullptr;
      state_.topics[i] = plain ? choose(word, stream.uniform()) : choose_by_scan(word, stream.uniform());
      put_back(word, state_.topics[i]);
    }
  }

 private:
  void open(std::size_t d) {
    list_ = state_.allowed.of(d);
    document_.open(std::span(state_.topics).subspan(context_.corpus.offsets()[d], context_.corpus.length(d)));
    smoothing_ = shared_ = 0;
    for (std::size_t k = 0; k < inverse_.size(); ++k) {
      smoothing_ += state_.prior[k] * inverse_[k];
      coefficient_[k] = state_.prior[k] * inverse_[k];
    }
    for (const Topic k : document_.active()) {
      shared_ += document_.count(k) * inverse_[k];
      coefficient_[k] = (state_.prior[k] + document_.count(k)) * inverse_[k];
    }
  }

  void take_out(std::uint32_t word, Topic k) {
    word_topics_.count(word_topic_, word, k, -1);
    leave_sums(k);
    document_.remove(k);
    --sizes_[k];
    enter_sums(k);
  }

  void put_back(std::uint32_t word, Topic k) {
    word_topics_.count(word_topic_, word, k, 1);
    leave_sums(k);
    document_.add(k);
    ++sizes_[k];
    enter_sums(k);
  }

  void leave_sums(Topic k) {
    smoothing_ -= state_.prior[k] * inverse_[k];
    shared_ -= document_.count(k) * inverse_[k];
  }

  void enter_sums(Topic k) {
    inverse_[k] = 1 / (static_cast<double>(sizes_[k]) + total_beta_[k]);
    smoothing_ += state_.prior[k] * inverse_[k];
    shared_ += document_.count(k) * inverse_[k];
    coefficient_[k] = (state_.prior[k] + document_.count(k)) * inverse_[k];
  }

  Topic choose(std::uint32_t word, double u) {
    const std::span<const Topic> topics = word_topics_.of(word);
    const std::int32_t* row = word_topic_.row(word);
    double own = 0;
    for (std::size_t j = 0; j < topics.size(); ++j)
      running_[j] = own += row[topics[j]] * coefficient_[topics[j]];
    const double beta = betas_.of(word);
    // In a document without other tokens, R should be 0; what is left is rounding error.
    const double shared = document_.active().empty() ? 0 : std::max(0.0, shared_);
    double rest = u * (own + beta * (shared + smoothing_));
    if (rest < own) return topics[first_above(rest, topics.size())];
    rest = (rest - own) / beta;
    return rest < shared ? choose_of_document(rest) : choose_by_prior(rest - shared);
  }

  /// The same for a word with seeds, or in a document that may not use every topic: the buckets are not valid
  /// there.
  Topic choose_by_scan(std::uint32_t word, double u) {
    const std::int32_t* row = word_topic_.row(word);
    double sum = 0;
    for (std::size_t k = 0; k < running_.size(); ++k) {
      const bool allowed = list_.empty() || std::ranges::binary_search(list_, k);
      running_[k] = sum += allowed ? coefficient_[k] * (row[k] + betas_.at(k, word)) : 0;
    }
    const double rest = u * sum;
    auto it = std::ranges::upper_bound(running_, rest);
    if (it == running_.end()) it = std::ranges::lower_bound(running_, sum);
    return static_cast<Topic>(it - running_.begin());
  }

  std::size_t first_above(double rest, std::size_t n) const {
    std::size_t j = 0;
    while (j + 1 < n && running_[j] <= rest) ++j;
    return j;
  }

  Topic choose_of_document(double rest) const {
    for (const Topic k : document_.active()) {
      const double weight = document_.count(k) * inverse_[k];
      if (rest < weight) return k;
      rest -= weight;
    }
    return document_.active().back();
  }

  Topic choose_by_prior(double rest) const {
    std::size_t last = 0;
    for (std::size_t k = 0; k < inverse_.size(); ++k) {
      if (!(state_.prior[k] > 0)) continue;
      last = k;
      const double weight = state_.prior[k] * inverse_[k];
      if (rest < weight) break;
      rest -= weight;
    }
    return static_cast<Topic>(last);
  }

  State& state_;
  const Context& context_;
  WordTopicTable& word_topic_;
  WordTopicLists word_topics_;
  DocumentTopics document_;
  std::vector<std::int64_t> sizes_;  ///< n_k
  std::vector<double> inverse_;      ///< 1 / (n_k + sum_v beta_kv)
  std::vector<double> coefficient_;  ///< (prior_k + m_dk) / (n_k + sum_v beta_kv)
  std::vector<double> running_;      ///< running sums of the word's bucket
  WordBeta betas_;
  std::vector<double> total_beta_;     ///< sum_v beta_kv
  std::span<const Topic> list_;        ///< topics that the current document may use
  double smoothing_ = 0, shared_ = 0;  ///< S and R
};

}  // namespace

void draw_documents_sparse_collapsed(State& state, const Context& context, DocumentRange documents,
                                     WordTopicTable& word_topic) {
  SparseCollapsedDraw sampler(state, context, word_topic);
  for (std::size_t d = documents.first; d < documents.last; ++d) sampler.draw(d);
}

void draw_topics_sparse_collapsed(State& state, const Context& context) {
  draw_documents_sparse_collapsed(state, context, {0, context.corpus.n_documents()}, state.word_topic);
  recount(state, context.corpus, context.pool);
}

}  // namespace themata::sampling
