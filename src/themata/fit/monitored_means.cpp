#include "themata/fit/monitored_means.hpp"

#include <algorithm>

#include "themata/admixture/word_beta.hpp"
#include "themata/counts/spike_law.hpp"
#include "themata/hpc/rates.hpp"
#include "themata/store/fit_folder.hpp"

namespace themata {

namespace {

/// E(phi_k | z) of one topic after another.
class WordMeans : public MonitoredWords {
 public:
  explicit WordMeans(const MonitoredState& state)
      : mix_(*state.mix), mask_(state.word_mask), betas_(mix_), sizes_(admixture::topic_sizes(mix_)) {
    if (mask_ != nullptr && mask_->everything()) mask_ = nullptr;
  }

  std::int64_t size() const override { return dead_ ? 0 : sizes_[lane_]; }
  double of(std::size_t v) const override {
    const double beta = dead_ ? betas_.of(v) : betas_.at(lane_, v);
    const std::int32_t n = dead_ ? 0 : mix_.word_topic.row(v)[lane_];
    if (mask_ != nullptr && (dead_ || mask_->on.row(v)[lane_] == 0)) return 0;
    return (n == 0 ? absent_ * beta : n + beta) / normaliser_;
  }
  void turn_to(std::uint16_t lane) override {
    dead_ = lane == Draw::no_topic;
    lane_ = dead_ ? 0 : lane;
    absent_ = 1;
    const auto n_types = static_cast<std::uint32_t>(mix_.word_topic.rows());
    if (mask_ != nullptr) {
      normaliser_ = static_cast<double>(size()) + mix_.beta * (dead_ ? 1 : mask_->words(lane_));
      return;
    }
    // Of a topic without tokens every type has the same mean, whichever are active.
    if (mix_.pi >= 1 || size() == 0) {
      normaliser_ = static_cast<double>(size()) + (dead_ ? total_of_any() : betas_.total(lane_));
      return;
    }
    SpikeTopic topic{n_types, 0, size()};
    for (std::size_t v = 0; v < n_types; ++v) topic.with_tokens += mix_.word_topic.row(v)[lane_] > 0 ? 1 : 0;
    const SpikeMeans means = spike_means(topic, spike_law(topic, mix_.beta, mix_.pi), mix_.beta);
    normaliser_ = means.normaliser;
    absent_ = means.absent / mix_.beta;
  }

 private:
  /// sum_v beta_v without seeds, which an HDP's topics, alone mortal, never have.
  double total_of_any() const { return betas_.total(0); }

  const admixture::State& mix_;
  const icdp::WordMask* mask_;  ///< null where topics may have every word
  admixture::WordBeta betas_;
  std::vector<std::int64_t> sizes_;
  std::size_t lane_ = 0;
  bool dead_ = false;
  double normaliser_ = 1;
  double absent_ = 1;  ///< what a type without tokens has for each pseudo-token
};

/// E(theta_dk | z) of one document after another.
class DocumentMeans : public MonitoredDocuments {
 public:
  DocumentMeans(const MonitoredState& state, const Corpus& corpus)
      : state_(state), mix_(*state.mix), corpus_(corpus), counts_(mix_.lanes()) {}

  void turn_to(std::size_t d) override {
    d_ = d;
    admixture::count_document(mix_, corpus_, d, counts_.data());
    if (has_mask()) {
      total_ = static_cast<double>(corpus_.length(d));
      for (const std::uint16_t k : state_.topic_mask->of[d]) total_ += mix_.prior[k];
      return;
    }
    if (state_.tables == nullptr) {
      total_ = static_cast<double>(corpus_.length(d)) + mix_.allowed.sum(d, mix_.prior);
      return;
    }
    tables_.assign(mix_.lanes(), 0);
    seating::count_tables(std::span(state_.tables->seat).subspan(corpus_.offsets()[d], corpus_.length(d)),
                          admixture::topics_of(mix_, corpus_, d), tables_);
  }
  double of(std::uint16_t lane) const override {
    if (lane == Draw::no_topic || !mix_.allowed.allows(d_, lane)) return 0;
    if (has_mask() && std::ranges::find(state_.topic_mask->of[d_], lane) == state_.topic_mask->of[d_].end())
      return 0;
    if (state_.tables == nullptr) return (counts_[lane] + mix_.prior[lane]) / total_;
    return seating::expected_share(
        state_.law,
        {static_cast<double>(counts_[lane]), static_cast<double>(tables_[lane]), state_.psi[lane]},
        {static_cast<double>(corpus_.length(d_)), static_cast<double>(state_.tables->in_document[d_])});
  }

 private:
  bool has_mask() const { return state_.topic_mask != nullptr && !state_.topic_mask->everything(); }

  const MonitoredState& state_;
  const admixture::State& mix_;
  const Corpus& corpus_;
  std::vector<std::int32_t> counts_;
  std::vector<std::int64_t> tables_;  ///< lanes: l_dk of the document, of the franchise
  std::size_t d_ = 0;
  double total_ = 1;
};

std::vector<std::int64_t> sizes_of(const hpc::State& state) {
  std::vector<std::int64_t> sizes(state.totals.size(), 0);
  for (const hpc::Topic k : state.topics) ++sizes[k];
  return sizes;
}

/// phi as the state holds it: rates over their sum.
class WordRates : public MonitoredWords {
 public:
  explicit WordRates(const hpc::State& state) : state_(state), sizes_(sizes_of(state)) {}

  void turn_to(std::uint16_t topic) override { topic_ = topic; }
  std::int64_t size() const override { return sizes_[topic_]; }
  double of(std::size_t v) const override {
    return state_.rates[v * sizes_.size() + topic_] / state_.totals[topic_];
  }

 private:
  const hpc::State& state_;
  std::vector<std::int64_t> sizes_;
  std::size_t topic_ = 0;
};

/// theta as the state holds it.
class LabelShares : public MonitoredDocuments {
 public:
  explicit LabelShares(const hpc::State& state) : state_(state) {}

  void turn_to(std::size_t d) override {
    labels_ = state_.labels.of(d);
    shares_ = hpc::shares_of(state_, d);
  }
  double of(std::uint16_t topic) const override {
    const auto place = std::ranges::lower_bound(labels_, topic);
    const bool there = place != labels_.end() && *place == topic;
    return there ? shares_[static_cast<std::size_t>(place - labels_.begin())] : 0;
  }

 private:
  const hpc::State& state_;
  std::span<const hpc::Topic> labels_;
  std::vector<double> shares_;
};

}  // namespace

std::vector<std::int64_t> topic_sizes(const MonitoredState& state) {
  return state.rates != nullptr ? sizes_of(*state.rates) : admixture::topic_sizes(*state.mix);
}

std::unique_ptr<MonitoredWords> monitored_words(const MonitoredState& state) {
  if (state.rates != nullptr) return std::make_unique<WordRates>(*state.rates);
  return std::make_unique<WordMeans>(state);
}

std::unique_ptr<MonitoredDocuments> monitored_documents(const MonitoredState& state, const Corpus& corpus) {
  if (state.rates != nullptr) return std::make_unique<LabelShares>(*state.rates);
  return std::make_unique<DocumentMeans>(state, corpus);
}

}  // namespace themata
