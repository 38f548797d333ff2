#include <gtest/gtest.h>

#include <vector>

#include "support/chains.hpp"
#include "themata/cluster/in_process.hpp"

// The same bits for any number of ranks times any number of threads (docs/theory/lda.md, "Over several
// machines").
namespace themata::testing {
namespace {

const sampling::SamplerChoice dense{.block_scan = sampling::BlockScan::dense};

struct Ranks {
  std::size_t ranks;
  int threads;
  std::uint64_t delays = 0;  ///< seed
};

/// What a chain has come to: its topics in the order of all documents, its hyperparameters, and the densities
/// after every sweep.
struct Reached {
  std::vector<sampling::Topic> topics;
  std::vector<double> hyperparameters, densities;
  bool operator==(const Reached&) const = default;
};

std::vector<double> hyperparameters(const lda::State& state) {
  std::vector<double> values = state.alpha;
  values.push_back(state.mix.beta);
  return values;
}

std::vector<double> hyperparameters(const hdp::State& state) {
  std::vector<double> values = state.psi;
  values.insert(values.end(), {state.alpha, state.mix.beta, state.gamma});
  return values;
}

lda::Model model_of(const lda::Settings& settings) { return lda::Model(settings); }
hdp::Model model_of(const hdp::Settings& settings) { return hdp::Model(settings); }

class Cluster : public ::testing::TestWithParam<std::uint32_t> {
 protected:
  static constexpr std::uint64_t sweeps = 8;

  /// The chain on one rank, or on the only process if `ranks` is null.
  template <class Settings>
  Reached run(Settings settings, const Communicator* ranks, int threads) const {
    Corpus corpus = corpus_;
    if (ranks != nullptr) {
      settings.share = sampling::share_of(corpus_, settings.blocks, *ranks);
      corpus = sampling::documents_of(corpus_, settings.share);
    }
    const auto model = model_of(settings);
    Pool pool(threads);
    const Key key = chain_key(7, 1);
    auto state = model.init(corpus, key, pool);
    const auto kernels = model.kernels();
    Reached reached;
    for (std::uint64_t sweep = 1; sweep <= sweeps; ++sweep) {
      run_sweep(kernels, state, Context{corpus, key, sweep, pool});
      reached.densities.push_back(model.log_joint(state, corpus, pool));
      reached.densities.push_back(model.log_word_part(state, pool));
    }
    reached.topics = sampling::to_corpus_order(corpus, state.mix.layout, state.mix.topics);
    if (ranks != nullptr) reached.topics = ranks->gather(std::span<const sampling::Topic>(reached.topics));
    reached.hyperparameters = hyperparameters(state);
    return reached;
  }

  template <class Settings>
  Reached run(const Settings& settings, Ranks how) const {
    std::vector<Reached> all(how.ranks);
    run_ranks(
        how.ranks, [&](const Communicator& ranks) { all[ranks.rank()] = run(settings, &ranks, how.threads); },
        Delays{how.delays});
    for (const Reached& one : all) EXPECT_TRUE(one == all[0]) << "all ranks know the same";
    return all[0];
  }

  template <class Settings>
  void expect_the_same(Settings settings) const {
    settings.start = sampling::Start::tokens;
    const Reached alone = run(settings, nullptr, 1);
    Settings other = settings;
    other.alpha *= 1 + 1e-12;
    ASSERT_FALSE(run(other, nullptr, 1) == alone) << "the comparison must see another chain";
    for (const Ranks& how :
         {Ranks{1, 1}, {2, 1}, {3, 1}, {4, 2}, {5, 1}, {8, 1}, {2, 2}, {3, 2, 1}, {4, 1, 2}, {8, 2, 3}})
      EXPECT_TRUE(run(settings, how) == alone)
          << how.ranks << " ranks of " << how.threads << " threads, delays " << how.delays;
  }

  const Corpus corpus_ = random_problem(300, 400, 3).corpus();
};

TEST_P(Cluster, LdaIsTheSameOnAnyRanks) { expect_the_same(chain_lda(dense, GetParam())); }

TEST_P(Cluster, SymmetricLdaIsTheSameOnAnyRanks) {
  lda::Settings symmetric = chain_lda(dense, GetParam());
  symmetric.learn_alpha = lda::LearnAlpha::symmetric;
  expect_the_same(symmetric);
}

TEST_P(Cluster, HdpIsTheSameOnAnyRanks) {
  expect_the_same(
      chain_hdp({.name = "hdp", .choice = dense, .blocks = GetParam(), .unused_apart_from = SIZE_MAX}));
}

INSTANTIATE_TEST_SUITE_P(Blocks, Cluster, ::testing::Values(1, 3, 8));

}  // namespace
}  // namespace themata::testing
