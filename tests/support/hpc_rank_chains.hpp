#pragma once

#include <set>
#include <string>
#include <vector>

#include "support/chains.hpp"
#include "themata/cluster/communicator.hpp"
#include "themata/models/hpc/tokens.hpp"

// Chains of hierarchical Poisson convolution of several ranks beside those of one process.
namespace themata::testing {

/// Documents with one to three labels of a tree of three levels.
inline hpc::Settings chain_rank_hpc(const Corpus& corpus) {
  hpc::Settings settings;
  settings.tree = hpc::Tree({12, 12, 0, 0, 0, 1, 1, 2, 2, 12, 9, 9});
  Stream stream({98}, Purpose::data, 0, 0);
  for (std::size_t d = 0; d < corpus.n_documents(); ++d) {
    std::set<hpc::Topic> labels;
    for (std::uint32_t n = 1 + stream.below(3); n > 0; --n)
      labels.insert(static_cast<hpc::Topic>(stream.below(11)));
    settings.labels.topics.insert(settings.labels.topics.end(), labels.begin(), labels.end());
    settings.labels.begin.push_back(settings.labels.topics.size());
  }
  return settings;
}

inline hpc::Settings chain_rank_correlated_hpc(const Corpus& corpus) {
  hpc::Settings settings = chain_rank_hpc(corpus);
  settings.correlated = true;
  return settings;
}

inline hpc::Settings chain_rank_pcm() {
  hpc::Settings settings;
  settings.tree = hpc::Tree::flat(10);
  settings.labeling = hpc::Labeling::none;
  return settings;
}

/// What a chain has come to: a hash of its state with the topics of all tokens, and after every sweep its
/// densities and the sizes of its topics.
struct ReachedRates {
  std::string state;
  std::vector<double> densities;
  std::vector<std::int64_t> sizes;
  bool operator==(const ReachedRates&) const = default;
};

/// The chain on one rank, or on the only process if `ranks` is null.
/// @param resumed_at  sweep before which the state is made again from what of it is saved; 0 for never
inline ReachedRates run_hpc_chain(const hpc::Settings& settings, const Corpus& all, const Communicator* ranks,
                                  int threads, std::uint64_t resumed_at = 0) {
  const hpc::Model model(ranks == nullptr ? settings : hpc::spread(settings, all, *ranks));
  const Corpus corpus = ranks == nullptr ? all : sampling::documents_of(all, model.share().documents());
  Pool pool(threads);
  const Key key = chain_key(7, 1);
  hpc::State state = model.init(corpus, key, pool);
  const auto kernels = model.kernels();
  ReachedRates reached;
  for (std::uint64_t sweep = 1; sweep <= 8; ++sweep) {
    if (sweep == resumed_at) state = restored(model, state, corpus, pool);
    run_sweep(kernels, state, Context{corpus, key, sweep, pool});
    reached.densities.push_back(model.log_joint(state, corpus, pool));
    reached.densities.push_back(model.log_word_part(state, pool));
    for (const std::int64_t size : hpc::topic_sizes(state)) reached.sizes.push_back(size);
  }
  if (ranks != nullptr) {
    const auto gathered = ranks->gather(std::span<const hpc::Topic>(state.topics));
    state.topics.assign(gathered.begin(), gathered.end());
  }
  reached.state = hash_of(state, all);
  return reached;
}

}  // namespace themata::testing
