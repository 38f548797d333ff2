#include <gtest/gtest.h>

#include <vector>

#include "support/chains.hpp"
#include "themata/cluster/in_process.hpp"

// The same bits for any number of ranks times any number of threads (docs/theory/lda.md, "Over several
// machines").
namespace themata::testing {
namespace {

struct Ranks {
  std::size_t ranks;
  int threads;
  std::uint64_t delays = 0;  ///< seed
};

/// What a chain has come to: its topics in the order of all documents, its hyperparameters, and the densities
/// after every sweep.
struct Reached {
  std::vector<sampling::Topic> topics;
  std::vector<double> alpha, densities;
  double beta = 0;
  bool operator==(const Reached&) const = default;
};

class Cluster : public ::testing::TestWithParam<std::uint32_t> {
 protected:
  static constexpr std::uint64_t sweeps = 8;

  /// The chain on one rank, or on the only process if `ranks` is null.
  Reached run(lda::Settings settings, const Communicator* ranks, int threads) const {
    Corpus corpus = corpus_;
    if (ranks != nullptr) {
      settings.share = sampling::share_of(corpus_, settings.blocks, *ranks);
      corpus = sampling::documents_of(corpus_, settings.share);
    }
    const lda::Model model(settings);
    Pool pool(threads);
    const Key key = chain_key(7, 1);
    lda::State state = model.init(corpus, key, pool);
    const auto kernels = model.kernels();
    Reached reached;
    for (std::uint64_t sweep = 1; sweep <= sweeps; ++sweep) {
      run_sweep(kernels, state, Context{corpus, key, sweep, pool});
      reached.densities.push_back(model.log_joint(state, corpus, pool));
      reached.densities.push_back(model.log_word_part(state, pool));
    }
    reached.topics = sampling::to_corpus_order(corpus, state.mix.layout, state.mix.topics);
    if (ranks != nullptr) reached.topics = ranks->gather(std::span<const sampling::Topic>(reached.topics));
    reached.alpha = state.alpha;
    reached.beta = state.mix.beta;
    return reached;
  }

  Reached run(const lda::Settings& settings, Ranks how) const {
    std::vector<Reached> all(how.ranks);
    run_ranks(
        how.ranks, [&](const Communicator& ranks) { all[ranks.rank()] = run(settings, &ranks, how.threads); },
        Delays{how.delays});
    for (const Reached& one : all) EXPECT_TRUE(one == all[0]) << "all ranks know the same";
    return all[0];
  }

  lda::Settings settings() const {
    lda::Settings settings = chain_lda({.block_scan = sampling::BlockScan::dense}, GetParam());
    settings.start = sampling::Start::tokens;
    return settings;
  }

  void expect_the_same(const lda::Settings& settings) const {
    const Reached alone = run(settings, nullptr, 1);
    lda::Settings other = settings;
    other.alpha *= 1 + 1e-12;
    ASSERT_FALSE(run(other, nullptr, 1) == alone) << "the comparison must see another chain";
    for (const Ranks& how :
         {Ranks{1, 1}, {2, 1}, {3, 1}, {4, 2}, {5, 1}, {8, 1}, {2, 2}, {3, 2, 1}, {4, 1, 2}, {8, 2, 3}})
      EXPECT_TRUE(run(settings, how) == alone)
          << how.ranks << " ranks of " << how.threads << " threads, delays " << how.delays;
  }

  const Corpus corpus_ = random_problem(300, 400, 3).corpus();
};

TEST_P(Cluster, LdaIsTheSameOnAnyRanks) { expect_the_same(settings()); }

TEST_P(Cluster, SymmetricLdaIsTheSameOnAnyRanks) {
  lda::Settings symmetric = settings();
  symmetric.learn_alpha = lda::LearnAlpha::symmetric;
  expect_the_same(symmetric);
}

INSTANTIATE_TEST_SUITE_P(Blocks, Cluster, ::testing::Values(1, 3, 8));

}  // namespace
}  // namespace themata::testing
