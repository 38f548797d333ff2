#pragma once

#include <vector>

#include "support/chains.hpp"
#include "themata/cluster/communicator.hpp"

// Chains of several ranks beside those of one process.
namespace themata::testing {

const sampling::SamplerChoice dense{.block_scan = sampling::BlockScan::dense};

const sampling::SamplerChoice lists{.block_scan = sampling::BlockScan::lists};

/// Phi drawn, and tokens block by block.
inline sampling::SamplerChoice given_phi(sampling::TopicScan scan,
                                         sampling::PhiDraw phi = sampling::PhiDraw::dirichlet) {
  return {.sampler = sampling::Sampler::partially_collapsed, .scan = scan, .phi = phi};
}

/// The same by lists, of which some words have their masses by slot too.
inline sampling::SamplerChoice given_lists(sampling::PhiDraw phi = sampling::PhiDraw::dirichlet) {
  sampling::SamplerChoice choice = given_phi(sampling::TopicScan::doubly_sparse, phi);
  choice.groups_without_row = 1;
  return choice;
}

/// With so many topics that documents are scanned in both ways.
inline lda::Settings chain_rank_auto(std::uint32_t blocks) {
  lda::Settings settings = chain_lda(given_phi(sampling::TopicScan::automatic), blocks);
  settings.topics = 150;
  return settings;
}

inline hdp::Settings chain_rank_hdp_given_phi(sampling::TopicScan scan, std::uint32_t blocks) {
  return chain_hdp({.name = "hdp", .choice = given_phi(scan), .blocks = blocks});
}

inline hdp::Settings chain_rank_hdp(std::uint32_t blocks) {
  return chain_hdp({.name = "hdp", .choice = dense, .blocks = blocks, .unused_apart_from = SIZE_MAX});
}

/// With topics without slots.
inline hdp::Settings chain_rank_hdp_by_lists(std::uint32_t blocks) {
  return chain_hdp({.name = "hdp", .choice = lists, .blocks = blocks, .unused_apart_from = 0});
}

/// With the topics of tables drawn in every sweep, from few topics, so that topics come and go there.
inline hdp::Settings with_table_moves(hdp::Settings settings) {
  settings.initial_topics = 10;
  settings.table_moves.dishes_every = 1;
  return settings;
}

/// What a chain has come to: its topics in the order of all documents, its hyperparameters, and the densities
/// after every sweep, and how many topics have come and gone with moves of tables.
struct Reached {
  sampling::TokenTopics topics;
  std::vector<double> hyperparameters, densities;
  std::size_t born = 0, died = 0;
  bool operator==(const Reached&) const = default;
};

inline std::vector<double> hyperparameters(const lda::State& state) {
  std::vector<double> values = state.alpha;
  values.push_back(state.mix.beta);
  return values;
}

inline std::vector<double> hyperparameters(const hdp::State& state) {
  std::vector<double> values = state.psi;
  values.insert(values.end(), {state.alpha, state.mix.beta, state.gamma});
  return values;
}

inline lda::Model model_of(const lda::Settings& settings) { return lda::Model(settings); }
inline hdp::Model model_of(const hdp::Settings& settings) { return hdp::Model(settings); }

/// Runs a sweep, and counts the topics that come and go while tables move.
template <class State>
void run_sweep_of(const Kernels<State>& kernels, State& state, const Context& context, Reached& reached) {
  for (const Kernel<State>& kernel : kernels) {
    const std::vector<std::int64_t> before = sampling::topic_sizes(state.mix);
    kernel.step(state, context);
    if (kernel.name != "tables") continue;
    const std::vector<std::int64_t> after = sampling::topic_sizes(state.mix);
    for (std::size_t k = 0; k < after.size(); ++k) {
      const bool was = k < before.size() && before[k] > 0;
      reached.born += !was && after[k] > 0 ? 1 : 0;
      reached.died += was && after[k] == 0 ? 1 : 0;
    }
  }
}

/// The chain on one rank, or on the only process if `ranks` is null.
template <class Settings>
Reached run_chain_of(Settings settings, const Corpus& all, const Communicator* ranks, int threads,
                     std::uint64_t tokens_per_part = sampling::tokens_per_part) {
  Corpus corpus = all;
  settings.share = ranks == nullptr ? sampling::whole_share(all, settings.blocks)
                                    : sampling::share_of(all, settings.blocks, *ranks);
  settings.share = sampling::in_parts(std::move(settings.share), all, tokens_per_part);
  if (ranks != nullptr) corpus = sampling::documents_of(all, settings.share);
  const auto model = model_of(settings);
  Pool pool(threads);
  const Key key = chain_key(7, 1);
  auto state = model.init(corpus, key, pool);
  const auto kernels = model.kernels();
  Reached reached;
  for (std::uint64_t sweep = 1; sweep <= 8; ++sweep) {
    run_sweep_of(kernels, state, Context{corpus, key, sweep, pool}, reached);
    reached.densities.push_back(model.log_joint(state, corpus, pool));
    reached.densities.push_back(model.log_word_part(state, pool));
  }
  reached.topics = sampling::to_corpus_order(corpus, state.mix.layout, state.mix.topics);
  if (ranks != nullptr) {
    const auto gathered = ranks->gather(std::span<const sampling::Topic>(reached.topics));
    reached.topics.assign(gathered.begin(), gathered.end());
  }
  reached.hyperparameters = hyperparameters(state);
  return reached;
}

}  // namespace themata::testing
