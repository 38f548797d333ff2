#pragma once

#include "themata/models/chain.hpp"
#include "themata/sampling/state/means.hpp"
#include "themata/seating/split_merge.hpp"

namespace themata {

/// phi of a state of sampling::State, for a monitor.
class MixtureWords : public MonitoredWords {
 public:
  explicit MixtureWords(const sampling::State& mix) : means_(mix) {}
  void turn_to(std::uint16_t slot) override {
    means_.turn_to(slot == Draw::no_topic ? std::nullopt : std::optional<std::size_t>(slot));
  }
  std::int64_t size() const override { return means_.size(); }
  double of(std::size_t v) const override { return means_.of(v); }

 private:
  sampling::WordMeans means_;
};

/// theta likewise.
class MixtureDocuments : public MonitoredDocuments {
 public:
  MixtureDocuments(const sampling::State& mix, const Corpus& corpus) : means_(mix, corpus) {}
  void turn_to(std::size_t d) override { means_.turn_to(d); }
  double of(std::uint16_t slot) const override { return slot == Draw::no_topic ? 0 : means_.of(slot); }

 private:
  sampling::DocumentMeans means_;
};

/// Chains whose state holds sampling::State as `mix`.
template <class ModelType>
class MixtureChain : public ChainOf<ModelType> {
 public:
  using ChainOf<ModelType>::ChainOf;

  std::size_t slots() const override { return mix().slots(); }
  std::vector<std::int64_t> topic_sizes() const override { return sampling::topic_sizes(mix()); }
  std::unique_ptr<MonitoredWords> words() const override { return std::make_unique<MixtureWords>(mix()); }
  std::unique_ptr<MonitoredDocuments> documents() const override {
    return std::make_unique<MixtureDocuments>(mix(), this->corpus());
  }

 protected:
  const sampling::State& mix() const { return this->state().mix; }
  sampling::TokenTopics topics_of_tokens() const {
    return sampling::to_corpus_order(this->corpus(), mix().layout, mix().topics);
  }
  /// pi, or its mean over the topics where each has its own.
  double mean_pi() const {
    if (mix().topic_pi.empty()) return mix().pi;
    double sum = 0, topics = 0;
    for (std::size_t k = 0; k < mix().topic_pi.size(); ++k) {
      sum += mix().prior[k] > 0 ? mix().topic_pi[k] : 0;
      topics += mix().prior[k] > 0 ? 1 : 0;
    }
    return sum / topics;
  }
  /// Adds sizes, pi and the sparsity of the counts, which close every such trace.
  /// @param topics  that there are; SIZE_MAX if the model finds their number
  void add_rest(NamedValues& named, Pool& pool, std::size_t topics = SIZE_MAX) const {
    add_sizes(named, topic_sizes(), topics);
    if (topics == SIZE_MAX) add_holding(named, topic_sizes());
    if (mix().pi < 1) named.emplace_back("pi", mean_pi());
    const sampling::Sparsity zeros = sampling::sparsity(mix(), this->corpus(), pool);
    named.emplace_back("word_topic_zeros", zeros.word_topic);
    named.emplace_back("document_topic_zeros", zeros.document_topic);
  }
};

/// Adds what splits and merges were tried in the sweep, and accepted.
inline void add_tried(NamedValues& named, const seating::SplitMergeTally& tried) {
  named.emplace_back("splits", static_cast<double>(tried.splits));
  named.emplace_back("splits_accepted", static_cast<double>(tried.splits_accepted));
  named.emplace_back("merges", static_cast<double>(tried.merges));
  named.emplace_back("merges_accepted", static_cast<double>(tried.merges_accepted));
}

}  // namespace themata
