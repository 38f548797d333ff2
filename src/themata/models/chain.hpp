#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "themata/chain/kernel.hpp"
#include "themata/chain/model.hpp"
#include "themata/models/draw.hpp"

namespace themata {

/// Numbers by their names in the trace.
using NamedValues = std::vector<std::pair<std::string, double>>;

/// The word probabilities of one topic at a time: E(phi_k | z), or phi_k where the state holds it.
class MonitoredWords {
 public:
  virtual ~MonitoredWords() = default;
  virtual void turn_to(std::uint16_t slot) = 0;  ///< @param slot  Draw::no_topic for a topic that died
  virtual std::int64_t size() const = 0;         ///< tokens
  virtual double of(std::size_t v) const = 0;
};

/// The topic proportions of one document at a time: E(theta_d | z), or theta_d where the state holds it.
class MonitoredDocuments {
 public:
  virtual ~MonitoredDocuments() = default;
  virtual void turn_to(std::size_t d) = 0;
  virtual double of(std::uint16_t slot) const = 0;
};

/// A chain of any model: a state with the kernels that update it. There is one virtual call per sweep, none
/// per token.
class AnyChain {
 public:
  virtual ~AnyChain() = default;

  virtual void sweep(const Context& context) = 0;
  virtual double log_joint(Pool& pool) const = 0;
  virtual double log_word_part(Pool& pool) const = 0;
  virtual std::size_t topics_in_use() const = 0;
  /// The columns of the trace that the model adds, in their order.
  virtual NamedValues trace(Pool& pool) const = 0;
  /// The sampled part of the state, in the corpus's token order; chain, sweep and seconds are left to the
  /// caller.
  virtual Draw draw() const = 0;

  /// Number of topic slots, if the state may grow; 0 if its size is fixed.
  virtual std::size_t slots() const { return 0; }
  /// Number of topics that documents may use, with tokens or without, if the model can add topics without
  /// limit; else 0.
  virtual std::size_t unbounded_topics() const { return 0; }

  // What a monitor reads. It refers to the state.
  virtual std::vector<std::int64_t> topic_sizes() const = 0;  ///< tokens by slot
  /// By slot: a number that names the topic in it. Empty if topics never die, so that the slot itself names
  /// the topic.
  virtual std::span<const std::uint64_t> topic_names() const { return {}; }
  /// Whether a slot stands for many topics, as the flag of a truncated process does.
  virtual bool stands_for_many(std::size_t /*slot*/) const { return false; }
  virtual std::unique_ptr<MonitoredWords> words() const = 0;
  virtual std::unique_ptr<MonitoredDocuments> documents() const = 0;
};

/// What chains of all models have in common.
template <class ModelType>
class ChainOf : public AnyChain {
 public:
  using State = typename ModelType::State;

  /// @param corpus  what this process has of it
  ChainOf(ModelType model, Corpus corpus, State state)
      : model_(std::move(model)),
        corpus_(std::move(corpus)),
        state_(std::move(state)),
        kernels_(model_.kernels()) {}

  void sweep(const Context& context) override {
    run_sweep(kernels_, state_, {corpus_, context.key, context.sweep, context.pool, context.watch});
  }
  double log_joint(Pool& pool) const override { return model_.log_joint(state_, corpus_, pool); }
  double log_word_part(Pool& pool) const override { return model_.log_word_part(state_, pool); }
  std::size_t topics_in_use() const override { return model_.topics_in_use(state_); }

  State& state() { return state_; }  ///< for tests

 protected:
  const ModelType& model() const { return model_; }
  const State& state() const { return state_; }
  const Corpus& corpus() const { return corpus_; }

 private:
  ModelType model_;
  Corpus corpus_;
  State state_;
  Kernels<State> kernels_;
};

/// Adds how many of the largest topics hold 90% and 99% of the tokens, as topics.90 and topics.99. For models
/// that find the number of topics: most of their topics may be tiny.
void add_holding(NamedValues& named, const std::vector<std::int64_t>& sizes);

/// Adds the tokens of the largest topics as size.1, size.2, ..., which do not depend on what topics are
/// called.
/// @param topics  that there may be
void add_sizes(NamedValues& named, std::vector<std::int64_t> sizes, std::size_t topics = SIZE_MAX);

}  // namespace themata
