#pragma once

#include <span>
#include <string>
#include <vector>

#include "support/problems.hpp"
#include "support/samplers.hpp"
#include "themata/io/checksum.hpp"
#include "themata/models/franchise/model.hpp"
#include "themata/models/hdp/model.hpp"
#include "themata/models/hpc/model.hpp"
#include "themata/models/icdp/model.hpp"
#include "themata/models/lda/model.hpp"

// Chains of both models, told apart by a hash of what is sampled.
namespace themata::testing {

namespace detail {

inline void add_numbers(Checksum& checksum, const std::vector<double>& values) {
  checksum.add(std::span<const double>(values));
}

inline void add_topics(Checksum& checksum, const sampling::State& state, const Corpus& corpus) {
  const auto z = sampling::to_corpus_order(corpus, state.layout, state.topics);
  checksum.add(std::span<const sampling::Topic>(z));
}

}  // namespace detail

/// Of the topics in the corpus's order and of the hyperparameters, to the last bit.
inline std::string hash_of(const lda::State& state, const Corpus& corpus) {
  Checksum checksum;
  detail::add_topics(checksum, state.mix, corpus);
  detail::add_numbers(checksum, state.alpha);
  detail::add_numbers(checksum, {state.mix.beta});
  return checksum.text();
}

inline std::string hash_of(const hdp::State& state, const Corpus& corpus) {
  Checksum checksum;
  detail::add_topics(checksum, state.mix, corpus);
  detail::add_numbers(checksum, state.psi);
  detail::add_numbers(checksum, {state.alpha, state.mix.beta, state.gamma});
  return checksum.text();
}

inline std::string hash_of(const franchise::State& state, const Corpus& corpus) {
  Checksum checksum;
  detail::add_topics(checksum, state.mix, corpus);
  checksum.add(std::span<const seating::Seat>(state.tables.seat));
  detail::add_numbers(checksum, {state.documents.concentration, state.documents.discount,
                                 state.topics.concentration, state.topics.discount, state.mix.beta});
  return checksum.text();
}

inline std::string hash_of(const icdp::State& state, const Corpus& corpus) {
  Checksum checksum;
  detail::add_topics(checksum, state.mix, corpus);
  const icdp::Saved saved = icdp::saved_of(state, corpus);
  for (const auto& list : saved.topics_of_documents) checksum.add(std::span<const sampling::Topic>(list));
  for (const auto& list : saved.words_of_topics) checksum.add(std::span<const std::uint32_t>(list));
  detail::add_numbers(checksum, {state.alpha, state.mix.beta});
  for (const icdp::Ibp& process : {state.topic_process, state.word_process})
    detail::add_numbers(checksum, {process.mass, process.concentration, process.discount});
  return checksum.text();
}

inline std::string hash_of(const hpc::State& state, const Corpus&) {
  Checksum checksum;
  checksum.add(std::span<const hpc::Topic>(state.topics));
  checksum.add(std::span<const float>(state.log_rates));
  checksum.add(std::span<const float>(state.variances));
  detail::add_numbers(checksum, state.affinities);
  detail::add_numbers(checksum, state.all_affinities);
  const hpc::Hyperparameters& hyper = state.hyper;
  detail::add_numbers(checksum, hyper.eta);
  detail::add_numbers(checksum, hyper.covariance);
  detail::add_numbers(checksum, {hyper.psi, hyper.gamma, hyper.nu, hyper.sigma, hyper.lambda});
  return checksum.text();
}

/// The state made again from what of it is saved.
inline lda::State restored(const lda::Model& model, const lda::State& state, const Corpus& corpus,
                           Pool& pool) {
  return model.restore(corpus, sampling::to_corpus_order(corpus, state.mix.layout, state.mix.topics),
                       state.alpha, state.mix.beta, pool);
}

inline hdp::State restored(const hdp::Model& model, const hdp::State& state, const Corpus& corpus,
                           Pool& pool) {
  return model.restore(corpus,
                       {sampling::to_corpus_order(corpus, state.mix.layout, state.mix.topics), state.psi,
                        state.alpha, state.mix.beta, state.gamma},
                       pool);
}

inline franchise::State restored(const franchise::Model& model, const franchise::State& state,
                                 const Corpus& corpus, Pool& pool) {
  return model.restore(
      corpus, {state.mix.topics, state.tables.seat, state.psi, state.mix.beta, state.documents, state.topics},
      pool);
}

inline icdp::State restored(const icdp::Model& model, const icdp::State& state, const Corpus& corpus,
                            Pool& pool) {
  return model.restore(corpus, icdp::saved_of(state, corpus), pool);
}

inline hpc::State restored(const hpc::Model& model, const hpc::State& state, const Corpus& corpus,
                           Pool& pool) {
  return model.restore(
      corpus,
      {state.topics, state.log_rates, state.variances, state.affinities, state.all_affinities, state.hyper},
      pool);
}

/// The thread sanitizer watches how threads meet, and takes ten times as long. It needs no chain on further
/// numbers of threads, and none with another seed.
#if defined(__SANITIZE_THREAD__)
inline constexpr bool watched_for_races = true;
#else
inline constexpr bool watched_for_races = false;
#endif

/// The first few of all that are given, if races are what is looked for.
template <class Item>
std::span<const Item> enough_of(const std::vector<Item>& items, std::size_t few = 1) {
  return std::span(items).first(watched_for_races ? few : items.size());
}

/// A chain to run: `resumed_at` is the sweep before which the state and the kernels are made again from what
/// is saved; 0 for never.
struct ChainPlan {
  int threads = 1;
  std::uint64_t sweeps = 20;
  std::uint64_t resumed_at = 0;
  std::uint64_t seed = 7;
};

/// The hash at the end of a chain. @param make_kernels  called at the start, and again where the chain
/// resumes
/// @param inspect  called with the state after every sweep
template <class Model, class MakeKernels, class Inspect>
std::string hash_after(const Model& model, const MakeKernels& make_kernels, const Corpus& corpus,
                       const ChainPlan& plan, const Inspect& inspect) {
  Pool pool(plan.threads);
  const Key key = chain_key(plan.seed, 1);
  auto state = model.init(corpus, key, pool);
  auto kernels = make_kernels();
  for (std::uint64_t sweep = 1; sweep <= plan.sweeps; ++sweep) {
    if (sweep == plan.resumed_at) {
      state = restored(model, state, corpus, pool);
      kernels = make_kernels();
    }
    run_sweep(kernels, state, Context{corpus, key, sweep, pool});
    inspect(state);
  }
  return hash_of(state, corpus);
}

template <class Model, class MakeKernels>
std::string hash_after(const Model& model, const MakeKernels& make_kernels, const Corpus& corpus,
                       const ChainPlan& plan) {
  return hash_after(model, make_kernels, corpus, plan, [](const auto&) {});
}

/// The models that chains are compared on: every hyperparameter is learned.
inline lda::Settings chain_lda(sampling::SamplerChoice sampler, std::uint32_t blocks) {
  lda::Settings settings;
  settings.topics = 20;
  settings.learn_alpha = lda::LearnAlpha::asymmetric;
  settings.learn_beta = true;
  settings.sampler = sampler;
  settings.blocks = blocks;
  return settings;
}

/// A corpus with so many word types that most counts of 1,000 topics are 0, though a few are frequent.
inline Corpus corpus_of_a_large_vocabulary() {
  Problem problem = random_problem(300, 400, 3);
  problem.types = 20'000;
  for (std::vector<std::uint32_t>& words : problem.documents)
    for (std::uint32_t& word : words) word *= 50;
  return problem.corpus();
}

/// LDA whose rare words have lists there.
inline lda::Settings chain_lda_of_a_large_vocabulary() {
  lda::Settings settings = chain_lda({}, 4);
  settings.topics = 1000;
  return settings;
}

inline franchise::Settings chain_franchise() {
  franchise::Settings settings;
  settings.documents.discount = settings.topics.discount = 0.1;
  settings.learn_alpha = settings.learn_beta = settings.learn_gamma = true;
  settings.learn_document_discount = settings.learn_discount = true;
  settings.split_merge.proposals = 3;
  settings.restarts = 2;
  return settings;
}

inline hdp::Settings chain_hdp(const NamedSampler& sampler) {
  hdp::Settings settings;
  settings.initial_topics = 30;
  settings.learn_alpha = settings.learn_beta = settings.learn_gamma = true;
  sampler.apply_to(settings);
  return settings;
}

}  // namespace themata::testing
